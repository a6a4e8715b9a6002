import { join } from 'node:path';
import * as v from 'valibot';
import { SlipwayError } from '../../core/base/errors.ts';
import { nearestName } from '../../core/base/schema/unknown-fields.ts';
import type { Retention } from '../../core/ports/retention.ts';
import { type Arguments, type Role, readArguments } from '../http/arguments.ts';
import { environment } from './environment.ts';
import { type FactsPlace, factsPlaceOf } from './facts-place.ts';
import type { Places } from './lanes.ts';
import { type BackupPlace, mediaOf, s3Of } from './media-place.ts';
import {
  appVariables,
  type PlatformModule,
  type PlatformSettings,
  platformModules,
  variablesOf,
} from './platforms.ts';
import type { PostgresDatabase } from './postgres-storage.ts';
import type { ServiceSettings } from './service-settings.ts';
import { type SignInSettings, signInFaults, signInOf } from './sign-in.ts';
import { type TracingConfig, tracingOf } from './tracing.ts';

/**
 * What the service is started with: the command line and the environment, read once and checked as
 * a whole.
 */
export interface Config extends Arguments, ServiceSettings {
  readonly platformSettings: PlatformSettings;
  readonly retention: Retention;
  readonly host: string;
  readonly database:
    | { readonly type: 'sqlite'; readonly path: string }
    | (PostgresDatabase & { readonly pool: { readonly store: number; readonly facts: number } });
  readonly facts?: FactsPlace | undefined;
  /** Absent: one is made and kept in the data folder. */
  readonly secret?: string | undefined;
  readonly formerSecrets: readonly string[];
  readonly platforms: 'sandbox' | 'live';
  /** Where a sandbox answers that all processes share. */
  readonly sandboxUrl?: string | undefined;
  readonly readLimit: number;
  readonly writeLimit: number;
  readonly companyReadLimit?: number | undefined;
  readonly companyWriteLimit?: number | undefined;
  readonly places: Places;
  /** Bytes of a body that is no upload. */
  readonly bodyLimit: number;
  readonly publicUrl?: string | undefined;
  /** Addresses and networks of proxies whose word about their clients is believed. */
  readonly trustedProxies: readonly string[];
  /** How people sign in besides keys. */
  readonly signIn: SignInSettings;
  /** Opens /metrics, and nothing else, without looking anything up. */
  readonly metricsToken?: string | undefined;
  /** How long a process that was asked to end goes on answering, so that load balancers notice. */
  readonly drainMs: number;
  /** Where traces go; absent: nothing is traced. */
  readonly tracing?: TracingConfig | undefined;
  readonly log: 'debug' | 'info' | 'warn' | 'error' | 'off';
}

/** Thrown with one sentence for each thing that is wrong. */
export class ConfigFault extends Error {
  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.name = 'ConfigFault';
  }
}

/**
 * Whether to start again changes nothing: the settings are wrong, or the secret is not that of the
 * installation.
 */
export const isWrongSetting = (error: unknown): error is Error =>
  error instanceof ConfigFault ||
  (error instanceof SlipwayError && error.code === 'unreadable_secret');

/**
 * What a service on live platforms cannot do without. Commands such as doctor work without it.
 *
 * @param hasSecret whether the data folder holds the secret that an earlier start made
 */
export function refuseIncompleteLive(config: Config, hasSecret: boolean): void {
  if (config.platforms !== 'live' || config.role === 'worker') return;
  if (config.publicUrl !== undefined && (config.secret !== undefined || hasSecret)) return;
  throw new ConfigFault([
    'Live platforms need an address and a secret. Set these three, and start again:',
    '  SLIPWAY_PLATFORMS=live',
    `  SLIPWAY_PUBLIC_URL=${config.publicUrl ?? 'https://ads.example.com   # where people reach this service'}`,
    `  SLIPWAY_SECRET=${config.secret === undefined ? '…   # openssl rand -hex 32; keep a copy in another place' : '…   # is set'}`,
  ]);
}

/** Throws ConfigFault with every fault, not the first. */
export function readConfig(
  args: readonly string[],
  env: { readonly [name: string]: string | undefined },
): Config {
  const faults: string[] = [];
  // A variable that is set to nothing is one that is not set.
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const line = readArguments(args, given, faults);
  const result = v.safeParse(environment, given);
  if (!result.success)
    for (const issue of result.issues)
      faults.push(`${v.getDotPath(issue)?.replace(/\.\d+$/, '')} ${issue.message}.`);
  faults.push(...unknownVariables(given));
  const media = mediaOf(given, line.data, faults);
  const tracing = tracingOf(given, faults);
  const backups = backupPlaceOf(given.SLIPWAY_BACKUP, given, 'SLIPWAY_BACKUP', faults);
  const database = given.SLIPWAY_DATABASE ?? `sqlite:${join(line.data, 'slipway.db')}`;
  if (line.role !== 'all' && database.startsWith('sqlite:'))
    faults.push(
      '--role api and --role worker share a Postgres: set SLIPWAY_DATABASE=postgres://… for both.',
    );
  if (line.role !== 'all' && given.SLIPWAY_FACTS !== undefined)
    faults.push(
      `--role ${line.role} cannot have SLIPWAY_FACTS=${given.SLIPWAY_FACTS}: one process works on a file of DuckDB.`,
    );
  if (database.startsWith('postgres') && given.SLIPWAY_SECRET === undefined)
    faults.push(
      'SLIPWAY_SECRET is missing: all processes on one Postgres need the same. An installation that made one by itself has it in the file secret of its data folder.',
    );
  if (database.startsWith('sqlite:') && given.SLIPWAY_DATABASE_DIRECT !== undefined)
    faults.push(
      'SLIPWAY_DATABASE_DIRECT is for a SLIPWAY_DATABASE=postgres://… that leads through a pooler: leave it out.',
    );
  if (database.startsWith('sqlite:') && given.SLIPWAY_DATABASE_REPLICA !== undefined)
    faults.push('SLIPWAY_DATABASE_REPLICA is for a SLIPWAY_DATABASE=postgres://…: leave it out.');
  faults.push(...sandboxFaults(line.role, given), ...appFaults(given));
  faults.push(...signInFaults(given));
  if (!result.success || media === undefined || faults.length > 0) throw new ConfigFault(faults);
  const read = result.output;
  return {
    ...line,
    host: read.SLIPWAY_HOST,
    database: database.startsWith('sqlite:')
      ? { type: 'sqlite', path: database.slice(7) }
      : {
          type: 'postgres',
          url: database,
          direct: read.SLIPWAY_DATABASE_DIRECT,
          replica: read.SLIPWAY_DATABASE_REPLICA,
          pool: { store: read.SLIPWAY_POOL, facts: read.SLIPWAY_FACTS_POOL },
        },
    ...(read.SLIPWAY_FACTS && { facts: factsPlaceOf(read.SLIPWAY_FACTS) }),
    secret: read.SLIPWAY_SECRET,
    formerSecrets: read.SLIPWAY_FORMER_SECRETS,
    platforms: read.SLIPWAY_PLATFORMS,
    sandboxUrl: read.SLIPWAY_SANDBOX_URL,
    platformSettings: platformSettingsOf(read),
    researchUrl: read.SLIPWAY_RESEARCH_BASE_URL,
    readLimit: read.SLIPWAY_READ_LIMIT,
    writeLimit: read.SLIPWAY_WRITE_LIMIT,
    companyReadLimit: read.SLIPWAY_COMPANY_READ_LIMIT,
    companyWriteLimit: read.SLIPWAY_COMPANY_WRITE_LIMIT,
    webhookLimit: read.SLIPWAY_WEBHOOK_LIMIT,
    launchLimits: read.SLIPWAY_LAUNCH_LIMIT,
    bodyLimit: read.SLIPWAY_BODY_LIMIT * 1024 * 1024,
    conversionDays: read.SLIPWAY_CONVERSION_DAYS,
    retention: {
      batches: read.SLIPWAY_BATCH_DAYS,
      changes: read.SLIPWAY_CHANGE_DAYS,
      facts: read.SLIPWAY_FACT_DAYS,
      vintages: read.SLIPWAY_VINTAGE_DAYS,
      media: read.SLIPWAY_MEDIA_DAYS,
      audit: read.SLIPWAY_AUDIT_DAYS,
      deliveries: read.SLIPWAY_DELIVERY_DAYS,
    },
    places: {
      launches: read.SLIPWAY_LAUNCH_PLACES,
      deliveries: read.SLIPWAY_DELIVERY_PLACES,
      exports: read.SLIPWAY_EXPORT_PLACES,
      syncs: read.SLIPWAY_SYNC_PLACES,
      ...(read.SLIPWAY_PLATFORM_PLACES && { platforms: read.SLIPWAY_PLATFORM_PLACES }),
    },
    media,
    backup: backups && {
      place: backups,
      everyMs: read.SLIPWAY_BACKUP_HOURS * 3_600_000,
      keep: read.SLIPWAY_BACKUP_KEEP,
    },
    publicUrl: read.SLIPWAY_PUBLIC_URL,
    trustedHosts: read.SLIPWAY_TRUSTED_MEDIA_HOSTS,
    trustedProxies: read.SLIPWAY_TRUSTED_PROXIES,
    signIn: signInOf(read),
    metricsToken: read.SLIPWAY_METRICS_TOKEN,
    drainMs: read.SLIPWAY_DRAIN_SECONDS * 1000,
    log: read.SLIPWAY_LOG,
    tracing,
  };
}

/** `disk:FOLDER`, or an address of a bucket; undefined for what is neither. */
export function backupPlaceOf(
  given: string | undefined,
  env: { readonly [name: string]: string | undefined },
  name: string,
  faults: string[],
): BackupPlace | undefined {
  if (given === undefined) return undefined;
  if (given.startsWith('disk:')) return { type: 'disk', folder: given.slice(5) };
  const bucket = s3Of(given, env, name, faults);
  return bucket && { type: 's3', ...bucket };
}

function platformSettingsOf(read: { readonly [name: string]: unknown }): PlatformSettings {
  // the schema says so
  const text = (name: string): string | undefined => read[name] as string | undefined;
  return Object.fromEntries(
    platformModules.map((module) => {
      const start = variablesOf(module);
      const app = appVariables(module).flatMap(([key, name]) =>
        text(name) === undefined ? [] : [[key, text(name)]],
      );
      return [
        module.definition.id,
        {
          baseUrl: text(`${start}_BASE_URL`),
          version: text(`${start}_VERSION`),
          ...(app.length > 0 && { app: Object.fromEntries(app) }),
        },
      ];
    }),
  );
}

/** An app needs both its id and its secret. */
function appFaults(given: { readonly [name: string]: string | undefined }): string[] {
  return platformModules.flatMap((module: PlatformModule) => {
    const all = appVariables(module);
    const needed = all
      .filter(([key]) => !module.oauth?.optional?.includes(key))
      .map(([, name]) => name);
    const missing = needed.filter((name) => given[name] === undefined);
    return all.some(([, name]) => given[name] !== undefined) && missing.length > 0
      ? [`${missing.join(' and ')} is missing: companies connect by OAuth with the whole app.`]
      : [];
  });
}

/** Each data folder has a sandbox of its own: processes that share the work need one for all. */
function sandboxFaults(
  role: Role,
  given: { readonly [name: string]: string | undefined },
): string[] {
  const { SLIPWAY_PLATFORMS: platforms, SLIPWAY_SANDBOX_URL: url } = given;
  if (platforms === 'live')
    return url === undefined
      ? []
      : ['SLIPWAY_SANDBOX_URL is not for SLIPWAY_PLATFORMS=live: leave one out.'];
  const other = [
    ...platformModules.map((module) => `${variablesOf(module)}_BASE_URL`),
    'SLIPWAY_RESEARCH_BASE_URL',
  ].find((name) => given[name] !== undefined);
  if (url !== undefined && other !== undefined)
    return [`SLIPWAY_SANDBOX_URL says where all simulated platforms answer: leave ${other} out.`];
  if (role === 'all' || url !== undefined) return [];
  return [
    `--role ${role} needs a sandbox that all processes reach: run \`slipway sandbox\` and set SLIPWAY_SANDBOX_URL to its address for all of them, or SLIPWAY_PLATFORMS=live.`,
  ];
}

/** An unknown variable is probably a misspelt one. */
function unknownVariables(given: { readonly [name: string]: string | undefined }): string[] {
  const known = Object.keys(environment.entries);
  const ours = Object.keys(given).filter(
    (name) => /^slipway_/i.test(name) && !known.includes(name),
  );
  return ours.map((name) => {
    // The part they all have in common would make every name look near.
    const near = nearestName(
      name.slice(8),
      known.flatMap((each) => (each.startsWith('SLIPWAY_') ? [each.slice(8)] : [])),
    );
    return `Slipway has no variable ${name}.${near === undefined ? '' : ` Did you mean SLIPWAY_${near}?`}`;
  });
}
