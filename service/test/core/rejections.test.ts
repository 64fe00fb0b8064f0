// Every outcome but Accepted has something to say to the consumer, in every language, and it never says what was found.
import { describe, expect, it } from 'vitest';
import { catalogue, type RefusalId } from '../../src/core/refusals.ts';
import { languages, texts } from '../../src/core/texts/texts.ts';
import { messageOf } from '../../src/wire/messages.ts';

const reasons = (Object.keys(catalogue) as RefusalId[]).filter((id) => catalogue[id].code.startsWith('200.'));

/** Words that would tell the consumer, or somebody who tries, what spoke against the order. */
const telling =
  /score|scoring|bonit|credit|kredit|\blist|bureau|schufa|fraud|betrug|svindel|bedräg|petos|fraude|risk|risiko|chargeback|rücklast|mahn|inkasso|under age|minderj|mindreårig|alaikäi|mineur|dead|gestorben|duplicate/i;

describe('a reason', () => {
  it.each(reasons)('%s is told in every language, within its lengths, and gives nothing away', (id) => {
    for (const language of languages) {
      const message = messageOf({ id, values: { amount: '120.00', checkoutId: 'c' } }, language);
      expect(message.customerFacingMessage.length, language).toBeGreaterThan(10);
      expect(message.customerFacingMessage, language).not.toMatch(telling);
      expect(message.customerFacingMessage, language).toBe(texts[language].refusals[catalogue[id].phrase]);
    }
  });

  it.each([
    ['risk.underage', '200.001', 'OfferSecurePaymentMethods'],
    ['risk.score', '200.901', 'OfferSecurePaymentMethods'],
    ['risk.identity_required', '200.902', 'RequiresSsn'],
    ['risk.limit', '200.903', 'OfferSecurePaymentMethods'],
    ['risk.chargeback', '200.912', 'OfferSecurePaymentMethods'],
    ['risk.authentication', '200.019', 'AskConsumerToIdentify'],
    ['risk.review', '200.900', 'Unavailable'],
  ] as const)('%s is %s with %s', (id, code, actionCode) => {
    expect(messageOf({ id }, 'EN')).toMatchObject({ code, actionCode });
  });
});
