import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDiskBlobs } from '../adapters/media/disk.ts';
import { openPrivateFolder } from '../adapters/runtime/private-files.ts';
import { createEndingClock } from '../adapters/runtime/system-clock.ts';
import { awaitSandbox, type PlacedSandbox } from '../adapters/sandbox/elsewhere.ts';
import { openSandboxInside } from '../adapters/sandbox/in-process.ts';
import { createSandbox } from '../adapters/sandbox/sandbox.ts';
import { openSharedSandbox } from '../adapters/sandbox/shared.ts';
import type { Caller } from '../core/access/caller.ts';
import { chosenCompany } from '../core/access/first-company.ts';
import { openCompany } from '../core/access/open-company.ts';
import { SlipwayError } from '../core/errors.ts';
import type { JobWorker } from '../core/ports/jobs.ts';
import { type Log, silent } from '../core/ports/log.ts';
import { newCompany } from '../core/schema/access.ts';
import { parseRequest } from '../core/schema/parse.ts';
import { withoutTrailing } from '../core/schema/trimmed.ts';
import type { BackupResult, EmbeddedBackup, RestoreResult } from './embed-backup.ts';
import { checkOptions } from './embed-options.ts';
import { createApp } from './http/app.ts';
import { eachCall } from './http/each-call.ts';
import { onceFor } from './http/idempotent.ts';
import { secretsFor } from './local/secrets.ts';
import type { ServerPorts, ServerSettings } from './ports.ts';
import { assemble, type Database, openStorage, type Storage } from './process/assemble.ts';
import { refuseForgotten, refuseRemains } from './process/data-folder.ts';
import { firstStart } from './process/first-start.ts';
import { defaultPlaces, type LanePlaces, lanePlaces, type Places } from './process/lanes.ts';
import { createLifetime } from './process/lifetime.ts';
import type { PoolSizes } from './process/postgres-storage.ts';
import { createWorkWatch, startWatching } from './process/work-watch.ts';
import { startWork } from './process/workers.ts';
import { checkedUseCases, type UseCases, useCases, type WriteOptions } from './use-cases.ts';

export type { BatchStatus } from '../core/launch/show/status.ts';
export type { ServerPorts } from './ports.ts';
export type { PoolSizes } from './process/postgres-storage.ts';
export type { UseCases, WriteOptions } from './use-cases.ts';
export { SlipwayError };

export interface SlipwayOptions {
  /** `memory` (the default), `sqlite:FILE` or `postgres://…`. */
  readonly database?: string;
  /** With a pooler in transaction mode in front of Postgres: an address past it, for what needs a session. */
  readonly databaseDirect?: string;
  /** `sandbox` (the default): simulated platforms that spend nothing. `live`: the real ones. */
  readonly platforms?: 'sandbox' | 'live';
  /** Where a sandbox answers that several programs share (`slipway sandbox` runs one). Default: one inside this process. */
  readonly sandboxUrl?: string;
  /** For media and exports. Default: beside the SQLite file; with memory a temporary one. Postgres needs one named. */
  readonly folder?: string;
  /** Seals credentials, at least 16 characters. Default: one that is made and kept in the folder. */
  readonly secret?: string;
  /** Earlier secrets, which still open what they sealed. */
  readonly formerSecrets?: readonly string[];
  /** Where the media addresses you hand out lead. Only matters when you mount the app. */
  readonly publicUrl?: string;
  /** The company that `companyId` and the use cases of `Slipway` itself mean. Default: the one the installation began with. */
  readonly company?: string;
  readonly log?: Omit<Log, 'debug'> & Partial<Pick<Log, 'debug'>>;
  /** With Postgres: how many connections this process opens at most. Default `{ store: 8, facts: 4 }`, besides one of its own. */
  readonly pool?: PoolSizes;
  /** Whether launches are carried out in this process. Default true; false where workers run elsewhere. */
  readonly work?: boolean;
  /** How much of each kind of background work this process does at the same time, where the defaults do not fit. */
  readonly places?: {
    readonly [lane in keyof Places]?: Pick<LanePlaces, 'places'> & Partial<LanePlaces>;
  };
}

/** Slipway inside your program: the use cases of your company, and the parts behind them. */
export interface Slipway extends UseCases {
  /** The same after every restart: the company the installation began with, or the one that was named in the options. */
  readonly companyId: string;
  /** The same for another company of this installation; every call of one that does not exist throws `not_found`. */
  company(companyId: string): UseCases;
  /** Another company; in the sandbox with ad accounts of its own. */
  createCompany(name: string, options?: WriteOptions): Promise<{ readonly companyId: string; readonly adminKey: string }>;
  /** The REST API as a fetch handler, to be mounted or served. */
  app(settings?: Partial<ServerSettings>): ReturnType<typeof createApp>;
  /** An admin key for that API; only when this call made the first company. */
  readonly adminKey: string | undefined;
  /** What the use cases work with, for whoever wants to call core itself. */
  readonly ports: ServerPorts;
  /** Copies database and files to a folder while everything goes on, and checks the copy. `restoreSlipway` puts it back. */
  backup(options: EmbeddedBackup): Promise<BackupResult>;
  /**
   * Lets go of everything, once. Calls under way are waited for, five seconds at most; whoever waits in `finished`, and
   * every call that comes later, is refused with the code `closed`. What is left of launches goes on at the next start.
   */
  close(): Promise<void>;
}

/**
 * Throws SlipwayError: `bad_request` for options it cannot use, `storage_unusable` for a database or folder it cannot,
 * `unreadable_secret` when the secret is not the one the database was written with.
 */
export async function createSlipway(options: SlipwayOptions = {}): Promise<Slipway> {
  checkOptions(options);
  const database = databaseOf(options);
  const lasting = options.folder ?? (database.type === 'sqlite' ? `${database.path}.files` : undefined);
  if (options.folder !== undefined) openPrivateFolder(options.folder);
  if (lasting !== undefined) refuseRemains(database, lasting, join(lasting, 'media'));
  const clock = createEndingClock();
  const log = logOf(options.log);
  const lifetime = createLifetime(clock);
  const opened = await openStorage(database, clock, log);
  const { untilShut } = lifetime;
  const storage: Storage = {
    ...opened,
    store: eachCall(opened.store, untilShut),
    facts: eachCall(opened.facts, untilShut),
  };
  const folder = lasting ?? mkdtempSync(join(tmpdir(), 'slipway-'));
  let sandbox: PlacedSandbox | undefined;
  let worker: JobWorker | undefined;
  let stopWatching: (() => void) | undefined;
  const close = (): Promise<void> =>
    lifetime.end(
      async () => {
        stopWatching?.();
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
    if (database.type !== 'memory') await refuseForgotten(storage.store, join(folder, 'media'));
    const secrets = await secretsFor(storage.store, { ...options, folder });
    if (options.platforms !== 'live') sandbox = await openSandbox(options, database, folder);
    const ports = await assemble({
      clock,
      storage,
      log,
      secrets,
      blobs: createDiskBlobs(join(folder, 'media')),
      folder,
      publicUrl: options.publicUrl ?? 'http://127.0.0.1:4000',
      sandbox,
    });
    const adminKey = await firstStart(ports);
    const companyId = await companyOf(ports, options.company);
    const watch = createWorkWatch(ports);
    if (options.work !== false) {
      worker = await startWork(ports, placesOf(options.places));
      stopWatching = startWatching(watch, clock);
    }

    const callerOf = (id: string): Caller => ({ companyId: id, keyId: 'embedded', scopes: ['admin'] });
    const { ending, during } = lifetime;
    const createCompany: Slipway['createCompany'] = async (name, { idempotencyKey: key } = {}) => {
      const company = parseRequest(newCompany, { name, sandbox: ports.sandbox !== undefined });
      const operation = { path: '/v1/companies', body: company };
      return openCompany(ports, company, { once: await onceFor(ports, companyId, key, operation) });
    };
    // Loaded when it is needed: few programs ever call it.
    const backup: Slipway['backup'] = async (to) =>
      (await import('./embed-backup.ts')).backUpEmbedded(database, folder, options.secret, to);
    return {
      ...eachCall({ ...useCases(ports, callerOf(companyId), ending), createCompany, backup }, during),
      companyId,
      company: (id) => eachCall(checkedUseCases(ports, callerOf(id), ending), during),
      app: (settings = {}) => createApp(ports, { readLimit: 60, writeLimit: 10, watch, during, ending, ...settings }),
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

/**
 * Puts a backup where `createSlipway` is to be called with the same options. Nothing is overwritten; nobody may work from
 * the installation the backup was made of any more. What was under way then is looked for at its platform before it is sent.
 */
export async function restoreSlipway(
  from: string,
  options: Pick<SlipwayOptions, 'database' | 'folder' | 'secret'>,
): Promise<RestoreResult> {
  checkOptions(options);
  const database = databaseOf(options);
  const folder = options.folder ?? (database.type === 'sqlite' ? `${database.path}.files` : '');
  return (await import('./embed-backup.ts')).restoreEmbedded(from, database, folder, options.secret);
}

function placesOf(given: SlipwayOptions['places'] = {}): Places {
  const sized = Object.entries(given).map(
    ([lane, size]) => [lane, lanePlaces(size.places, size.perCompany, size.perAccount)] as const,
  );
  return { ...defaultPlaces, ...Object.fromEntries(sized) };
}

function databaseOf({ database: text = 'memory', databaseDirect: direct, pool = {} }: SlipwayOptions): Database {
  if (text === 'memory') return { type: 'memory' };
  if (text.startsWith('sqlite:')) return { type: 'sqlite', path: text.slice('sqlite:'.length) };
  return { type: 'postgres', url: text, direct, pool };
}

/** Called as methods of what was given, which may be an object with a prototype. */
function logOf(given: SlipwayOptions['log']): Log {
  if (given === undefined) return silent;
  return {
    debug: (event, fields) => given.debug?.(event, fields),
    info: (event, fields) => given.info(event, fields),
    warn: (event, fields) => given.warn(event, fields),
    error: (event, fields) => given.error(event, fields),
  };
}

/** A world in memory where the store is in memory; in a file where the store will remember what it launched there. */
async function openSandbox({ sandboxUrl }: SlipwayOptions, database: Database, folder: string): Promise<PlacedSandbox> {
  if (sandboxUrl !== undefined) return awaitSandbox(withoutTrailing(sandboxUrl, '/'));
  if (database.type === 'memory') return { url: 'http://127.0.0.1:1', ...createSandbox() };
  return openSharedSandbox(join(folder, 'sandbox.jsonl'), openSandboxInside);
}

async function companyOf(ports: ServerPorts, named: string | undefined): Promise<string> {
  const company = await chosenCompany(ports, named);
  if (company === undefined) throw new SlipwayError('storage_unusable', 'The first company could not be read back.');
  return company.id;
}
