import { auditValues } from '../book/auditing.ts';
import { operation } from '../http/operation.ts';
import { uuidv7 } from '../runtime/chance.ts';
import { Reason, Type } from '../wire/schema.ts';
import { actOn } from './acts.ts';
import { changed, example, Merchant } from './merchant-shape.ts';
import { setMerchantActive } from './organisations.sql.ts';

export const activity = (id: 'activateMerchant' | 'deactivateMerchant', summary: string, about: string) =>
  operation({
    id,
    method: 'POST',
    path: `/admin/v1/merchants/:merchantId/${id === 'activateMerchant' ? 'activate' : 'deactivate'}`,
    summary,
    about,
    scope: 'admin:merchants',
    // Whom the operator shut is not opened again by a key of its own organisation.
    ...(id === 'activateMerchant' && { operatorsMoney: 'risks' as const }),
    refusals: ['merchant.not_found'],
    example: {
      body: { reason: id === 'activateMerchant' ? 'Solvent again.' : 'Insolvent.' },
      answer: { ...example, ...(id === 'deactivateMerchant' && { active: false, deactivatedAt: example.now }) },
    },
    body: Type.Object({ reason: Reason() }, { title: 'Why' }),
    answer: Merchant,
    async run(asked, deps) {
      const { merchant } = asked;
      const at = id === 'activateMerchant' ? null : new Date(deps.clock()).toISOString();
      const act = actOn(merchant, asked, asked.body.reason, deps);
      await deps.db.run(setMerchantActive, merchant.id, at, ...auditValues(act, uuidv7(deps.clock())));
      return changed(merchant.id, deps);
    },
  });
