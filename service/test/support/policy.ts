// Another policy of a shop for a while, as its operator sets it.
import type { Json, TestApp } from './app.ts';

const operator = { key: 'sandbox-operator' };

/** Changes members of the policy in force at a shop (shopPath); call the result to have it back as it was. */
export async function changePolicy({ ask }: Pick<TestApp, 'ask'>, shop: string, change: Json): Promise<() => Promise<void>> {
  const before = (await ask('GET', `${shop}/policies/active`, undefined, operator)).body['policy'] as Json;
  const set = async (policy: Json): Promise<void> => {
    const { status, text } = await ask('POST', `${shop}/policies`, { policy, reason: 'a test' }, operator);
    if (status !== 200) throw new Error(`no policy: ${status} ${text}`);
  };
  await set({ ...before, ...change });
  return () => set(before);
}
