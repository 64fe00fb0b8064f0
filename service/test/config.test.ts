import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { greeting } from '../src/banner.ts';
import { makeFolder } from '../src/postgres/embedded-place.ts';
import { pause } from '../src/postgres/embedded-process.ts';
import { type Config, ConfigError, readConfig } from '../src/runtime/config.ts';
import { loadEncryptionKeys } from '../src/secret-key.ts';
import { dataFolder, tidyUp } from './support/service-process.ts';

afterEach(tidyUp);

const hexKey = '0123456789abcdef'.repeat(4);
const database = 'postgres://dps@127.0.0.1/dps';

describe('configuration', () => {
  test('defaults', () => {
    const config = readConfig({});
    expect(config).toMatchObject({ host: '127.0.0.1', port: 8080, mode: 'sandbox', logLevel: 'info', basePath: '' });
    expect(config).toMatchObject({ queueLimit: 5000, poolSize: 10, preparedStatements: true, rateLimitPerMinute: 0 });
    expect(config.dataDir).toBe(join(process.cwd(), 'data'));
    expect(config.dataDirChosen).toBe(false);
    expect(config).not.toHaveProperty('databaseUrl');
    expect(Object.isFrozen(config)).toBe(true);
  });

  test.each(['localhost', '127.0.0.1', '127.8.0.1', '::1'])('a sandbox listens on %s, and a live service anywhere', (host) => {
    expect(readConfig({ HOST: host })).toMatchObject({ host, mode: 'sandbox' });
    const live = { MODE: 'live', DATABASE_URL: database, ENCRYPTION_KEY: hexKey, PUBLIC_URL: 'https://pay.example/' };
    expect(readConfig({ ...live, HOST: '0.0.0.0' })).toMatchObject({ host: '0.0.0.0', publicUrl: 'https://pay.example' });
  });

  test('the image, the unit and the composition are live', async () => {
    const settings = { Dockerfile: /^ENV .*\bMODE=live\b/m, 'compose.yaml': /^ {6}MODE: live$/m };
    const files = { ...settings, 'deploy/deferred-payment-service.service': /^Environment=.*\bMODE=live\b/m };
    for (const [file, words] of Object.entries(files))
      expect(await readFile(join(import.meta.dirname, '../..', file), 'utf8')).toMatch(words);
  });

  test('Node has the same flags however the service is started', async () => {
    const files = ['package.json', 'Dockerfile', 'deploy/deferred-payment-service.service', 'scripts/own-service.ts'];
    const texts = await Promise.all(files.map((file) => readFile(join(import.meta.dirname, '../..', file), 'utf8')));
    const [first, ...others] = texts.map((text) => text.match(/--(no-)?(v8|max-semi|heap|allocation)-[a-z-]+(=\d+)?/g));
    expect(first).toContain('--v8-pool-size=1');
    for (const flags of others) expect(flags).toEqual(first);
  });

  test('the unit and the composition run as the role that may not change sealed rows, and migrate as the owner', async () => {
    const read = (file: string) => readFile(join(import.meta.dirname, '../..', file), 'utf8');
    const [unit, composition] = [await read('deploy/deferred-payment-service.service'), await read('compose.yaml')];
    expect(unit).toMatch(/^Environment=.*\bMIGRATE=off\b/m);
    expect(unit).toMatch(/dps db migrate --service-role dps_service/);
    const service = composition.slice(composition.indexOf('\n  service:'));
    expect(service).toMatch(/DATABASE_URL: postgres:\/\/dps_service:[\s\S]*MIGRATE: "off"/);
    expect(service).not.toContain('POSTGRES_PASSWORD');
    expect(composition).toContain('command: [dps, db, migrate, --service-role, dps_service]');
  });

  test('an empty value is no value', () => {
    expect(readConfig({ PORT: '', MODE: ' ', ENCRYPTION_KEY: '', DATABASE_URL: '' })).toEqual(readConfig({}));
  });

  test('every switch understands the words that one of them ever had', () => {
    const set = (word: string) => ({ JOBS: word, MIGRATE: word, SHIPPED_PLACES: word, PREPARED_STATEMENTS: word });
    const settings = ({ jobs, migrate, shippedPlaces, preparedStatements }: Config) => [
      jobs,
      migrate,
      shippedPlaces,
      preparedStatements,
    ];
    for (const on of ['on', 'true', '1']) {
      expect(settings(readConfig(set(on)))).toEqual([true, true, true, true]);
      expect(readConfig({ HOST: '0.0.0.0', SANDBOX_PUBLIC: on }).host).toBe('0.0.0.0');
    }
    for (const off of ['off', 'false', '0']) {
      expect(settings(readConfig(set(off)))).toEqual([false, false, false, false]);
      expect(() => readConfig({ HOST: '0.0.0.0', SANDBOX_PUBLIC: off })).toThrow('SANDBOX_PUBLIC=on allows it');
    }
  });

  test('a key as hexadecimal digits and as base64 is the same key', () => {
    const bytes = Buffer.from(hexKey, 'hex');
    for (const text of [hexKey, hexKey.toUpperCase(), bytes.toString('base64'), bytes.toString('base64url')]) {
      expect(readConfig({ ENCRYPTION_KEY: text }).encryptionKeys).toEqual([bytes]);
    }
  });

  test('a ring of keys is several, the newest first, and not beside a single one', () => {
    const other = 'ab'.repeat(32);
    const ring = readConfig({ ENCRYPTION_KEYS: `${other}, ${hexKey}` }).encryptionKeys;
    expect(ring).toEqual([Buffer.from(other, 'hex'), Buffer.from(hexKey, 'hex')]);
    const live = { MODE: 'live', DATABASE_URL: database, PUBLIC_URL: 'https://pay.example' };
    expect(readConfig({ ...live, ENCRYPTION_KEYS: other }).encryptionKeys).toHaveLength(1);
    expect(() => readConfig({ ENCRYPTION_KEYS: other, ENCRYPTION_KEY: hexKey })).toThrow('not both');
    expect(() => readConfig({ ENCRYPTION_KEYS: `${other},${other}` })).toThrow('names a key twice');
    expect(() => readConfig({ ENCRYPTION_KEYS: `${other},` })).toThrow('ENCRYPTION_KEYS is not keys of 32 bytes');
  });

  test('live mode has a rate limit unless told otherwise', () => {
    const live = { MODE: 'live', DATABASE_URL: database, ENCRYPTION_KEY: hexKey, PUBLIC_URL: 'https://pay.example' };
    expect(readConfig(live).rateLimitPerMinute).toBe(6000);
    expect(readConfig({ ...live, RATE_LIMIT_PER_MINUTE: '0' }).rateLimitPerMinute).toBe(0);
  });

  test.each([
    [{ PORT: '65536' }, 'PORT'],
    [{ PORT: '-1' }, 'PORT'],
    [{ PORT: '80.5' }, 'PORT'],
    [{ HOST: 'http://x' }, 'HOST'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    [{ MODE: 'Live' }, 'sandbox, live'],
    [{ BASE_PATH: 'pay' }, 'BASE_PATH'],
    [{ BASE_PATH: '/pay/' }, 'BASE_PATH'],
    [{ ENCRYPTION_KEY: 'short' }, 'ENCRYPTION_KEY'],
    [{ QUEUE_LIMIT: '0' }, 'QUEUE_LIMIT'],
    [{ DATABASE_CACHE_MB: '-1' }, 'DATABASE_CACHE_MB'],
    [{ POOL_SIZE: 'many' }, 'POOL_SIZE'],
    [{ PREPARED_STATEMENTS: 'yes' }, 'on, off'],
    [{ PUBLIC_URL: 'shop.example' }, 'PUBLIC_URL'],
    [{ MODE: 'live', DATABASE_URL: database }, 'MODE=live needs ENCRYPTION_KEY and PUBLIC_URL'],
    [{ MODE: 'live', DATABASE_URL: database, ENCRYPTION_KEY: hexKey }, 'MODE=live needs PUBLIC_URL'],
    [
      { MODE: 'live', PUBLIC_URL: 'http://pay.example' },
      'PUBLIC_URL is "http://pay.example", allowed is an address starting with https://',
    ],
    [{ MODE: 'live', PUBLIC_URL: 'HTTP://pay.example' }, 'PUBLIC_URL'],
    [{ HOST: '0.0.0.0' }, 'SANDBOX_PUBLIC=on'],
    [{ HOST: '::' }, 'SANDBOX_PUBLIC=on'],
    [{ HOST: '192.168.1.4', SANDBOX_PUBLIC: '0' }, 'SANDBOX_PUBLIC=on'],
    [{ HOST: '127.example.com' }, 'SANDBOX_PUBLIC=on'],
    [{ HOST: '0.0.0.0', SANDBOX_PUBLIC: 'yes' }, 'SANDBOX_PUBLIC'],
  ])('%o is refused in one line', (env, named) => {
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(named);
    expect(() => readConfig(env)).not.toThrow('\n');
  });

  test('a secret is never repeated', () => {
    const env = { DATABASE_URL: 'mysql://user:topsecret@db', ENCRYPTION_KEY: 'topsecret' };
    expect(() => readConfig(env)).not.toThrow('topsecret');
  });
});

describe('encryption key', () => {
  test('several first starts at once agree on one', async () => {
    // Chance decides who comes first, so it gets several tries.
    for (let round = 0; round < 20; round++) {
      const dataDir = dataFolder();
      makeFolder(dataDir);
      const keys = await Promise.all(
        Array.from({ length: 10 }, (_, index) => pause(index).then(() => loadEncryptionKeys({ dataDir }))),
      );
      expect(new Set(keys.flat().map((key) => key.toString('hex'))).size).toBe(1);
      expect((await readFile(join(dataDir, 'encryption.key'), 'utf8')).trim()).toBe(keys[0]?.[0]?.toString('hex'));
    }
  });

  test('a damaged one is refused and not replaced', async () => {
    const dataDir = dataFolder();
    makeFolder(dataDir);
    await writeFile(join(dataDir, 'encryption.key'), 'abc');
    await chmod(join(dataDir, 'encryption.key'), 0o600);
    await expect(loadEncryptionKeys({ dataDir })).rejects.toThrow('damaged');
    expect(await readFile(join(dataDir, 'encryption.key'), 'utf8')).toBe('abc');
  });
});

describe('greeting', () => {
  test('warns where strangers could reach a sandbox', () => {
    expect(greeting(readConfig({ HOST: '0.0.0.0', SANDBOX_PUBLIC: '1' }), 'http://127.0.0.1:8080')).toContain('WARNING');
    expect(greeting(readConfig({ HOST: '127.0.0.1' }), 'http://127.0.0.1:8080')).not.toContain('WARNING');
  });

  test('knows no demo key in live mode', () => {
    const PUBLIC_URL = 'https://pay.example';
    const live = readConfig({ MODE: 'live', DATABASE_URL: database, ENCRYPTION_KEY: hexKey, PUBLIC_URL, HOST: '0.0.0.0' });
    expect(greeting(live, 'http://127.0.0.1:8080')).not.toMatch(/sandbox|WARNING/);
    expect(greeting(live, 'http://127.0.0.1:8080')).toContain('No CODE_OUTLET_URL');
  });

  test('of traces goes by the names of OpenTelemetry, and never shows a key', () => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };
    expect(readConfig({}).traces).toBeUndefined();
    expect(readConfig({ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: 'a=b,c=d%20e' }).traces).toEqual({
      url: 'http://collector:4318/v1/traces',
      headers: { a: 'b', c: 'd e' },
      ratio: 1,
      serviceName: 'deferred-payment-service',
    });
    const wrong = { OTEL_TRACES_SAMPLER_ARG: '2', OTEL_EXPORTER_OTLP_HEADERS: 'a=SECRET%ff', METRICS_KEY: 'short' };
    expect(() => readConfig({ ...endpoint, ...wrong })).toThrow(
      /METRICS_KEY.*OTEL_EXPORTER_OTLP_HEADERS is not name=value.*OTEL_TRACES_SAMPLER_ARG/,
    );
    expect(() => readConfig({ ...endpoint, ...wrong })).not.toThrow(/SECRET/);
  });
});
