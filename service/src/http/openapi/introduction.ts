// The text that opens the documentation: what one has to know once, and then never asks again.

import { type Scope, scopes } from '../../book/endpoint.ts';
import { type CountryCode, countries, countryCodes } from '../../core/countries/countries.ts';
import { countryName } from '../../core/texts/names.ts';

export const sandboxKey = (country: CountryCode): string => `sandbox-${country.toLowerCase()}`;

const keyRows = countryCodes.map((country) => {
  const { currency, language } = countries[country];
  return `| \`${sandboxKey(country)}\` | ${countryName(country, 'EN')} | ${currency} | ${language} |`;
});

const opened: Readonly<Record<Scope, string>> = {
  checkout: 'payment methods, contracts, authorize; installment plans, bank accounts',
  orders: 'capture, refund, void, returns, shipping, updates; reading orders',
  lookup: 'look-ups and validations; of people masked members only',
  'lookup:full': 'beside `lookup`: people unmasked',
  accounts: 'customer accounts',
  read: 'reading orders, accounts and the shop’s own events, and nothing else',
};

export const introduction =
  (): string => `Buy now, pay later, on your own server. A shop **authorizes** an order, **captures** it when the goods leave, \
**refunds** what comes back and **voids** what never ships. Amounts add up at every step. For machines: \
[openapi.json](openapi.json).

## Keys

Send your key with every request, as \`X-Auth-Key: <key>\` or as \`Authorization: Bearer <key>\`. A key belongs to one shop in \
one country; country, currency, language and the payment types it may offer come with it. A key has scopes:

| Scope | What it opens |
|---|---|
${scopes.map((scope) => `| \`${scope}\` | ${opened[scope]} |`).join('\n')}

## Sandbox

The sandbox knows nine shops, and nothing in it is real:

| Key | Country | Currency | Language |
|---|---|---|---|
${keyRows.join('\n')}

Any complete adult is accepted up to 1 000 EUR or CHF, or 10 000 SEK, NOK or DKK. To see the other ways it can go, give the \
customer one of these **first names**:

| First name | What happens |
|---|---|
| \`Reject\` | Rejected, 200.901 |
| \`Underage\` | Rejected, 200.001 |
| a whole number, like \`50\` | the customer’s own limit; above it rejected, 200.903 |
| \`ChargebackPresent\` | Rejected, 200.912 |
| \`StrongCustomerAuthentication\` | Pending, with \`secureLoginUrl\` |
| \`Review\` | Pending, waiting for a person’s decision |

The operator can move a sandbox shop’s clock forward (see *Administration*), so that an expiry need not be waited for.

## Outcomes and errors

Success is **always status 200**, also for POST. A credit decision is an *answer*, not an error: look at \`outcome\`, which is \
\`Accepted\`, \`Pending\` or \`Rejected\`, and at \`riskCheckMessages\`, which say why and what to do.

An *error* is a 4xx or 5xx. It is a list of message objects, every fault at once, the most important first. What went wrong \
before an endpoint was reached (401, 404 of an unknown address, 405, 413, 415, 429) or in the service (500, 503) is one \
message object, and so is 403. In each:

| Member | Meaning |
|---|---|
| \`code\` | the name of the fault; all are listed at [/errors](errors) |
| \`message\` | for you, in English |
| \`customerFacingMessage\` | for the consumer, in the conversation’s language |
| \`actionCode\` | what to do next, like \`AskConsumerToReEnterData\` |
| \`fieldReference\` | where it is, like \`order.items[2].quantity\` |

A code is a name and not a status: 400.115 (no such order) is answered with 404. An error changes nothing, so the request may \
be corrected and sent again. Ask with \`Accept: application/problem+json\` to get the same facts as an RFC 9457 problem.

## Idempotency

Networks fail; sending twice must not pay twice. Give every POST and PATCH an \`Idempotency-Key\` of your own. The same key with \
the same body brings the first answer back, byte for byte, with \`Idempotent-Replayed: true\`. With another body it is refused \
(422). While the first is still running, the second waits, and after three seconds answers 409 with \`Retry-After\`. Answers are \
kept for 30 days.

## Amounts

Amounts are numbers in whole currency units with at most two decimals: \`104.95\`. Unit prices may have four. The totals of \
an order are the sums of its items, give or take 0.01 an item. A discount is an item with a negative price.

## Dates

Instants are ISO 8601 in UTC, \`2026-11-20T09:30:00Z\`; days are \`2026-11-20\`. An authorization is good until the end of its \
\`expirationDate\`, in the shop’s time zone.

## Lenient in, exact out

Names and words may come in any case, numbers as text and text as numbers, and \`null\`, \`""\` and \`{}\` count as absent. The \
noise of floats (\`19.150000000000006\`) is no fault. Unknown members are ignored; in the sandbox the header \`Ignored-Members\` \
names them. Where money moves, a slip would cost some: an unknown member is refused (400.001) when it may be meant to say how \
much, or when nothing else does. Only no body, \`null\` and \`{}\` mean all. \
Answers never hold \`null\`.

## Languages

Consumers are spoken to in \`NO\`, \`SV\`, \`FI\`, \`DA\`, \`EN\`, \`DE\`, \`NL\` or \`FR\`: what \`conversationLanguage\` asks for, or the shop’s own.

## Obsolete languages

\`SE\` and \`DK\` are the old names of \`SV\` and \`DA\`. They are still understood, stored as \`SV\` and \`DA\`, and answered with the \
headers \`Deprecation\`, \`Sunset\` and \`Link\`. Send \`SV\` and \`DA\`.

## Limits

A body has at most 1 MiB and 500 items. \`RateLimit\` headers say how much is left for a key; beyond it comes 429 with \
\`Retry-After\`. Every answer carries \`X-Request-Id\`: name it when you ask for help.
`;
