// All check methods that the Bundesbank publishes for German accounts, by their two characters; a family of methods is a file.
import { always, type Rule } from './arithmetic.ts';
import { modulusTen, wholeByTen } from './modulus-10.ts';
import { modulusEleven, wholeByEleven } from './modulus-11.ts';
import { severalWays } from './several-ways.ts';

/** Banks whose accounts have no check digit. */
const unchecked: Readonly<Record<string, Rule>> = { '09': always, '12': always };

export const germanMethods: Readonly<Record<string, Rule>> = { ...unchecked, ...modulusTen, ...modulusEleven, ...severalWays };

/** Of methods that take an account whose sub-account was left out: as they hold a whole one. */
export const wholeMethods: Readonly<Record<string, Rule>> = { ...wholeByTen, ...wholeByEleven };
