// All check methods that the Bundesbank publishes for German accounts, by their two characters.
import type { Rule } from './arithmetic.ts';
import { first } from './first.ts';
import { second } from './second.ts';
import { third } from './third.ts';

export const germanMethods: Readonly<Record<string, Rule>> = { ...first, ...second, ...third };
