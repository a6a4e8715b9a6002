import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryFacts } from '../../adapters/facts/memory.ts';
import { openPrivateFolder } from '../../adapters/runtime/private-files.ts';
import { createEndingClock } from '../../adapters/runtime/system-clock.ts';
import type { PlacedSandbox } from '../../adapters/simulated/elsewhere.ts';
import type { Caller } from '../../core/access/caller.ts';
import { chosenCompany } from '../../core/access/first-company.ts';
import { SlipwayError } from '../../core/base/errors.ts';
import { features } from '../../core/features/registry.ts';
import { type AssembledPorts, eventsOf } from '../../core/operations/feature.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { JobWorker } from '../../core/ports/jobs.ts';
import type { Log } from '../../core/ports/log.ts';
import type { Store } from '../../core/ports/store.ts';
import { createApp } from '../app.ts';
import { eachCall } from '../http/each-call.ts';
import type { ServerSettings } from '../http/settings.ts';
import { assemble, type Database, localStorage, openStorage } from '../process/assemble.ts';
import { refuseForgotten, refuseRemains } from '../process/data-folder.ts';
import { factsPlaceOf } from '../process/facts-place.ts';
import { firstStart } from '../process/first-start.ts';
import { createLifetime } from '../process/lifetime.ts';
import { refuseOtherPlace } from '../process/media-mark.ts';
import type { MediaPlace } from '../process/media-place.ts';
import { allPlatforms, type PlatformParts } from '../process/platforms.ts';
import { secretsFor } from '../process/secrets.ts';
import { settingsParts } from '../process/service-settings.ts';
import type { Storage } from '../process/storage.ts';
import { createWorkWatch, startWatching } from '../process/work-watch.ts';
import { startWork } from '../process/workers.ts';
import type { BackupResult, EmbeddedBackup, EmbeddedPlaces, RestoreResult } from './backup.ts';
import { type Company, openCheckedHandle, openCompanyHandle } from './company.ts';
import { createEvents, type Listener, type SlipwayEvents } from './events.ts';
import {
  checkOptions,
  databaseOf,
  logOf,
  mediaOf,
  placesOf,
  type SlipwayOptions,
} from './options.ts';

/** Slipway inside your program: every operation for your company, and the parts behind them. */
export interface Slipway extends Company {
  /**
   * The same after every restart: the company the installation began with, or the one that was
   * named in the options.
   */
  readonly companyId: string;
  /**
   * The same for another company of this installation; every call of one that does not exist throws
   * `not_found`.
   */
  company(companyId: string): Company;
  /**
   * Calls `listener` when something has happened in any company of this installation:
   * `batch.finished` in this process or in another on the same database, the other events of
   * webhooks where this process did the work. Returns the function that ends it. What must not be
   * missed, wherever it happens, is told to webhooks.
   *
   * @example
   * const off = slipway.on('batch.finished', ({ companyId, batch }) => console.log(companyId, batch.message));
   * slipway.on('ad.rejected', ({ companyId, data }) => console.log(companyId, data));
   */
  on<E extends keyof SlipwayEvents>(event: E, listener: Listener<E>): () => void;
  /** The REST API as a fetch handler, to be mounted or served. */
  app(settings?: Partial<ServerSettings>): ReturnType<typeof createApp>;
  /** An admin key for that API; only when this call made the first company. */
  readonly adminKey: string | undefined;
  /** The ports of the use cases, for programs that call core itself. */
  readonly ports: AssembledPorts;
  /**
   * Copies database and files to a folder while everything goes on, and checks the copy.
   * `restoreSlipway` puts it back.
   */
  backup(options: EmbeddedBackup): Promise<BackupResult>;
  /**
   * Closes everything, once. Calls under way get five seconds at most; `finished`, and every later
   * call, is refused with the code `closed`. Launches go on at the next start.
   */
  close(): Promise<void>;
}

export async function openSlipway(options: SlipwayOptions): Promise<Slipway> {
  checkOptions(options);
  const database = databaseOf(options);
  const lasting =
    options.folder ?? (database.type === 'sqlite' ? `${database.path}.files` : undefined);
  if (options.folder !== undefined) openPrivateFolder(options.folder);
  if (lasting !== undefined) refuseRemains(database, lasting, folderOf(mediaOf(options, lasting)));
  const clock = clockOf(options);
  const log = logOf(options.log);
  const lifetime = createLifetime(clock);
  const opened = await storageOf(options, database, clock, log);
  const { untilShut } = lifetime;
  const events = createEvents(log, Object.keys(eventsOf(features)));
  const storage: Storage = {
    ...opened,
    store: events.telling(eachCall(withoutReader(opened.store), untilShut)),
    facts: eachCall(opened.facts, untilShut),
  };
  const parts = await partsOf(options);
  const folder = lasting ?? mkdtempSync(join(tmpdir(), 'slipway-'));
  let sandbox: PlacedSandbox | undefined;
  let worker: JobWorker | undefined;
  let stopWatching: (() => void) | undefined;
  const close = (): Promise<void> =>
    lifetime.end(
      async () => {
        stopWatching?.();
        events.close();
        await worker?.stop();
      },
      async () => {
        sandbox?.close();
        await opened.close();
        clock.end();
        if (lasting === undefined) rmSync(folder, { recursive: true, force: true });
      },
    );

  try {
    const media = mediaOf(options, folder);
    if (lasting !== undefined) await refuseForgotten(storage.store, folderOf(media));
    const secrets = await secretsFor(storage.store, { ...options, folder });
    if (options.platforms !== 'live')
      sandbox = await (await import('./sandbox.ts')).openSandbox(options, database, folder, parts);
    const chosen = await settingsParts({ ...options, media });
    if (database.type === 'postgres') await refuseOtherPlace(storage.store, chosen.blobs);
    const assembled = await assemble({
      ...chosen,
      clock,
      storage,
      log,
      secrets,
      folder,
      publicUrl: options.publicUrl ?? 'http://127.0.0.1:4000',
      sandbox,
      platformParts: parts,
      ...(options.http && { http: options.http }),
      ports: { ...chosen.ports, ...(options.mail && { mail: options.mail }) },
    });
    const { ending, during } = lifetime;
    const kept = () => keptIn(options, { database, folder, storage: opened });
    const backups =
      options.backup && (await import('./backup.ts')).scheduledEmbedded(kept(), options.backup);
    const ports: AssembledPorts = {
      ...assembled,
      ending,
      events: events.heard(assembled.events),
      ...(backups && { backups }),
    };
    events.open(ports);
    const adminKey = await firstStart(ports);
    const companyId = await companyOf(ports, options.company);
    const watch = createWorkWatch(ports);
    if (options.work !== false) {
      worker = await startWork(ports, placesOf(options.places));
      stopWatching = startWatching(watch, clock);
    }

    const callerOf = (id: string): Caller => ({
      companyId: id,
      keyId: 'embedded',
      scopes: ['admin'],
    });
    const operator: Caller = { ...callerOf(companyId), scopes: ['admin', 'operator'] };
    // Loaded when it is needed: few programs ever call it.
    const backup: Slipway['backup'] = async (to) => {
      if (options.store !== undefined)
        throw new SlipwayError(
          'bad_request',
          'A store of your own is backed up in its own way; backup copies the others.',
        );
      return (await import('./backup.ts')).backUpEmbedded(kept(), to);
    };
    return {
      ...eachCall({ ...openCompanyHandle(ports, operator, ending), backup }, during),
      companyId,
      company: (id) => eachCall(openCheckedHandle(ports, callerOf(id), ending), during),
      on: events.on,
      app: (settings = {}) =>
        createApp(ports, { readLimit: 60, writeLimit: 10, watch, during, ending, ...settings }),
      adminKey,
      ports,
      close,
    };
  } catch (error) {
    // A program that mends the cause and tries again must find the database free.
    await close();
    throw error;
  }
}

export async function restoreSlipway(
  from: string,
  options: Pick<SlipwayOptions, 'database' | 'folder' | 'secret' | 'facts' | 'media'>,
): Promise<RestoreResult> {
  checkOptions(options);
  const database = databaseOf(options);
  const folder = options.folder ?? (database.type === 'sqlite' ? `${database.path}.files` : '');
  return (await import('./backup.ts')).restoreEmbedded(from, keptIn(options, { database, folder }));
}

/** Where the service keeps things, for a backup; figures may be in a file of their own. */
function keptIn(
  options: SlipwayOptions,
  {
    database,
    folder,
    storage,
  }: { readonly database: Database; readonly folder: string; readonly storage?: Storage },
): EmbeddedPlaces {
  const { secret, facts } = options;
  const copy = async (): Promise<string> =>
    (await storage?.facts.copy?.(`copy-${crypto.randomUUID()}`)) ?? '';
  const file = typeof facts === 'string' && { facts: { path: factsPlaceOf(facts).path, copy } };
  return { database, folder, secret, media: mediaOf(options, folder), ...file };
}

/** Undefined for media in a bucket. */
const folderOf = (media: MediaPlace): string | undefined =>
  media.type === 'disk' ? media.folder : undefined;

/** A store of the caller's program is the caller's to close. */
async function storageOf(
  { store, facts }: SlipwayOptions,
  database: Database,
  clock: Clock,
  log: Log,
): Promise<Storage> {
  const place = typeof facts === 'string' ? factsPlaceOf(facts) : undefined;
  if (store === undefined) return openStorage(database, clock, log, place);
  const given = {
    ...localStorage(store, typeof facts === 'object' ? facts : createMemoryFacts(), clock),
    close: async () => undefined,
  };
  return place === undefined
    ? given
    : (await import('../process/duckdb-storage.ts')).withDuckdbFacts(given, place);
}

/** A clock of the caller's program has no timers of ours to end. */
const clockOf = ({ clock }: SlipwayOptions): Clock & { end(): void } =>
  clock === undefined
    ? createEndingClock()
    : {
        now: () => clock.now(),
        monotonic: () => clock.monotonic(),
        sleep: (ms) => clock.sleep(ms),
        end: () => undefined,
      };

async function partsOf({
  modules = [],
  simulations = [],
  platforms,
}: SlipwayOptions): Promise<PlatformParts> {
  const all = await allPlatforms(platforms !== 'live');
  return {
    modules: [...all.modules, ...modules],
    simulations: [...all.simulations, ...simulations],
  };
}

async function companyOf(ports: AssembledPorts, named: string | undefined): Promise<string> {
  const company = await chosenCompany(ports, named);
  if (company === undefined)
    throw new SlipwayError('storage_unusable', 'The first company could not be read back.');
  return company.id;
}

/** Every function of the store is called as a promise here, and a reader is none. */
function withoutReader({ reader: _, ...store }: Store): Store {
  return store;
}
