// The environment becomes one frozen object. Every fault is collected, so that an operator corrects a file once and not
// value by value.
import { resolve } from 'node:path';
import { withoutSlashes } from './addresses.ts';
import { readDatabaseAddress, WrongAddress } from './database-address.ts';
import { isNetwork, isWithin } from './networks.ts';

export type Mode = 'sandbox' | 'live';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export type Config = Readonly<{
  host: string;
  port: number;
  dataDir: string;
  /** False when `dataDir` is only the default, which may be placed elsewhere when it can't be reached. */
  dataDirChosen: boolean;
  databaseUrl?: string;
  mode: Mode;
  logLevel: LogLevel;
  basePath: string;
  /** Newest first. */
  encryptionKeys?: readonly Buffer[];
  queueLimit: number;
  poolSize: number;
  /** Of the embedded PostgreSQL; 0 is a share of the memory there is. */
  databaseCacheMegabytes: number;
  /** Processes on the one port; the one started first holds the database and forks them when there are several. */
  workers: number;
  /** False when a step of its own migrates the database before processes are started. */
  migrate: boolean;
  /** False for a process that only answers requests; another one has to run the jobs. */
  jobs: boolean;
  /** False for the well-known towns alone, where nothing was imported. */
  shippedPlaces: boolean;
  preparedStatements: boolean;
  /** 0 is off. */
  rateLimitPerMinute: number;
  lookupLimitPerMinute: number;
  /** Files that one process receives at once. */
  uploadsAtOnce: number;
  /** From the approval of another account to its being in force. */
  accountChangeHours: number;
  metricsKey?: string;
  traces?: TraceConfig;
  /** Above so many milliseconds of waiting for the event loop or a connection, requests are refused; 0 is off. */
  shedAfterMs: number;
  /** How long the service says that it is not ready before it stops. */
  drainSeconds: number;
  /** Age of the oldest event that waits, above which the service is not ready; 0 is never. */
  readyOutboxSeconds: number;
  /** How long the events of merchants are kept for those who poll or replay them. */
  eventDays: number;
  publicUrl?: string;
  /** Networks in CIDR notation that webhooks may reach although they are private or reserved. */
  webhookAllowedNetworks: readonly string[];
  bureau?: SourceConfig;
  populationRegister?: SourceConfig;
  addressRegister?: SourceConfig;
  lookupRegister?: SourceConfig;
  codeOutlet?: SourceConfig;
  /** Where the heads of the chains are kept beside the database. */
  heads: HeadsConfig;
}>;

/** A source behind HTTP (docs/sources.md). */
export interface SourceConfig {
  readonly url: string;
  readonly key: string;
  readonly limitMs: number;
}

/** Where traces go (OTLP over HTTP), by the names that OpenTelemetry gives its variables. */
export interface TraceConfig {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Of the traces that begin here; those that a caller began are kept as the caller says. */
  readonly ratio: number;
  readonly serviceName: string;
}

/** Where the heads of the chains are kept beside the database (docs/privacy.md). */
export interface HeadsConfig {
  readonly everyMinutes: number;
  readonly folder?: string;
  readonly webhook?: SourceConfig;
  readonly s3?: S3Place;
}

export interface S3Place {
  /** Endpoint, bucket and prefix, without a slash at the end. */
  readonly url: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const encryptionKeyBytes = 32;

/** The 32 bytes of a key written as 64 hexadecimal digits or as base64 (either alphabet), or nothing if it is neither. */
export function parseEncryptionKey(text: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === encryptionKeyBytes ? bytes : undefined;
}

const keyForms = '32 bytes, written as 64 hexadecimal digits or as base64';

/** The ring, newest first: of one key, or of several with commas between them. */
function keysOf(reader: Reader): readonly Buffer[] | undefined {
  const isKey = (text: string): boolean => parseEncryptionKey(text) !== undefined;
  const one = reader.secret('ENCRYPTION_KEY', keyForms, isKey);
  const areKeys = (text: string): boolean => text.split(',').every((each) => isKey(each.trim()));
  const ring = reader.secret('ENCRYPTION_KEYS', `keys of ${keyForms}, the newest first, with commas between them`, areKeys);
  if (one !== undefined && ring !== undefined) reader.faults.push('set ENCRYPTION_KEYS or ENCRYPTION_KEY, not both');
  const keys = (ring ?? one)?.split(',').flatMap((each) => parseEncryptionKey(each.trim()) ?? []);
  const texts = keys?.map((key) => key.toString('hex')) ?? [];
  if (new Set(texts).size < texts.length) reader.faults.push('ENCRYPTION_KEYS names a key twice');
  return keys;
}

/** The keys alone, for a command that needs nothing else of the configuration. */
export function readEncryptionKeys(env: NodeJS.ProcessEnv): readonly Buffer[] | undefined {
  const reader = new Reader(env);
  const keys = keysOf(reader);
  if (reader.faults.length > 0) throw new ConfigError(reader.faults.join('; '));
  return keys;
}

function isUrl(text: string, protocols: readonly string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol);
}

// A value of the environment may be a secret (a key pasted into the wrong variable), so long ones are not repeated.
function shown(text: string): string {
  return text.length > 40 ? `${JSON.stringify(text.slice(0, 37))}…` : JSON.stringify(text);
}

const thisMachine = ['127.0.0.0/8', '::1'];

/** Is it reached from this machine alone? */
export const isLoopback = (host: string): boolean => host === 'localhost' || isWithin(host, thisMachine);

class Reader {
  readonly faults: string[] = [];
  private readonly env: NodeJS.ProcessEnv;

  constructor(env: NodeJS.ProcessEnv) {
    this.env = env;
  }

  text(name: string): string | undefined {
    const value = this.env[name]?.trim();
    return value === '' ? undefined : value;
  }

  checked(name: string, allowed: string, accepts: (text: string) => boolean): string | undefined {
    const text = this.text(name);
    if (text === undefined || accepts(text)) return text;
    this.faults.push(`${name} is ${shown(text)}, allowed is ${allowed}`);
    return undefined;
  }

  /** Like `checked`, for values that hold a password or a key and are therefore never shown. */
  secret(name: string, allowed: string, accepts: (text: string) => boolean): string | undefined {
    const text = this.text(name);
    if (text === undefined || accepts(text)) return text;
    this.faults.push(`${name} is not ${allowed}`);
    return undefined;
  }

  integer(name: string, otherwise: number, lowest: number, highest: number): number {
    const inside = (text: string) => /^\d{1,9}$/.test(text) && Number(text) >= lowest && Number(text) <= highest;
    const text = this.checked(name, `a whole number from ${lowest} to ${highest}`, inside);
    return text === undefined ? otherwise : Number(text);
  }

  choice<T extends string>(name: string, otherwise: T, choices: readonly T[]): T {
    const text = this.checked(name, choices.join(', '), (candidate) => choices.some((choice) => choice === candidate));
    return choices.find((choice) => choice === text) ?? otherwise;
  }

  isOn(name: string, otherwise: 'on' | 'off'): boolean {
    const { on, off } = switchWords;
    const known: readonly string[] = [...on, ...off];
    const text = this.checked(name, 'on, off', (candidate) => known.includes(candidate)) ?? otherwise;
    return on.some((word) => word === text);
  }
}

/** The words of a switch: the first of each is the one that is written, the others are understood. */
const switchWords = { on: ['on', 'true', '1'], off: ['off', 'false', '0'] } as const;

const leastKeyLength = 16;
const keyForm = `a key of at least ${leastKeyLength} visible characters`;
const isKeyForm = (text: string): boolean => text.length >= leastKeyLength && /^[\x21-\x7e]+$/.test(text);

/** A source's address, key and time limit; nothing when no address is given. */
function sourceOf(reader: Reader, name: string, mode: Mode, usualMs = 800): SourceConfig | undefined {
  const protocols = mode === 'live' ? ['https:'] : ['http:', 'https:'];
  // The value is not shown: an address may carry a password.
  const url = reader.secret(
    `${name}_URL`,
    `an address starting with ${protocols.join('// or ')}// and without a password`,
    (text) => {
      if (!isUrl(text, protocols)) return false;
      const { username, password } = new URL(text);
      return username === '' && password === '';
    },
  );
  const key = reader.secret(`${name}_KEY`, keyForm, isKeyForm);
  const limitMs = reader.integer(`${name}_LIMIT_MS`, usualMs, 50, 10_000);
  if (reader.text(`${name}_URL`) !== undefined && reader.text(`${name}_KEY`) === undefined)
    reader.faults.push(`${name}_URL needs ${name}_KEY`);
  return url === undefined || key === undefined ? undefined : { url, key, limitMs };
}

/** Where the heads of the chains are kept. */
function headsOf(reader: Reader, mode: Mode): HeadsConfig {
  const protocols = mode === 'live' ? ['https:'] : ['http:', 'https:'];
  const webhook = sourceOf(reader, 'HEADS', mode, 5000);
  const folder = reader.checked('HEADS_DIR', 'the path of a folder', (text) => !text.includes('\0'));
  const url = reader.secret(
    'HEADS_S3_URL',
    `an address starting with ${protocols.join('// or ')}//, of letters, digits and .-_~/`,
    (text) => {
      if (!isUrl(text, protocols)) return false;
      const { username, password, search, hash, pathname } = new URL(text);
      return [username, password, search, hash].every((each) => each === '') && /^[\w.~/-]*$/.test(pathname);
    },
  );
  const visible = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);
  const accessKey = reader.secret('HEADS_S3_ACCESS_KEY', 'visible characters', visible);
  const secretKey = reader.secret('HEADS_S3_SECRET_KEY', 'visible characters', visible);
  const region = reader.checked('HEADS_S3_REGION', 'the name of a region', (text) => /^[\w-]{1,40}$/.test(text)) ?? 'us-east-1';
  if (reader.text('HEADS_S3_URL') !== undefined && (accessKey === undefined || secretKey === undefined))
    reader.faults.push('HEADS_S3_URL needs HEADS_S3_ACCESS_KEY and HEADS_S3_SECRET_KEY');
  return {
    everyMinutes: reader.integer('HEADS_EVERY_MINUTES', 60, 1, 1440),
    ...(folder !== undefined && { folder: resolve(folder) }),
    ...(webhook && { webhook }),
    ...(url !== undefined &&
      accessKey !== undefined &&
      secretKey !== undefined && { s3: { url: withoutSlashes(url), region, accessKey, secretKey } }),
  };
}

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== '';
  } catch {
    return false;
  }
}

function tracesOf(reader: Reader): TraceConfig | undefined {
  const isPlace = (text: string): boolean => isUrl(text, ['http:', 'https:']) && new URL(text).password === '';
  const form = 'an address starting with http:// or https:// and without a password';
  const base = reader.secret('OTEL_EXPORTER_OTLP_ENDPOINT', form, isPlace);
  const own = reader.secret('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', form, isPlace);
  const pair = /^[\w-]+=[\x21-\x2b\x2d-\x7e ]+$/;
  const headers = reader.secret('OTEL_EXPORTER_OTLP_HEADERS', 'name=value, with commas between', (text) =>
    text.split(',').every((each) => pair.test(each.trim()) && isDecodable(each)),
  );
  const ratio = reader.checked('OTEL_TRACES_SAMPLER_ARG', 'a number from 0 to 1', (text) => /^(0(\.\d+)?|1(\.0+)?)$/.test(text));
  const serviceName = reader.checked('OTEL_SERVICE_NAME', 'a name', (text) => /^[\w.-]{1,64}$/.test(text));
  const url = own ?? (base && `${withoutSlashes(base)}/v1/traces`);
  if (url === undefined) return undefined;
  const pairs = (headers ?? '')
    .split(',')
    .filter(Boolean)
    .map((each) => each.trim().split(/=(.*)/s));
  return {
    url,
    headers: Object.fromEntries(pairs.map(([name = '', value = '']) => [name, decodeURIComponent(value)])),
    ratio: ratio === undefined ? 1 : Number(ratio),
    serviceName: serviceName ?? 'deferred-payment-service',
  };
}

function databaseUrlOf(reader: Reader): string | undefined {
  const text = reader.text('DATABASE_URL');
  try {
    if (text !== undefined) readDatabaseAddress(text);
  } catch (fault) {
    if (!(fault instanceof WrongAddress)) throw fault;
    reader.faults.push(`DATABASE_URL ${fault.message}`);
  }
  return text;
}

function demandOfMode(reader: Reader, { mode, host }: Config): void {
  // The keys of a sandbox are published.
  if (mode === 'sandbox' && !reader.isOn('SANDBOX_PUBLIC', 'off') && !isLoopback(host))
    reader.faults.push(`HOST=${host} opens a sandbox and its known keys to others; SANDBOX_PUBLIC=on allows it`);
  const key = reader.text('ENCRYPTION_KEYS') === undefined ? ['ENCRYPTION_KEY'] : [];
  // Nearly every answer to a shop holds links for consumers, which nothing but the public address makes right.
  const needed = ['DATABASE_URL', ...key, 'PUBLIC_URL'];
  const missing = needed.filter((name) => mode === 'live' && reader.text(name) === undefined);
  if (missing.length > 0) reader.faults.push(`MODE=live needs ${missing.join(' and ')}`);
}

/** Reads the configuration; throws a `ConfigError` of one line that lists everything that is wrong. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const reader = new Reader(env);
  const mode = reader.choice<Mode>('MODE', 'sandbox', ['sandbox', 'live']);
  const databaseUrl = databaseUrlOf(reader);
  const encryptionKeys = keysOf(reader);
  // Codes and documents go by it, so in live mode it is encrypted.
  const protocols = mode === 'live' ? ['https:'] : ['http:', 'https:'];
  const publicUrl = reader.checked('PUBLIC_URL', `an address starting with ${protocols.join('// or ')}//`, (text) =>
    isUrl(text, protocols),
  );
  const bureau = sourceOf(reader, 'BUREAU', mode);
  const populationRegister = sourceOf(reader, 'POPULATION_REGISTER', mode);
  const addressRegister = sourceOf(reader, 'ADDRESS_REGISTER', mode);
  const lookupRegister = sourceOf(reader, 'LOOKUP_REGISTER', mode);
  // The consumer waits for the page meanwhile.
  const codeOutlet = sourceOf(reader, 'CODE_OUTLET', mode, 5000);
  const metricsKey = reader.secret('METRICS_KEY', keyForm, isKeyForm);
  const traces = tracesOf(reader);
  const dataDirText = reader.checked('DATA_DIR', 'the path of a folder', (text) => !text.includes('\0'));
  // A developer's receiver runs beside the sandbox; in live mode nothing private is reached unless the operator says so.
  const networks = reader.checked(
    'WEBHOOK_ALLOWED_NETWORKS',
    'a list of networks like 10.1.0.0/16,fd00::/8, or none',
    (text) => text === 'none' || text.split(',').every((each) => isNetwork(each.trim())),
  );
  const openNetworks = networks ?? (mode === 'sandbox' ? '127.0.0.0/8,::1/128' : 'none');
  const config: Config = {
    host: reader.checked('HOST', 'an address or a host name', (text) => /^[\w.:-]+$/.test(text)) ?? '127.0.0.1',
    port: reader.integer('PORT', 8080, 0, 65535),
    dataDir: resolve(dataDirText ?? 'data'),
    dataDirChosen: dataDirText !== undefined,
    ...(databaseUrl !== undefined && { databaseUrl }),
    mode,
    logLevel: reader.choice('LOG_LEVEL', 'info', logLevels),
    basePath:
      reader.checked('BASE_PATH', 'a path like /pay, without a slash at its end', (text) => /^(\/[\w.~-]+)+$/.test(text)) ?? '',
    ...(encryptionKeys !== undefined && { encryptionKeys }),
    queueLimit: reader.integer('QUEUE_LIMIT', 5000, 1, 1_000_000),
    poolSize: reader.integer('POOL_SIZE', 10, 1, 1000),
    databaseCacheMegabytes: reader.integer('DATABASE_CACHE_MB', 0, 0, 1_000_000),
    workers: reader.integer('WORKERS', 1, 1, 64),
    migrate: reader.isOn('MIGRATE', 'on'),
    jobs: reader.isOn('JOBS', 'on'),
    shippedPlaces: reader.isOn('SHIPPED_PLACES', 'on'),
    preparedStatements: reader.isOn('PREPARED_STATEMENTS', 'on'),
    rateLimitPerMinute: reader.integer('RATE_LIMIT_PER_MINUTE', mode === 'live' ? 6000 : 0, 0, 100_000_000),
    lookupLimitPerMinute: reader.integer('LOOKUP_LIMIT_PER_MINUTE', mode === 'live' ? 60 : 0, 0, 1_000_000),
    uploadsAtOnce: reader.integer('UPLOADS_AT_ONCE', 2, 1, 100),
    accountChangeHours: reader.integer('ACCOUNT_CHANGE_HOURS', mode === 'live' ? 24 : 0, 0, 720),
    shedAfterMs: reader.integer('SHED_AFTER_MS', mode === 'live' ? 1000 : 0, 0, 60_000),
    drainSeconds: reader.integer('DRAIN_SECONDS', mode === 'live' ? 5 : 0, 0, 300),
    eventDays: reader.integer('EVENT_DAYS', 400, 100, 4000),
    readyOutboxSeconds: reader.integer('READY_OUTBOX_SECONDS', 0, 0, 1_000_000),
    ...(traces && { traces }),
    ...(metricsKey !== undefined && { metricsKey }),
    webhookAllowedNetworks: openNetworks === 'none' ? [] : openNetworks.split(',').map((each) => each.trim()),
    ...(bureau && { bureau }),
    ...(populationRegister && { populationRegister }),
    ...(addressRegister && { addressRegister }),
    ...(lookupRegister && { lookupRegister }),
    ...(codeOutlet && { codeOutlet }),
    heads: headsOf(reader, mode),
    ...(publicUrl !== undefined && { publicUrl: withoutSlashes(publicUrl) }),
  };
  demandOfMode(reader, config);
  if (reader.faults.length > 0) throw new ConfigError(`Wrong configuration: ${reader.faults.join('; ')}.`);
  return Object.freeze(config);
}
