// What a database keeps to from its first start on.
import type { Db } from '../store/db.ts';
import { settleSetting } from './merchants.sql.ts';

export async function settleOnce(db: Db, name: 'mode' | 'encryption_key', value: string): Promise<string> {
  const [row] = await db.run(settleSetting, name, value);
  // Of two first starts at once the later sees the other's value only when it asks again.
  const [settled] = row?.['value'] ? [row] : await db.run(settleSetting, name, value);
  return String(settled?.['value']);
}
