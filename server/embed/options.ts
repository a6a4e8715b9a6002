import { join } from 'node:path';
import * as v from 'valibot';
import type { PlatformModule } from '../../adapters/platforms/module.ts';
import type { Simulated } from '../../adapters/simulated/package.ts';
import { SlipwayError } from '../../core/base/errors.ts';
import { LARGEST_ADS, LARGEST_CREATIONS } from '../../core/base/limits.ts';
import { nearestName } from '../../core/base/schema/unknown-fields.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { Facts } from '../../core/ports/facts.ts';
import type { Http } from '../../core/ports/http.ts';
import { type Log, silent } from '../../core/ports/log.ts';
import type { Mailer } from '../../core/ports/mailer.ts';
import type { Store } from '../../core/ports/store.ts';
import type { Database } from '../process/assemble.ts';
import { defaultPlaces, type LanePlaces, lanePlaces, type Places } from '../process/lanes.ts';
import type { MediaPlace } from '../process/media-place.ts';
import { platformModules } from '../process/platforms.ts';
import type { PoolSizes } from '../process/postgres-storage.ts';
import type { ServiceSettings } from '../process/service-settings.ts';

export interface SlipwayOptions extends Partial<ServiceSettings> {
  /** `memory` (the default), `sqlite:FILE` or `postgres://…`. */
  readonly database?: string;
  /**
   * With a pooler in transaction mode in front of Postgres: an address past it, for what needs a
   * session.
   */
  readonly databaseDirect?: string;
  /** A copy that follows Postgres: reports read there what they add up. */
  readonly databaseReplica?: string;
  /** `sandbox` (the default): simulated platforms that spend nothing. `live`: the real ones. */
  readonly platforms?: 'sandbox' | 'live';
  /**
   * Where a sandbox answers that several programs share (`slipway sandbox` runs one). Default: one
   * inside this process.
   */
  readonly sandboxUrl?: string;
  /**
   * For media and exports, unless `media` names another place. Default: beside the SQLite file;
   * with memory a temporary one.
   */
  readonly folder?: string;
  /**
   * Seals credentials, at least 16 characters. Default: one that is made and kept in the folder.
   */
  readonly secret?: string;
  /** Earlier secrets, which still open what they sealed. */
  readonly formerSecrets?: readonly string[];
  /** Where the media addresses you hand out lead. Only matters when you mount the app. */
  readonly publicUrl?: string;
  /**
   * The company that `companyId` and the use cases of `Slipway` itself mean. Default: the one the
   * installation began with.
   */
  readonly company?: string;
  /**
   * A store of your own instead of `database`; `slipway/testing` has the suite that it must pass.
   * Needs `folder` and `secret`.
   */
  readonly store?: Store;
  /**
   * `duckdb:FILE` keeps figures in a file of DuckDB, which needs the package `@duckdb/node-api`;
   * one process at a time may have it open. Beside a store of your own: where figures are kept.
   * Default: in the database; beside a store of your own in memory, fetched again after each start.
   */
  readonly facts?: Facts | `duckdb:${string}`;
  /** Platforms of your own, besides those there are. */
  readonly modules?: readonly PlatformModule[];
  /** How the sandbox inside this process plays them. */
  readonly simulations?: readonly Simulated[];
  /** How platforms are reached. Default: the runtime’s `fetch`, or the sandbox. */
  readonly http?: Http;
  /** How messages to people are sent. Default: none are. */
  readonly mail?: Mailer;
  /** Default: the machine’s time. */
  readonly clock?: Clock;
  readonly log?: Omit<Log, 'debug'> & Partial<Pick<Log, 'debug'>>;
  /**
   * With Postgres: how many connections this process opens at most. Default
   * `{ store: 8, facts: 4 }`, besides one of its own.
   */
  readonly pool?: PoolSizes;
  /**
   * Whether launches are carried out in this process. Default true; false where workers run
   * elsewhere.
   */
  readonly work?: boolean;
  /**
   * How much of each kind of background work this process does at the same time, where the defaults
   * do not fit.
   */
  readonly places?: {
    readonly [lane in Exclude<keyof Places, 'platforms'>]?: Pick<LanePlaces, 'places'> &
      Partial<LanePlaces>;
  };
}

const size = v.pipe(
  v.number('must be a number'),
  v.integer('must be a whole number'),
  v.minValue(1, 'must be at least 1'),
);
const connections = v.optional(size);
const text = v.pipe(v.string('must be a text'), v.nonEmpty('must not be empty'));
const postgres = v.optional(
  v.pipe(v.string('must be a text'), v.regex(/^postgres(ql)?:\/\/.+$/s, 'must be postgres://…')),
);
const laneShape = v.optional(
  v.strictObject(
    { places: size, perCompany: v.optional(size), perAccount: v.optional(size) },
    'must name places',
  ),
);

const address = v.pipe(
  v.string('must be an address'),
  v.check(
    (text) => /^https?:\/\//.test(text) && URL.canParse(text),
    'must start with http:// or https://',
  ),
);

const secretText = v.pipe(
  v.string('must be a text'),
  v.minLength(16, 'must have at least 16 characters'),
);

const place = v.variant(
  'type',
  [
    v.strictObject({ type: v.literal('disk'), folder: text, exports: v.optional(text) }),
    v.strictObject({
      type: v.literal('s3'),
      bucket: text,
      endpoint: address,
      region: text,
      prefix: v.optional(text),
      accessKeyId: text,
      secretAccessKey: text,
    }),
  ],
  'must have the type disk or s3',
);
const atLeast = (days: number) =>
  v.optional(v.pipe(size, v.minValue(days, `must be at least ${days}`)));

/** An object of the caller's program that has these members. */
const parts = <T>(names: readonly string[]) =>
  v.custom<T>(
    (given) => typeof given === 'object' && given !== null && names.every((name) => name in given),
    `must have ${[names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ')}`,
  );

const shape = v.strictObject({
  database: v.optional(
    v.pipe(
      v.string('must be a text'),
      v.regex(
        /^(memory|sqlite:.+|postgres(ql)?:\/\/.+)$/s,
        'must be memory, sqlite:FILE or postgres://…',
      ),
    ),
  ),
  databaseDirect: postgres,
  databaseReplica: postgres,
  platforms: v.optional(v.picklist(['sandbox', 'live'], 'must be sandbox or live')),
  folder: v.optional(v.pipe(v.string('must be a path'), v.nonEmpty('must be a path'))),
  secret: v.optional(secretText),
  formerSecrets: v.optional(v.array(secretText, 'must be a list of texts')),
  publicUrl: v.optional(address),
  sandboxUrl: v.optional(address),
  company: v.optional(
    v.pipe(v.string('must be the id of a company'), v.nonEmpty('must be the id of a company')),
  ),
  store: v.optional(parts<Store>(['get', 'find', 'commit'])),
  facts: v.optional(
    v.union(
      [parts<Facts>(['put', 'scan']), v.pipe(v.string(), v.regex(/^duckdb:.+$/s))],
      'must be duckdb:FILE, or have put and scan',
    ),
  ),
  modules: v.optional(
    v.array(parts<PlatformModule>(['definition', 'open']), 'must be a list of platforms'),
  ),
  simulations: v.optional(
    v.array(parts<Simulated>(['platform', 'create']), 'must be a list of simulations'),
  ),
  http: v.optional(parts<Http>(['requestAll'])),
  mail: v.optional(parts<Mailer>(['send'])),
  clock: v.optional(parts<Clock>(['now', 'monotonic', 'sleep'])),
  log: v.optional(parts<Log>(['info', 'warn', 'error'])),
  pool: v.optional(
    v.strictObject(
      { store: connections, facts: connections },
      'must be an object: { store, facts }',
    ),
  ),
  launchLimits: v.optional(
    v.strictObject(
      {
        ads: v.pipe(size, v.maxValue(LARGEST_ADS, `must be at most ${LARGEST_ADS}`)),
        creations: v.pipe(
          size,
          v.maxValue(LARGEST_CREATIONS, `must be at most ${LARGEST_CREATIONS}`),
        ),
      },
      'must be an object: { ads, creations }',
    ),
  ),
  media: v.optional(place),
  backup: v.optional(
    v.strictObject(
      { place, everyMs: v.pipe(size, v.minValue(60_000, 'must be at least 60000')), keep: size },
      'must be an object',
    ),
  ),
  trustedHosts: v.optional(v.array(text, 'must be a list of hosts')),
  researchUrl: v.optional(address),
  webhookLimit: connections,
  conversionDays: connections,
  retention: v.optional(
    v.strictObject({
      batches: atLeast(30),
      changes: atLeast(30),
      facts: atLeast(60),
      vintages: atLeast(1),
      media: atLeast(30),
      audit: atLeast(30),
      deliveries: atLeast(1),
    }),
  ),
  platformSettings: v.optional(
    v.record(
      v.string(),
      v.strictObject({
        baseUrl: v.optional(address),
        version: v.optional(text),
        app: v.optional(v.record(v.string(), text)),
        times: v.optional(v.looseObject({})),
      }),
    ),
  ),
  work: v.optional(v.boolean('must be true or false')),
  places: v.optional(
    v.strictObject(
      { launches: laneShape, deliveries: laneShape, exports: laneShape, syncs: laneShape },
      'must be an object',
    ),
  ),
});

/**
 * Throws `bad_request` with every fault: programs without types pass anything, and a word misspelt
 * must not mean a database in memory or a platform that is only simulated.
 */
export function checkOptions(options: unknown): void {
  const result = v.safeParse(shape, options);
  const faults = result.success ? [] : result.issues.map(faultOf);
  const {
    database,
    databaseDirect,
    databaseReplica,
    folder,
    secret,
    platforms,
    sandboxUrl,
    store,
    facts,
    simulations,
  } = result.success ? result.output : {};
  if (databaseDirect !== undefined && !database?.startsWith('postgres'))
    faults.push('databaseDirect is for a database postgres://… that leads through a pooler');
  if (databaseReplica !== undefined && !database?.startsWith('postgres'))
    faults.push('databaseReplica is for a database postgres://…');
  if (database?.startsWith('postgres') && folder === undefined)
    faults.push(
      'folder is missing: media, exports and the secret would be lost with a temporary one while the database stays',
    );
  if (database?.startsWith('postgres') && secret === undefined)
    faults.push(
      'secret is missing: all processes on one Postgres need the same, and each folder would have its own',
    );
  if (store !== undefined && database !== undefined)
    faults.push('store and database: leave one of them out');
  if (typeof facts === 'object' && store === undefined)
    faults.push('facts is for a store of your own: leave it out, or give store');
  if (store !== undefined && folder === undefined)
    faults.push(
      'folder is missing: media and exports would be lost with a temporary one while your store stays',
    );
  if (store !== undefined && secret === undefined)
    faults.push(
      'secret is missing: what your store keeps sealed must be opened again after a restart',
    );
  if (simulations !== undefined && (platforms === 'live' || sandboxUrl !== undefined))
    faults.push('simulations is for the sandbox inside this process: leave it out');
  if (result.success) faults.push(...unknownPlatforms(result.output));
  if (platforms === 'live' && sandboxUrl !== undefined)
    faults.push('sandboxUrl is not for live platforms: leave one of them out');
  if (faults.length > 0)
    throw new SlipwayError(
      'bad_request',
      `createSlipway cannot use these options: ${faults.join('; ')}.`,
    );
}

function unknownPlatforms({
  platformSettings = {},
  modules = [],
}: Pick<v.InferOutput<typeof shape>, 'platformSettings' | 'modules'>) {
  const known = [...platformModules, ...modules].map(({ definition }) => definition.id as string);
  return Object.keys(platformSettings).flatMap((id) => {
    const near = nearestName(id, known);
    return known.includes(id)
      ? []
      : [
          `platformSettings.${id} is no platform${near === undefined ? '' : `, did you mean ${near}?`}`,
        ];
  });
}

function faultOf(issue: v.BaseIssue<unknown>): string {
  const name = v.getDotPath(issue);
  if (name === null) return 'give an object';
  // Never the value: it may be a secret, or an address with a password.
  if (issue.type !== 'strict_object') return `${name} ${issue.message}`;
  const near = nearestName(name, Object.keys(shape.entries));
  return `${name} is no option${near === undefined ? '' : `, did you mean ${near}?`}`;
}

export function placesOf(given: SlipwayOptions['places'] = {}): Places {
  const sized = Object.entries(given).map(
    ([lane, size]) => [lane, lanePlaces(size.places, size.perCompany, size.perAccount)] as const,
  );
  return { ...defaultPlaces, ...Object.fromEntries(sized) };
}

export function databaseOf(options: SlipwayOptions): Database {
  const {
    database: url = 'memory',
    databaseDirect: direct,
    databaseReplica: replica,
    pool = {},
  } = options;
  if (url === 'memory') return { type: 'memory' };
  if (url.startsWith('sqlite:')) return { type: 'sqlite', path: url.slice('sqlite:'.length) };
  return { type: 'postgres', url, direct, replica, pool };
}

/** Exports beside media, where versions before this had them. */
export const mediaOf = ({ media }: SlipwayOptions, folder: string): MediaPlace =>
  media ?? { type: 'disk', folder: join(folder, 'media'), exports: join(folder, 'exports') };

/** Called as methods of what was given, which may be an object with a prototype. */
export function logOf(given: SlipwayOptions['log']): Log {
  if (given === undefined) return silent;
  return {
    debug: (event, fields) => given.debug?.(event, fields),
    info: (event, fields) => given.info(event, fields),
    warn: (event, fields) => given.warn(event, fields),
    error: (event, fields) => given.error(event, fields),
  };
}
