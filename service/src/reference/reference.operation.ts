// Reference data of postal codes and places: begun, filled in portions out of sight, and made current at once.
import { operation } from '../http/operation.ts';
import { Reference, referenceOf, type WithPlaces } from './reference-data.ts';

export const getReferenceData = operation({
  id: 'getReferenceData',
  method: 'GET',
  path: '/admin/v1/reference',
  summary: 'The reference data of places in use, with its credit',
  scope: 'admin:read',
  answer: Reference,
  run: (_asked, deps: WithPlaces) => referenceOf(deps),
});
