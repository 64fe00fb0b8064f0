import { operation } from '../http/operation.ts';
import { Type } from '../wire/schema.ts';
import { CurrencyMember } from './find-settlement.ts';
import { previewOf } from './preview.ts';
import { LineRecord, lineToWire, Totals, totalsToWire } from './to-wire.ts';

const previewLines = 200;

export const previewSettlement = operation({
  id: 'previewSettlement',
  method: 'POST',
  path: '/admin/v1/merchants/:merchantId/settlements/preview',
  summary: 'What the open period would come to now',
  about: `Reckoned as a statement is, from everything booked until this moment; nothing is written. \`lines\` are the first ${previewLines}.`,
  scope: 'admin:read',
  refusals: ['merchant.not_found'],
  body: Type.Object({ currency: CurrencyMember }, { title: 'PreviewSettlement' }),
  answer: Type.Object({ ...Totals, lines: Type.Array(LineRecord) }, { title: 'SettlementPreview' }),
  async run({ merchant, body }, deps) {
    const { settlement, lines } = await previewOf(deps.db, merchant, body.currency ?? merchant.currency, deps.clock);
    return { ...totalsToWire(settlement), lines: lines.slice(0, previewLines).map((line) => lineToWire(line)) };
  },
});
