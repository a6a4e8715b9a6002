import type { ManualClock } from '../../adapters/runtime/manual-clock.ts';
import type { Sandbox } from '../../adapters/sandbox/sandbox.ts';
import type { Facts } from '../../core/ports/facts.ts';
import type { Secrets } from '../../core/ports/secrets.ts';
import { type Store, SYSTEM } from '../../core/ports/store.ts';
import { jobKind } from '../../core/records/job.ts';
import { allOf } from '../../core/records/list.ts';
import { type Crash, crashing } from '../crashing-store.ts';
import { SANDBOX_URL } from '../test-service.ts';
import { type Process, startProcess, type Version } from './version.ts';

/** One installation and the platforms it works on, which outlive its processes. */
export interface World {
  readonly version: Version;
  readonly clock: ManualClock;
  readonly store: Store;
  readonly facts: Facts;
  readonly secrets: Secrets;
  readonly sandbox: Sandbox;
  readonly shelf?: JobShelf;
}

/** Where jobs lie that were cut: workers that come after would go on with them. */
export interface JobShelf {
  /** All jobs but those of a subject. */
  putAside(subject: string): void;
  putBack(): void;
}

/**
 * At a commit, or as soon as the platforms have carried out so many of its requests, of which it
 * does not hear.
 */
export type Death = Pick<Crash, 'at' | 'when'> | { readonly at: number; readonly when: 'call' };

/** What a process says when its store and its platforms answer no more: nothing. */
const nothing = new Promise<never>(() => {});
const NEVER = Number.POSITIVE_INFINITY;
/** What has left for a platform is carried out without the process. */
const ARRIVES_MS = 1_000;
const LOOK_MS = 500;
/** No work takes longer than that: it waits for something that will not come. */
const PATIENCE_MS = 24 * 3_600_000;

/**
 * Who lives is not written into what is held: the process that reads it later may have the same
 * number.
 */
const withoutLives = ({ lives: _lives, reader: _reader, ...store }: Store): Store => store;

export const liveOn = (world: World, store: Store = withoutLives(world.store)): Promise<Process> =>
  startProcess(world.version, {
    ...world,
    store,
    fetch: (request) => world.sandbox.fetch(request),
  });

/**
 * Does something in a process that dies at a commit, with nothing of it left but what store and
 * platforms have. `isDead` is false where the work ended before that.
 */
export async function dyingAt(
  world: World,
  death: Death,
  work: (process: Process) => Promise<unknown>,
): Promise<{ readonly isDead: boolean }> {
  let isDead = false;
  let calls = 0;
  const died = Promise.withResolvers<void>();
  const onDeath = () => {
    isDead = true;
    died.resolve();
  };
  const { at, when } = death;
  const crash: Crash = when === 'call' ? { at: NEVER, when: 'before' } : { at, when, onDeath };
  const store = closing(crashing(withoutLives(world.store), crash), () => isDead);
  const process = await startProcess(world.version, {
    ...world,
    store,
    async fetch(request) {
      if (isDead) return nothing;
      const response = await world.sandbox.fetch(request);
      if (request.method !== 'GET') calls += 1;
      if (when === 'call' && calls === at && !isDead) onDeath();
      return isDead ? nothing : response;
    },
  });
  await Promise.race([
    work(process).catch((error: unknown) => (isDead ? nothing : Promise.reject(error))),
    died.promise,
  ]);
  await world.clock.sleep(ARRIVES_MS);
  return { isDead };
}

/** A store that a process has died over says no more. */
const closing = (store: Store, isDead: () => boolean): Store => ({
  ...store,
  get: (kind, companyId, id) => (isDead() ? nothing : store.get(kind, companyId, id)),
  find: (kind, companyId, query) => (isDead() ? nothing : store.find(kind, companyId, query)),
  count: (kind, companyId, query) => (isDead() ? nothing : store.count(kind, companyId, query)),
  commit: (writes) => (isDead() ? nothing : store.commit(writes)),
});

/**
 * The same for a worker, which finds the jobs of one subject alone: those of others stay as they
 * were cut.
 */
export const workingUntil = (
  world: World,
  death: Death,
  subject: string,
  isDone: () => Promise<boolean> = async () => !(await hasJob(world.store, subject)),
): Promise<{ readonly isDead: boolean }> => {
  world.shelf?.putAside(subject);
  return dyingAt(world, death, async (process) => {
    const worker = process.work();
    for (let waited = 0; !(await isDone()); waited += LOOK_MS) {
      if (waited > PATIENCE_MS) throw new Error(`The work on ${subject} never ends.`);
      await world.clock.sleep(LOOK_MS);
    }
    await worker.stop();
  });
};

const hasJob = async (store: Store, subject: string): Promise<boolean> =>
  (await allOf(store, jobKind, SYSTEM)).some(
    ({ doc }) => doc.subject === subject && doc.deadAt === undefined,
  );

/** The subjects of the jobs that something has queued. */
export async function queuedBy(
  store: Store,
  work: () => Promise<unknown>,
): Promise<readonly string[]> {
  const before = new Set((await allOf(store, jobKind, SYSTEM)).map(({ id }) => id));
  await work();
  return (await allOf(store, jobKind, SYSTEM)).flatMap(({ id, doc }) =>
    before.has(id) ? [] : [doc.subject],
  );
}

/** Asks the platforms' own control endpoints. */
export async function control(
  sandbox: Sandbox,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const request = new Request(`${SANDBOX_URL}/_sandbox/${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
  });
  const response = await sandbox.fetch(request);
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}
