// Outcomes of credit decisions, and refusals of policies, lists and reviews.
import { type CatalogueEntry, row } from './row.ts';

export const riskRefusals = {
  // Credit decisions: these are answers (HTTP 200) with an outcome, not errors (C02).
  'risk.underage': row('200.001', 200, 'The customer is under age.', 'otherMethod', 'OfferSecurePaymentMethods'),
  'risk.identity_required': row(
    '200.902',
    200,
    'The customer’s national identification number is needed.',
    'giveNationalId',
    'RequiresSsn',
  ),
  'risk.score': row(
    '200.901',
    200,
    'The customer was not accepted for this payment.',
    'otherMethod',
    'OfferSecurePaymentMethods',
  ),
  'risk.limit': row(
    '200.903',
    200,
    'The amount is above what this customer can be granted.',
    'limitReached',
    'OfferSecurePaymentMethods',
  ),
  'risk.chargeback': row(
    '200.912',
    200,
    'The customer has an open direct-debit chargeback.',
    'otherMethod',
    'OfferSecurePaymentMethods',
  ),
  'risk.address_contradiction': row(
    '200.104',
    200,
    'Postal code and place do not belong together; addressList[0] has what was probably meant.',
    'confirmAddress',
    'AskConsumerToConfirm',
  ),
  'risk.address_corrected': row(
    '200.103',
    200,
    'The address was corrected; addressList[0] has it as it is used.',
    'addressCorrected',
    'Unavailable',
    'NotificationMessage',
  ),
  'risk.authentication': row('200.019', 200, 'The customer has to be authenticated first.', 'identify', 'AskConsumerToIdentify'),
  'risk.review': row('200.900', 200, 'The order was handed to manual review.', 'underReview'),
  // Why an order that was pending is cancelled: shown where it is read (C20).
  'declined.reviewed': row('200.930', 200, 'The order was reviewed, and declined.', 'otherMethod'),
  'declined.unconfirmed': row('200.931', 200, 'The consumer did not confirm the identity; the order is declined.', 'otherMethod'),
  'declined.overdue': row('200.932', 200, 'The order was not decided in time, and so declined.', 'otherMethod'),
  'list.not_found': row('400.272', 404, 'No list of the merchant has this entry, or it was removed.', 'technical'),
  'review.over': row('400.275', 409, 'The time to decide is over; it is declined.', 'technical'),
  'review.not_found': row('400.273', 404, 'Nothing with this number waits to be decided.', 'technical'),
  'policy.not_found': row('400.280', 404, 'The merchant’s policy has no such version.', 'technical'),
  'policy.changed': row(
    '400.281',
    409,
    'The policy was changed meanwhile: another version holds than the one it replaces.',
    'technical',
  ),
  'policy.unknown_member': row('400.282', 400, 'There is no such member.', 'technical'),
  'checkout.no_decision': row('400.284', 404, 'No decision was made on a checkout with this id.', 'technical'),
  'decision.not_found': row('400.283', 404, 'No decision was made on an order with this number.', 'technical'),
} as const satisfies Record<string, CatalogueEntry>;
