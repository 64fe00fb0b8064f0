// Published examples, valid and invalid, of numbers and accounts: test/vectors holds them as facts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Vector<Input, Expected> {
  readonly kind: string;
  readonly input: Input;
  readonly expected: Expected;
}

export const vectors = <Input, Expected>(...files: readonly string[]): Vector<Input, Expected>[] =>
  files.flatMap((file) => JSON.parse(readFileSync(join(import.meta.dirname, '../vectors', `${file}.json`), 'utf8')));
