import { createHmac } from 'node:crypto';
import { createMemoryFacts } from '../../adapters/facts/memory.ts';
import { createStoreJobs } from '../../adapters/jobs/store-jobs.ts';
import { createAdSetReader } from '../../core/accounts/ad-sets.ts';
import { SlipwayError } from '../../core/base/errors.ts';
import { eventsFor } from '../../core/events/events.ts';
import { features, operationsFor } from '../../core/features/registry.ts';
import type { AssembledPorts } from '../../core/operations/feature.ts';
import type { Operation } from '../../core/operations/operation.ts';
import type { Clock } from '../../core/ports/clock.ts';
import { silent } from '../../core/ports/log.ts';
import type { Secrets } from '../../core/ports/secrets.ts';
import type { Store } from '../../core/ports/store.ts';
import { createNumbers } from '../../core/records/sequence.ts';
import { createReportTraffic } from '../../core/report/traffic.ts';
import { assemble, localStorage } from '../../server/process/assemble.ts';
import { defaultPlaces, lanesOf } from '../../server/process/lanes.ts';
import { jobHandlers } from '../../server/process/workers.ts';
import { createNamedMedia } from '../named-media.ts';
import { absent, moduleOf } from '../test-service.ts';
import { createNetwork } from './network.ts';
import { simulatedPlatform } from './platform.ts';
import { working } from './queues.ts';
import type { Owner } from './schedule.ts';
import { PLATFORM } from './things.ts';
import type { World } from './world.ts';

export const START = Date.UTC(2026, 10, 15, 12);
/** Workers look for work this seldom: most of the time of a story would go by in looking. */
const SWEEP_MS = 60_000;

/**
 * In the library of every company: plans fetch what stands elsewhere, and a story has no network of
 * that kind.
 */
export const KEPT_MEDIA = 'https://slipway.test/media/library/kept.png';

const LANES = lanesOf(defaultPlaces, features);

/** A process of the service: until it dies it answers and works. */
export interface Process {
  readonly owner: Owner;
  readonly ports: AssembledPorts;
  die(): void;
}

/** Bytes that follow from a name. */
function bytesOf(name: string): Secrets['random'] {
  let state = 0x9e3779b9;
  for (const char of name) state = Math.imul(state ^ char.charCodeAt(0), 0x85ebca6b) >>> 0;
  return (bytes) => {
    const all = new Uint8Array(bytes);
    for (let i = 0; i < bytes; i += 1) {
      state = (state + 0x6d2b79f5) >>> 0;
      const mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      all[i] = ((mixed ^ (mixed >>> 14)) >>> 8) & 0xff;
    }
    return all;
  };
}

/**
 * As long as a digest, and as unlike for other data; the real one costs more than the rest of a
 * read.
 */
function quickDigest(data: string | Uint8Array): string {
  let [a, b] = [0x811c9dc5, 0x9e3779b9];
  for (let i = 0; i < data.length; i += 1) {
    const each = typeof data === 'string' ? data.charCodeAt(i) : (data[i] ?? 0);
    a = Math.imul(a ^ each, 0x01000193);
    b = Math.imul(b + each, 0x85ebca6b) ^ (b >>> 13);
  }
  let digest = '';
  for (let part = 0; part < 8; part += 1) {
    const mixed =
      Math.imul((part % 2 === 0 ? a : b) ^ (a >>> (part + 1)) ^ (b >>> (part + 5)), 0xc2b2ae35) >>>
      0;
    digest += mixed.toString(16).padStart(8, '0');
  }
  return digest;
}

/**
 * Nothing that a thread of its own would do: hashes at once, and sealed texts only written in other
 * letters.
 */
export const plainSecrets = (name: string): Secrets => ({
  random: bytesOf(name),
  sha256: async (data) => quickDigest(data),
  hmacSha256: async (key, message) => createHmac('sha256', key).update(message).digest('hex'),
  seal: async (plain, { companyId, use }) =>
    `sealed ${companyId} ${use} ${Buffer.from(plain).toString('base64')}`,
  async open(sealed, { companyId, use }) {
    const head = `sealed ${companyId} ${use} `;
    if (!sealed.startsWith(head))
      throw new SlipwayError('unreadable_secret', 'It was sealed for another use.');
    return Buffer.from(sealed.slice(head.length), 'base64').toString();
  },
  sign: async (text) => ({ publicKey: 'key', signature: quickDigest(text) }),
  isCurrent: async () => true,
});

/** What all processes have in common is made once: it holds nothing of a story. */
let common: Promise<AssembledPorts> | undefined;
export const commonPorts = (): Promise<AssembledPorts> => {
  const clock: Clock = { now: () => START, monotonic: () => 0, sleep: async () => undefined };
  common ??= assemble({
    clock,
    platformParts: {
      modules: [moduleOf({ ...simulatedPlatform(absent('network'), absent('things')) })],
      simulations: [],
    },
    platformSettings: {},
    storage: localStorage(absent('store'), createMemoryFacts(), clock),
    log: silent,
    secrets: plainSecrets('common'),
    blobs: absent('blobs'),
    folder: '',
    publicUrl: 'https://slipway.test',
    ports: {
      files: absent('files'),
      exportFiles: absent('exportFiles'),
      publicFetch: absent('publicFetch'),
      outbound: { post: absent('outbound').post },
      checkRoom: async () => undefined,
      media: createNamedMedia({ [KEPT_MEDIA]: {} }),
      turns: { isOver: () => false, next: async () => undefined },
    },
  });
  return common;
};

let known: ReadonlyMap<string, Operation> | undefined;
export function operationNamed(ports: AssembledPorts, name: string): Operation {
  known ??= new Map(
    operationsFor(Object.values(ports.platforms), features).map((each) => [each.name, each]),
  );
  const found = known.get(name);
  if (found === undefined) throw new Error(`There is no operation ${name}.`);
  return found;
}

/** Ports of a process over this store, clock and network. */
export function portsOf(
  base: AssembledPorts,
  {
    store,
    clock,
    name,
    world,
    owner,
  }: { store: Store; clock: Clock; name: string; world: World; owner: Owner },
): AssembledPorts {
  const secrets = plainSecrets(`${world.seed} ${name}`);
  return {
    ...base,
    store,
    clock,
    secrets,
    platforms: {
      [PLATFORM]: simulatedPlatform(
        createNetwork({ ...world, platform: PLATFORM }, owner),
        world.things,
        world,
      ),
    },
    adSets: createAdSetReader(clock),
    traffic: createReportTraffic({ clock, secrets }),
    numbers: createNumbers(),
    events: eventsFor(base.features.flatMap((each) => each.listener?.({ store }) ?? [])),
    jobs: createStoreJobs({ store, clock, log: silent, sweepMs: SWEEP_MS }),
  };
}

export function startProcess(base: AssembledPorts, world: World, name: string): Process {
  const owner: Owner = { name, isDead: false, frozenUntil: 0 };
  const clock = world.clockOf(owner);
  const store = world.storeOf(owner);
  const ports = portsOf(base, { store, clock, name, world, owner });
  ports.jobs.work(
    jobHandlers({ ...ports, features: working }, () => false),
    LANES,
  );
  return {
    owner,
    ports,
    die() {
      owner.isDead = true;
      world.note(`${name} died`);
    },
  };
}
