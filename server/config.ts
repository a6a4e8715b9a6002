import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as v from 'valibot';

/** What the service is started with: the command line and the environment, read once and checked as a whole. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly data: string;
  /** Print one line of JSON when ready and nothing else to standard output. */
  readonly json: boolean;
  /** `api` answers requests, `worker` carries out what they asked for, `all` does both. */
  readonly role: Role;
  readonly database: { readonly type: 'sqlite'; readonly path: string } | { readonly type: 'postgres'; readonly url: string };
  /** Absent: one is made and kept in the data folder. */
  readonly secret?: string | undefined;
  readonly formerSecrets: readonly string[];
  readonly platforms: 'sandbox' | 'live';
  readonly metaBaseUrl?: string | undefined;
  /** `v25.0`; the adapter's own default when absent. */
  readonly metaVersion?: string | undefined;
  readonly tiktokBaseUrl?: string | undefined;
  readonly readLimit: number;
  readonly writeLimit: number;
  readonly media: { readonly type: 'disk'; readonly folder: string } | ({ readonly type: 's3' } & S3Place);
  readonly publicUrl?: string | undefined;
  readonly trustedMediaHosts: readonly string[];
  readonly log: 'info' | 'warn' | 'error' | 'off';
}

export type Role = 'all' | 'api' | 'worker';

const roles: readonly Role[] = ['all', 'api', 'worker'];

interface S3Place {
  readonly bucket: string;
  readonly endpoint: string;
  readonly region: string;
  readonly prefix?: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Thrown with one sentence for each thing that is wrong. */
export class ConfigFault extends Error {
  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.name = 'ConfigFault';
  }
}

const whole = (max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d+$/, 'must be a whole number'),
    v.transform(Number),
    v.minValue(1, 'must be at least 1'),
    v.maxValue(max, `must be at most ${max}`),
  );

const address = v.pipe(
  v.string(),
  v.check((text) => /^https?:\/\//.test(text) && URL.canParse(text), 'must be an address that starts with http:// or https://'),
  v.transform((text) => text.replace(/\/+$/, '')),
);

const commas = v.pipe(
  v.string(),
  v.transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
);

const long = v.pipe(v.string(), v.minLength(16, 'must have at least 16 characters'));

const environment = v.object({
  SLIPWAY_DATABASE: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/, 'must be sqlite:FILE or postgres://user:password@host/database'),
    ),
  ),
  SLIPWAY_SECRET: v.optional(long),
  SLIPWAY_FORMER_SECRETS: v.optional(v.pipe(commas, v.array(long)), ''),
  SLIPWAY_PLATFORMS: v.optional(v.picklist(['sandbox', 'live'], 'must be sandbox or live'), 'sandbox'),
  SLIPWAY_META_BASE_URL: v.optional(address),
  SLIPWAY_META_VERSION: v.optional(v.pipe(v.string(), v.regex(/^v\d+\.\d+$/, 'must be a version such as v25.0'))),
  SLIPWAY_TIKTOK_BASE_URL: v.optional(address),
  SLIPWAY_READ_LIMIT: v.optional(whole(10_000_000), '60'),
  SLIPWAY_WRITE_LIMIT: v.optional(whole(10_000_000), '10'),
  SLIPWAY_MEDIA: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(disk:.+|s3:\/\/[^/?]+(\/[^?]*)?\?.+)$/, 'must be disk:FOLDER or s3://BUCKET?endpoint=…&region=…'),
    ),
  ),
  SLIPWAY_PUBLIC_URL: v.optional(address),
  SLIPWAY_TRUSTED_MEDIA_HOSTS: v.optional(commas, ''),
  SLIPWAY_HOST: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty')), '127.0.0.1'),
  SLIPWAY_LOG: v.optional(v.picklist(['info', 'warn', 'error', 'off'], 'must be info, warn, error or off'), 'info'),
  AWS_ACCESS_KEY_ID: v.optional(v.string()),
  AWS_SECRET_ACCESS_KEY: v.optional(v.string()),
});

/** Throws ConfigFault with every fault, not the first. */
export function readConfig(args: readonly string[], env: { readonly [name: string]: string | undefined }): Config {
  const faults: string[] = [];
  const line = readArguments(args, faults);
  // A variable that is set to nothing is one that is not set.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const result = v.safeParse(environment, given);
  if (!result.success)
    for (const issue of result.issues) faults.push(`${v.getDotPath(issue)?.replace(/\.\d+$/, '')} ${issue.message}.`);
  const media = mediaOf(given, line.data, faults);
  const database = given.SLIPWAY_DATABASE ?? `sqlite:${join(line.data, 'slipway.db')}`;
  if (line.role !== 'all' && database.startsWith('sqlite:'))
    faults.push('--role api and --role worker share a Postgres: set SLIPWAY_DATABASE=postgres://… for both.');
  if (!result.success || media === undefined || faults.length > 0) throw new ConfigFault(faults);
  const read = result.output;
  return {
    ...line,
    host: read.SLIPWAY_HOST,
    database: database.startsWith('sqlite:') ? { type: 'sqlite', path: database.slice(7) } : { type: 'postgres', url: database },
    secret: read.SLIPWAY_SECRET,
    formerSecrets: read.SLIPWAY_FORMER_SECRETS,
    platforms: read.SLIPWAY_PLATFORMS,
    metaBaseUrl: read.SLIPWAY_META_BASE_URL,
    metaVersion: read.SLIPWAY_META_VERSION,
    tiktokBaseUrl: read.SLIPWAY_TIKTOK_BASE_URL,
    readLimit: read.SLIPWAY_READ_LIMIT,
    writeLimit: read.SLIPWAY_WRITE_LIMIT,
    media,
    publicUrl: read.SLIPWAY_PUBLIC_URL,
    trustedMediaHosts: read.SLIPWAY_TRUSTED_MEDIA_HOSTS,
    log: read.SLIPWAY_LOG,
  };
}

function readArguments(args: readonly string[], faults: string[]): Pick<Config, 'port' | 'data' | 'json' | 'role'> {
  const known = {
    port: { type: 'string' },
    data: { type: 'string' },
    json: { type: 'boolean' },
    role: { type: 'string' },
  } as const;
  const { values, positionals } = parseArgs({ args: [...args], options: known, strict: false, allowPositionals: true });
  const unknown = [
    ...Object.keys(values)
      .filter((name) => !(name in known))
      .map((name) => `--${name}`),
    ...positionals,
  ];
  if (unknown.length > 0)
    faults.push(`${unknown.join(', ')}: not known here. Known: --port N, --data FOLDER, --role all|api|worker, --json.`);
  // Without its value an option is simply true.
  const given = (name: 'port' | 'data' | 'role', fallback: string): string => {
    const value = values[name] ?? fallback;
    if (typeof value === 'string') return value;
    faults.push(`--${name} needs a value.`);
    return fallback;
  };
  const port = Number(given('port', '4000'));
  if (!Number.isInteger(port) || port < 0 || port > 65_535) faults.push('--port must be a number from 0 to 65535.');
  const name = given('role', 'all');
  const role = roles.find((each) => each === name);
  if (role === undefined) faults.push(`--role must be one of ${roles.join(', ')}.`);
  return { port, data: given('data', '.slipway'), json: values.json === true, role: role ?? 'all' };
}

/** `s3://BUCKET/PREFIX?endpoint=https://…&region=…`; the keys come from the two variables every S3 tool reads. */
function mediaOf(
  env: { readonly [name: string]: string | undefined },
  data: string,
  faults: string[],
): Config['media'] | undefined {
  const given = env.SLIPWAY_MEDIA ?? `disk:${join(data, 'media')}`;
  if (given.startsWith('disk:')) return { type: 'disk', folder: given.slice(5) };
  // What is neither is told by the schema.
  if (!given.startsWith('s3://') || !URL.canParse(given)) return undefined;
  const url = new URL(given);
  const endpoint = url.searchParams.get('endpoint') ?? '';
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint))
    faults.push('SLIPWAY_MEDIA needs ?endpoint=https://… of the S3-compatible store.');
  if (accessKeyId === undefined) faults.push('AWS_ACCESS_KEY_ID is missing, which SLIPWAY_MEDIA=s3://… needs.');
  if (secretAccessKey === undefined) faults.push('AWS_SECRET_ACCESS_KEY is missing, which SLIPWAY_MEDIA=s3://… needs.');
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '');
  return {
    type: 's3',
    bucket: url.hostname,
    endpoint,
    region: url.searchParams.get('region') ?? 'us-east-1',
    ...(prefix !== '' && { prefix: `${prefix}/` }),
    accessKeyId,
    secretAccessKey,
  };
}
