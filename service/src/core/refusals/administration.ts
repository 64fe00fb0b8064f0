// Refusals of the administration: organisations, merchants, their contracts, keys and clocks, reference data, jobs.
import { type CatalogueEntry, row } from './row.ts';

export const administrationRefusals = {
  'merchant.not_found': row('400.205', 404, 'There is no such merchant.', 'technical'),
  'organisation.not_found': row('400.350', 404, 'There is no such organisation.', 'technical'),
  'name.used': row('400.351', 409, 'This name is in use already.', 'technical'),
  'contract.not_found': row('400.352', 404, 'The merchant’s contract has no such version.', 'technical'),
  'merchant.inactive': row('400.353', 409, 'The merchant takes no new orders at the moment.', 'otherMethod'),
  'contract.above_law': row(
    '400.354',
    400,
    'The law allows {cap} at most ({parameter}, {country}), and it comes to {actual}: it could not be offered.',
    'technical',
  ),
  'contract.terms_fixed': row(
    '400.371',
    403,
    'What a merchant pays, how it is paid and whom consumers pay is set by the operator: this key may not change {member} without the scope admin:settlement.',
    'technical',
  ),
  'contract.changed': row(
    '400.355',
    409,
    'The contract was changed meanwhile: another version holds than the one it replaces.',
    'technical',
  ),
  'key.not_found': row('400.356', 404, 'There is no such key.', 'technical'),
  'key.ended': row('400.357', 409, 'This key is revoked, expired or replaced already.', 'technical'),
  'chain.not_found': row('400.360', 404, 'The chains are ledger and audit.', 'technical'),
  'clock.backwards': row('400.225', 409, 'The test clock only goes forward; it stands at {now}.', 'technical'),
  'clock.live': row('400.226', 409, 'The test clock exists in sandbox mode only.', 'technical'),
  'clock.busy': row('400.380', 409, 'The test clock is being put forward by another request; ask again.', 'technical'),
  'reference.not_found': row('400.330', 404, 'There is no such import that is still loading.', 'technical'),
  'reference.incomplete': row('400.331', 409, 'The import does not hold that many places, or is finished already.', 'technical'),
  'job.not_found': row('400.206', 404, 'There is no such job; the jobs are {jobs}.', 'technical'),
} as const satisfies Record<string, CatalogueEntry>;
