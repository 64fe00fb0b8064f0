// What is sealed, and what a key is good for: every table that says so is gone through when keys change, each value opens in its
// own place alone, and each purpose has a key of its own.
import { createCipheriv, createHash, createHmac, hkdfSync } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSecrets } from '../../src/store/secrets.ts';
import { type AnyTable, placeOf } from '../../src/store/table.ts';
import { sealedTables, tables } from '../../src/tables.ts';

const [a, b] = [Buffer.alloc(32, 10), Buffer.alloc(32, 11)];
const [older, newer] = [createSecrets([a]), createSecrets([b, a])];

const isTable = (value: unknown): value is AnyTable =>
  typeof value === 'object' && value !== null && 'columns' in value && 'key' in value && 'name' in value;

it('every table that declares something sealed is one that is sealed anew', async () => {
  const source = join(import.meta.dirname, '../../src');
  const missing: string[] = [];
  for (const file of (await readdir(source, { recursive: true })).filter((name) => name.endsWith('.sql.ts'))) {
    const module = (await import(pathToFileURL(join(source, file)).href)) as Record<string, unknown>;
    for (const table of Object.values(module).filter(isTable)) {
      const sealed = Object.values(table.columns).includes('sealed');
      if (sealed && !sealedTables.some(({ name }) => name === table.name)) missing.push(`${file}: ${table.name}`);
    }
  }
  expect(missing).toEqual([]);
  expect(sealedTables.length).toBeGreaterThan(12);
});

it('nothing is sealed for a place that is not declared', () => {
  expect(() => placeOf(tables.orders as AnyTable, 'number', 'shop', { id: 'one' })).toThrow('not declared as sealed');
});

describe('a sealed value', () => {
  it('opens in its place alone, by whichever key of the ring sealed it', () => {
    const sealed = older.seal('a number', 'table.column shop/one');
    expect(newer.open(sealed, 'table.column shop/one')).toBe('a number');
    for (const place of ['table.column shop/two', 'table.other shop/one', 'table.column another/one'])
      expect(() => newer.open(sealed, place)).toThrow();
    expect(() => older.open(newer.seal('a number', 'here'), 'here')).toThrow('another encryption key');
    // A form without a place is no way around it.
    expect(() => newer.open(sealed.replace(/^2/, '1'), 'table.column shop/two')).toThrow();
  });

  it('from before values had a place opens yet', () => {
    const key = Buffer.from(hkdfSync('sha256', a, '', 'deferred-payment-service seal', 32));
    const id = createHash('sha256').update(key).digest('hex').slice(0, 8);
    const nonce = Buffer.alloc(12, 3);
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    const body = Buffer.concat([cipher.update('old'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
    expect(newer.open(`1.${id}.${nonce.toString('base64url')}.${body}`, 'anywhere')).toBe('old');
  });
});

describe('hashes and signatures', () => {
  it('are HMAC-SHA-256 of any text, by a key for each purpose', () => {
    const keyOf = (purpose: string) => Buffer.from(hkdfSync('sha256', a, '', `deferred-payment-service ${purpose}`, 32));
    const hmac = (purpose: string, text: string) => createHmac('sha256', keyOf(purpose)).update(text).digest('base64url');
    const [{ link, code, token }] = older.signers;
    const long = fc.string({ unit: 'grapheme', minLength: 900, maxLength: 1100 });
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '\ud800', '€'.repeat(1000)), long), (text) => {
        expect([older.hash(text), link(text), code(text), token(text)]).toEqual(
          ['hash', 'link', 'code', 'token'].map((purpose) => hmac(purpose, text)),
        );
      }),
    );
  });

  it('by the key that a database was made with stay what they were, and those of another begin with its tag', () => {
    const [now = '', before = ''] = newer.hashes('text');
    expect([newer.hash('text'), before]).toEqual([now, older.hash('text')]);
    expect(now).toMatch(/^[\w-]{3}\.[\w-]{39}$/);
    expect(before).toMatch(/^[\w-]{43}$/);
  });

  it('of a retired key are asked for no more', () => {
    const [, old] = newer.keys;
    const first = old?.mark ?? '';
    expect(createSecrets([b, a], { first, retired: [old?.id ?? ''] }).hashes('text')).toEqual([newer.hash('text')]);
  });

  it('are of keys of their own for every purpose', () => {
    const [signer] = older.signers;
    const made = [older.hash('text'), signer.link('text'), signer.code('text'), signer.token('text')];
    expect(new Set(made).size).toBe(4);
    expect(newer.signers.map(({ link }) => link('text'))).toEqual([
      newer.signers[0].link('text'),
      signer.link('text'),
      older.hash('text'),
    ]);
  });
});
