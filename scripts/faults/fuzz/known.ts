// What a lane has learnt of the service by its answers: ids and numbers, by the names that addresses and bodies give them.
import type { Chance } from './chance.ts';

export interface Known {
  /** Learn from an answer, or from a body that was sent. */
  learn(value: unknown, parent?: string): void;
  add(name: string, value: string): void;
  forget(...names: readonly string[]): void;
  /** One of the latest, or undefined. */
  latest(name: string, chance: Chance): string | undefined;
}

const most = 40;

/** What an `id` of such an object is called in addresses. */
const objects: readonly (readonly [object: RegExp, name: string])[] = [
  [/^organisations?$/, 'organisationId'],
  [/^merchants?$/, 'madeMerchantId'],
  [/^(endpoints?|createWebhookEndpoint)$/, 'endpointId'],
  [/^listListEntries$/, 'listEntryId'],
  [/^(create|rotate)\w+Key$/, 'keyId'],
  [/^entr(y|ies)$/, 'entryId'],
  [/^(files?|collections?)$/, 'fileId'],
  [/^imports?$/, 'importId'],
  [/^(changes?|setPayoutAccount)$/, 'changeId'],
  [/^(payments?|transactions?)$/, 'transactionId'],
];
/** Names that mean the same in addresses. */
const same: Readonly<Record<string, string>> = {
  captureNumbers: 'captureNumber',
  refundNumbers: 'refundNumber',
  cancellationNo: 'voidNumber',
  cancellationNumber: 'voidNumber',
  customerAccountId: 'accountNumber',
  identificationNumber: 'ssn',
  next: 'after',
};

export function createKnown(): Known {
  const values = new Map<string, string[]>();
  const add = (name: string, value: string): void => {
    const known = values.get(name) ?? [];
    if (!known.includes(value)) known.push(value);
    if (known.length > most) known.shift();
    values.set(name, known);
  };
  const forget: Known['forget'] = (...names) => {
    for (const name of names) values.delete(name);
  };
  const learn = (value: unknown, parent = ''): void => {
    if (Array.isArray(value)) for (const each of value.slice(0, 5)) learn(each, parent);
    else if (typeof value === 'object' && value !== null)
      for (const [name, member] of Object.entries(value)) learnMember(name, member, parent);
    else if ((typeof value === 'string' || typeof value === 'number') && /(Number|No|Id|Numbers|next|version)$/.test(parent))
      add(same[parent] ?? parent, String(value));
  };
  const learnMember = (name: string, member: unknown, parent: string): void => {
    if (name === 'id') for (const [object, called] of objects) if (object.test(parent)) add(called, String(member));
    if (typeof member === 'string' && /Url$/i.test(name)) learnAddress(member);
    learn(member, name);
  };
  const learnAddress = (address: string): void => {
    const [, document] = /\/documents\/([\w-]+)\.pdf/.exec(address) ?? [];
    if (document !== undefined) add('documentId', document);
    const [, token] = /\/documents\/shared\/([^/?]+)$/.exec(address) ?? [];
    if (token !== undefined) add('token', token);
  };
  const latest: Known['latest'] = (name, chance) => {
    const known = values.get(name);
    return known && known.length > 0
      ? known[known.length - 1 - (chance.percent(75) ? 0 : chance.below(known.length))]
      : undefined;
  };
  return { learn, add, forget, latest };
}
