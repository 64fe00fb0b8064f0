// Thousands of lives of a shop group, each from a seed: clients that ask again, processes that die, connections that break, a database that
// goes on without an answer. Most on a server in memory and in virtual time; what is known to be wrong is planted and has to be seen.
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { readFlags, wholeNumber } from '../flags.ts';
import { playHistory } from './histories/history.ts';
import { lookFor, plantedFaults } from './histories/planted.ts';
import { createPostgresGround, type Grounds, startGrounds } from './histories/postgres-ground.ts';
import { shrunk } from './histories/shrink.ts';
import type { Report, Task, Where } from './histories/worker.ts';

const mostShown = 10;
const mostUntilSeen = 200;

const options = {
  seed: { type: 'string' },
  count: { type: 'string' },
  clients: { type: 'string' },
  wishes: { type: 'string' },
  postgres: { type: 'boolean' },
  compared: { type: 'boolean' },
} as const;

export async function run(parameters: readonly string[]): Promise<boolean> {
  const values = readFlags(parameters, options);
  const seed = wholeNumber('seed', values.seed, { usual: Math.floor(Math.random() * 1e6), least: 0 });
  const [clients, wishes] = [optional('clients', values.clients), optional('wishes', values.wishes)];
  const real = values.postgres === true || values.compared === true;
  const count = wholeNumber('count', values.count, { usual: real ? 300 : 10_000 });
  const grounds = real ? await startGrounds() : undefined;
  const ways = [values.postgres ? ' --postgres' : '', values.compared ? ' --compared' : ''].join('');
  const plan: Plan = { grounds, compared: values.compared === true, again: `npm run test:faults -- histories${ways}` };
  try {
    if (values.seed !== undefined && values.count === undefined) return await playOne(seed, clients, wishes, plan);
    console.log(`seeds ${seed} to ${seed + count - 1}; one of them again with: ${plan.again} --seed N`);
    const healthy = await playMany(seed, count, plan);
    return (real || (await seeAllPlanted(seed))) && healthy;
  } finally {
    await grounds?.stop();
  }
}

/** Where histories are played, and how one of them is played again. */
interface Plan {
  readonly grounds: Grounds | undefined;
  readonly compared: boolean;
  readonly again: string;
}

async function onGround<Result>({ grounds, compared }: Plan, work: (on: Where) => Promise<Result>): Promise<Result> {
  const database = await grounds?.database();
  const ground = database && createPostgresGround(database);
  try {
    return await work({ ground, compared });
  } finally {
    await ground?.close();
  }
}

const optional = (flag: string, text: string | undefined): number | undefined =>
  text === undefined ? undefined : wholeNumber(flag, text, { usual: 1, most: 1000 });

/** Everything that was asked and answered in one history. */
async function playOne(seed: number, clients: number | undefined, wishes: number | undefined, plan: Plan): Promise<boolean> {
  const { complaints, requests, wentWrong } = await onGround(plan, (on) => playHistory({ seed, clients, wishes, ...on }));
  const sendings = requests.flatMap(({ wish, key, attempts }) => attempts.map((attempt) => ({ wish, key, ...attempt })));
  for (const { wish, key, requestId, sentAt, endedAt, answer } of sendings.sort((one, other) => one.sentAt - other.sentAt)) {
    const asked = `${sentAt.toFixed(1)} ${requestId} ${key ?? 'without a key'} ${JSON.stringify(wish)}`;
    console.log(`${asked} -> ${endedAt?.toFixed(1) ?? 'never'} ${answer ? JSON.stringify(answer) : ''}`);
  }
  console.log(`went wrong: ${JSON.stringify(wentWrong)}`);
  for (const complaint of complaints) console.error(`FAULT: ${complaint}`);
  return complaints.length === 0;
}

async function playMany(first: number, count: number, plan: Plan): Promise<boolean> {
  const since = performance.now();
  const sums = { played: 0, requests: 0, sendings: 0, answered: 0 };
  const wentWrong = new Map<string, number>();
  const failed: Report[] = [];
  const take = (report: Report): void => {
    sums.played += 1;
    for (const each of ['requests', 'sendings', 'answered'] as const) sums[each] += report[each];
    for (const [kind, times] of Object.entries(report.wentWrong)) wentWrong.set(kind, (wentWrong.get(kind) ?? 0) + times);
    if (report.complaints.length > 0) {
      // At once: who ends the run early still knows which history to play again.
      if (failed.length < mostShown) console.error(`\nFAULT in history ${report.seed}: ${report.complaints[0]}`);
      failed.push(report);
    }
    if (sums.played % (plan.grounds ? 20 : 1000) === 0)
      console.log(`${sums.played} after ${((performance.now() - since) / 1000).toFixed(0)} s`);
  };
  const workers = Math.max(1, Math.min(availableParallelism(), count));
  const { grounds, compared } = plan;
  const tasks = Array.from({ length: workers }, async (_none, index): Promise<Task> => {
    const database = await grounds?.database();
    return { first: first + index, last: first + count - 1, step: workers, database, compared };
  });
  await Promise.all((await Promise.all(tasks)).map((task) => worker(task, take)));
  const seconds = (performance.now() - since) / 1000;
  console.log(
    `${sums.played} histories in ${seconds.toFixed(0)} s: ${sums.requests} requests, sent ${sums.sendings} times, answered ${sums.answered} times`,
  );
  console.log(`went wrong: ${[...wentWrong].map(([kind, times]) => `${kind} × ${times}`).join(', ')}`);
  const [worst] = failed;
  if (worst) {
    const smaller = await onGround(plan, (on) => shrunk(worst.seed, on));
    const size = smaller ? ` --clients ${smaller.clients} --wishes ${smaller.wishes}` : '';
    console.error(`\nthe smallest: ${plan.again} --seed ${worst.seed}${size}`);
  }
  console.log(`${failed.length} histories with faults`);
  return failed.length === 0 && sums.played === count;
}

function worker(task: Task, take: (report: Report) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'histories', 'worker.ts'), [], { execArgv: ['--import', 'tsx'] });
    child.on('message', (report) => take(report as Report));
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a worker ended with ${code}`))));
    child.send(task);
  });
}

async function seeAllPlanted(from: number): Promise<boolean> {
  let unseen = 0;
  for (const [name, planted] of Object.entries(plantedFaults)) {
    const { seed, complaint } = await lookFor(planted, from, mostUntilSeen);
    if (seed === undefined) unseen += 1;
    console.log(
      seed === undefined ? `NOT SEEN: ${name}` : `seen in history ${seed - from + 1}: ${name} (${complaint.slice(0, 100)})`,
    );
  }
  console.log(`${Object.keys(plantedFaults).length} planted faults, ${unseen} not seen`);
  return unseen === 0;
}
