// PATCH /customers/:customerNumber/updateCustomer: how invoices reach a customer.
import { write } from '../book/endpoint.ts';
import { internationalPhone, isEmail } from '../core/contact.ts';
import { countries } from '../core/countries/countries.ts';
import { updateCustomer as update } from '../core/customer.ts';
import { nothingKnown, similarityKeysOf } from '../core/likeness.ts';
import { like, refuse } from '../core/refusals.ts';
import { Email, hashed } from '../wire/customers.ts';
import { ConversationLanguage, emailExample, Opt, type Static, Text, Type, Word } from '../wire/schema.ts';

const UpdateCustomerRequest = Type.Object(
  {
    distributionType: Opt(Word(['Paper', 'Email', 'Sms'], 'Email needs email, Sms needs mobilePhone.')),
    email: Opt(Email),
    mobilePhone: Opt(Text(20, 'In international form, such as +49 170 1234567.')),
    conversationLanguage: Opt(ConversationLanguage()),
  },
  { title: 'UpdateCustomerRequest' },
);
type Body = Static<typeof UpdateCustomerRequest>;

export const updateCustomer = write({
  id: 'updateCustomer',
  method: 'PATCH',
  path: '/api/v3/customers/:customerNumber/updateCustomer',
  tag: 'Additional services',
  summary: 'Update customer information',
  about: 'How invoices reach the customer from now on. What is not sent stays as it is.',
  scope: ['orders'],
  refusals: ['customer.not_found'],
  example: { body: { distributionType: 'Email', email: 'johanna.weber@example.com' }, answer: {} },
  params: Type.Object({ customerNumber: Type.String() }),
  body: UpdateCustomerRequest,
  answer: Type.Object({}, { title: 'UpdateCustomerAnswer' }),

  check({ distributionType, email, mobilePhone }: Body, { merchant }) {
    if (distributionType === undefined && email === undefined && mobilePhone === undefined)
      return refuse('value.required', 'distributionType');
    if (distributionType === 'Email' && email === undefined) return refuse('value.required', 'email');
    if (distributionType === 'Sms' && mobilePhone === undefined) return refuse('value.required', 'mobilePhone');
    if (email !== undefined && !isEmail(email)) return refuse('value.format', 'email', like(emailExample));
    if (mobilePhone !== undefined && internationalPhone(mobilePhone) === undefined)
      return refuse('value.format', 'mobilePhone', like(countries[merchant.country].examples.phone));
    return undefined;
  },

  needs({ params, hash }) {
    const number = params.customerNumber;
    return { person: { key: hash(`number:${number}`), number, byNumber: true, known: true } };
  },

  decide({ person }, { body, merchant, hash, setting }) {
    const { distributionType = null, email = null } = body;
    const mobilePhone = body.mobilePhone === undefined ? null : (internationalPhone(body.mobilePhone) ?? null);
    const phones = mobilePhone === null ? [] : [mobilePhone];
    const { emailKey, phoneKey } = hashed(similarityKeysOf({ ...nothingKnown, email, phones }, merchant.country), hash);
    return update(person, { distributionType, email, mobilePhone, emailKey, phoneKey }, setting);
  },
});
