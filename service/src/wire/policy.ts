// A merchant's credit policy as it is sent and answered.
import { Type } from './schema.ts';
/** Read by core/risk/policy-form.ts, strictly. */
export const AnyPolicy = Type.Unsafe<object>({
  type: 'object',
  title: 'Policy',
  description:
    'Amounts in the currency’s unit, probabilities in per cent: minimumAge and limits have to be there; unknownAge, whenSilent, limitSteps, cutOffs by payment type, velocity by mark, rejectListHitsFrom and reviewListHitsFrom may. See examples/policies/standard.json.',
});
