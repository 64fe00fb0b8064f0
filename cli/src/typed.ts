// What the service calls a member, a person typed as a switch or in its place: messages name it as it is typed.
import type { Command } from 'commander';

/** Members whose switch, or place, has another name. One that is called alike, but for its hyphens, needs no line here. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  accountNumber: ['account'],
  advanceSeconds: ['advance'],
  allowedAddresses: ['from'],
  allowOverpayment: ['overpaid'],
  as: ['state'],
  captureNumber: ['capture', 'again'],
  changeId: ['change'],
  customerNumber: ['customer', 'from'],
  decidedBy: ['by'],
  dueUntil: ['until'],
  endpointId: ['endpoint'],
  entryId: ['entry'],
  expiresAt: ['expires'],
  fileId: ['file'],
  importId: ['import'],
  keyId: ['id'],
  merchantId: ['merchant'],
  orderNumber: ['order', 'number'],
  organisationId: ['organisation'],
  overlapHours: ['overlap'],
  overlapSeconds: ['overlap'],
  paidOn: ['on'],
  transactionId: ['transaction'],
  valueDate: ['on'],
};

/** The switch of this command, or its place, that a member of the request was made from; undefined where a file or nothing was. */
export function typedAs(member: string, command: Command | undefined): string | undefined {
  if (!command) return undefined;
  for (const name of [member, ...(otherNames[member] ?? [])]) {
    const option = command.options.find((each) => each.attributeName() === name);
    if (option?.long && !isOfFile(name, command)) return option.long;
    if (command.registeredArguments.some((each) => each.name() === name)) return `<${name}>`;
  }
  return undefined;
}

/** A switch that was left out says nothing of a command that reads a file: the file does. */
const isOfFile = (name: string, command: Command): boolean =>
  command.registeredArguments.some((each) => each.name() === 'file') && command.getOptionValue(name) === undefined;

/** The same of every member that a text names; a plain word, such as amount, may be just that. */
export const withTyped = (text: string, command: Command | undefined): string =>
  text.replaceAll(/`(\w+)`|\b[a-z]+[A-Z]\w*\b/g, (found, quoted?: string) => typedAs(quoted ?? found, command) ?? found);
