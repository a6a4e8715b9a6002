import type { Hono } from 'hono';
import { createStoreJobs } from '../../../../adapters/jobs/store-jobs.ts';
import { platformModules } from '../../../../adapters/platforms/registry.ts';
import { createManualClock, type ManualClock } from '../../../../adapters/runtime/manual-clock.ts';
import type { Entity } from '../../../../adapters/sandbox/entity.ts';
import { simulations } from '../../../../adapters/sandbox/registry.ts';
import { createSandbox, type Sandbox } from '../../../../adapters/sandbox/sandbox.ts';
import { memoryState, type StateChange } from '../../../../adapters/sandbox/world.ts';
import { createMemoryStore } from '../../../../adapters/store/memory.ts';
import { RULE_QUEUE } from '../../../../core/features/automations/records.ts';
import { features, queuesOf } from '../../../../core/features/registry.ts';
import type { JobWorker } from '../../../../core/ports/jobs.ts';
import { silent } from '../../../../core/ports/log.ts';
import { type Store, SYSTEM, type Write } from '../../../../core/ports/store.ts';
import { jobKind } from '../../../../core/records/job.ts';
import { createApp } from '../../../../server/app.ts';
import type { AppEnv } from '../../../../server/http/settings.ts';
import { defaultPlaces, lanesOf } from '../../../../server/process/lanes.ts';
import { jobHandlers } from '../../../../server/process/workers.ts';
import { type Cut, mortal } from '../../../mortal-process.ts';
import { createTestSecrets, withBytesOf } from '../../../test-secrets.ts';
import { createTestService, type TestCompany } from '../../../test-service.ts';

/**
 * Work that is asked for. The rest reads figures, comments and leads, tells of things, and keeps
 * order, again and again.
 */
const LANES: readonly string[] = ['launches', 'rules', 'conversions'];
const QUEUES = Object.entries(queuesOf(features)).flatMap(([queue, { lane }]) =>
  LANES.includes(lane) && queue !== RULE_QUEUE ? [queue] : [],
);

const SWEEP_MS = 10_000;

/** Everything outside of a process: what it has stored, the platforms, and the time. */
export interface World {
  readonly store: Store;
  readonly sandbox: Sandbox;
  readonly clock: ManualClock;
  readonly platforms: readonly string[];
  /** What the platforms have recorded, oldest first. */
  readonly recorded: readonly StateChange[];
  /** What was committed, oldest first. */
  readonly commits: readonly (readonly Write[])[];
  readonly key: string;
}

export interface Answer {
  readonly status: number;
  readonly replayed: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: answers have as many shapes as there are operations.
  readonly body: any;
}

export interface Process {
  call(method: string, path: string, body?: object, idempotencyKey?: string): Promise<Answer>;
  /** @param all with what the service does again and again */
  work(all?: boolean): JobWorker;
}

/** With one company that has connected these platforms. */
export async function openWorld(platforms: readonly string[]): Promise<World> {
  const empty = await place(platforms, { at: undefined, recorded: [], commits: [] });
  const { companies } = await service(empty, 'opening', [
    { name: 'Own', scopes: ['admin', 'operator'], first: true },
  ]);
  return { ...empty, key: companies[0]?.adminKey ?? '' };
}

/** The same once more. */
export async function copyOf(world: World): Promise<World> {
  const { recorded, commits } = world;
  const copy = await place(world.platforms, {
    at: world.clock.now(),
    recorded: [...recorded],
    commits: [...commits],
  });
  return { ...copy, key: world.key };
}

async function place(
  platforms: readonly string[],
  past: {
    readonly at: number | undefined;
    readonly recorded: StateChange[];
    readonly commits: (readonly Write[])[];
  },
): Promise<Omit<World, 'key'>> {
  const { at, recorded, commits } = past;
  const clock = createManualClock(at, { auto: true });
  const before = [...recorded];
  const sandbox = createSandbox({
    clock,
    simulations: simulations.filter(({ platform }) => platforms.includes(platform)),
    state: { ...memoryState(), load: () => before, append: (change) => void recorded.push(change) },
  });
  const memory = createMemoryStore();
  for (const writes of commits) await memory.commit(writes);
  const store: Store = {
    ...memory,
    async commit(writes) {
      const conflict = await memory.commit(writes);
      if (conflict === undefined) commits.push(writes);
      return conflict;
    },
  };
  return { store, sandbox, clock, platforms, recorded, commits };
}

const service = (
  { store, sandbox, clock, platforms }: Pick<World, 'store' | 'sandbox' | 'clock' | 'platforms'>,
  name: string,
  companies: readonly TestCompany[],
) =>
  createTestService({
    store,
    sandbox,
    clock,
    companies,
    platforms: platformModules.filter(({ definition }) => platforms.includes(definition.id)),
    simulations: simulations.filter(({ platform }) => platforms.includes(platform)),
    times: Object.fromEntries(
      platforms.map((each) => [each, { settleMs: 5_000, answerMs: 30_000, asyncMs: 15_000 }]),
    ),
    secrets: withBytesOf(createTestSecrets(), name),
    // Hours pass before some work ends: looking for work each second would take most of the time.
    ports: { jobs: createStoreJobs({ store, clock: clock.idle, log: silent, sweepMs: SWEEP_MS }) },
  });

/** A process of the service, which serves and works until it is cut. */
export async function startProcess(
  world: World,
  name: string,
  cut?: Cut,
): Promise<Process & { readonly died: Promise<'died'> }> {
  const { died, ...parts } = mortal(world, cut);
  const { ports } = await service({ ...parts, platforms: world.platforms }, name, []);
  const app: Hono<AppEnv> = createApp(ports, { readLimit: 1_000_000, writeLimit: 1_000_000 });
  return {
    died,
    work(all = false) {
      const handlers = jobHandlers(ports, () => false);
      const own = Object.fromEntries(
        Object.entries(handlers).filter(([queue]) => all || QUEUES.includes(queue)),
      );
      return ports.jobs.work(own, lanesOf(defaultPlaces, features));
    },
    async call(method, path, body, idempotencyKey) {
      const response = await app.request(path, {
        method,
        headers: {
          authorization: `Bearer ${world.key}`,
          ...(body && { 'content-type': 'application/json' }),
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      return {
        status: response.status,
        replayed: response.headers.get('idempotent-replay') === 'true',
        body: await response.json(),
      };
    },
  };
}

/** Work that was asked for and has not ended. */
export async function openJobs({ store }: World): Promise<readonly string[]> {
  const { items } = await store.find(jobKind, SYSTEM);
  return items.filter(({ doc }) => QUEUES.includes(doc.queue)).map(({ id }) => id);
}

/** What the platforms hold after these records. */
export function heldAfter(changes: readonly StateChange[]): ReadonlyMap<string, Entity> {
  const held = new Map<string, Entity>();
  for (const { put, drop } of changes) {
    for (const entity of put) held.set(entity.id, entity);
    for (const id of drop) held.delete(id);
  }
  return held;
}
