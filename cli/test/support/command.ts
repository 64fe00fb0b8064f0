// The command as a shell runs it, in this process: its exit code and everything that it wrote.
import { dps } from '../../src/dps.ts';

export async function command(parameters: readonly string[], env: NodeJS.ProcessEnv) {
  const told: { out: string[]; err: string[] } = { out: [], err: [] };
  const code = await dps(parameters, { env, out: (text) => told.out.push(text), err: (text) => told.err.push(text) });
  return { code, out: told.out.join(''), err: told.err.join('') };
}

/** As the operator of the sandbox on this address. */
export const asOperator = (url: string): NodeJS.ProcessEnv => ({ DPS_URL: url, DPS_OPERATOR_KEY: 'sandbox-operator' });
