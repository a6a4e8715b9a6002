import { createMemoryFacts } from '../adapters/facts/memory.ts';
import type { PlatformModule, PlatformTimes } from '../adapters/platforms/module.ts';
import { platformModules } from '../adapters/platforms/registry.ts';
import { createManualClock, type ManualClock } from '../adapters/runtime/manual-clock.ts';
import { simulations as allSimulations } from '../adapters/sandbox/registry.ts';
import type { Sandbox } from '../adapters/sandbox/sandbox.ts';
import type { Simulation } from '../adapters/sandbox/simulation.ts';
import { createMemoryStore } from '../adapters/store/memory.ts';
import { seededSandbox } from '../adapters/testing/seeded-sandbox.ts';
import type { Caller } from '../core/access/caller.ts';
import type { CompanyOptions, CreatedCompany } from '../core/access/companies.ts';
import { connectPlatform } from '../core/accounts/connect.ts';
import { runBatch } from '../core/launch/run/run.ts';
import type { AssembledPorts, Feature } from '../core/operations/feature.ts';
import type { AdPlatform } from '../core/ports/ad-platform.ts';
import type { Clock } from '../core/ports/clock.ts';
import type { Facts } from '../core/ports/facts.ts';
import type { Http } from '../core/ports/http.ts';
import { type Log, silent } from '../core/ports/log.ts';
import type { MediaSource } from '../core/ports/media.ts';
import type { Credentials } from '../core/ports/platform-accounts.ts';
import type { PlatformDefinition } from '../core/ports/platform-definition.ts';
import type { Secrets } from '../core/ports/secrets.ts';
import type { Store } from '../core/ports/store.ts';
import { createHolder } from '../core/records/lease.ts';
import { randomId } from '../core/records/random-id.ts';
import { openCompany } from '../core/upkeep/open-company.ts';
import { assemble, type GivenPorts, localStorage } from '../server/process/assemble.ts';
import type { PlatformSettings } from '../server/process/platforms.ts';
import { createNamedMedia } from './named-media.ts';
import { createTestSecrets, withBytesOf } from './test-secrets.ts';

export interface TestCompany extends CompanyOptions {
  readonly name: string;
  /**
   * `demo`: what the sandbox holds from the start, with a default identity, as at the first start
   * of a service. `connected` (the default): every platform is connected as a caller would, and
   * there are no defaults.
   */
  readonly accounts?: 'demo' | 'connected' | 'none';
}

export interface TestServiceOptions<C extends Clock = ManualClock> {
  /** Default: all there are. */
  readonly platforms?: readonly PlatformModule[];
  /** Default: all there are. */
  readonly features?: readonly Feature[];
  /**
   * What a sandbox inside the process plays. Default: those of the real platforms among them;
   * without any there is no sandbox.
   */
  readonly simulations?: readonly Simulation[];
  /** Of the sandbox's figures and dice. Default 1. */
  readonly seed?: number;
  /** Another process of the same world: these simulated platforms, instead of some of its own. */
  readonly sandbox?: Sandbox;
  /** By platform. Default: the times that hold for real platforms. */
  readonly times?: { readonly [platform: string]: PlatformTimes };
  readonly store?: Store;
  readonly facts?: Facts;
  /** Default: one that jumps. */
  readonly clock?: C;
  /**
   * Default: media that exist as soon as they are named, or where `files` are given, those of the
   * media store.
   */
  readonly media?: MediaSource;
  readonly secrets?: Secrets;
  readonly log?: Log;
  /** Default https://slipway.test. */
  readonly publicUrl?: string;
  /** Instead of the way to the sandbox. */
  readonly http?: Http;
  /** Told of every request the sandbox has answered, by `performance.now()`. */
  readonly watch?: (request: { readonly began: number; readonly ended: number }) => void;
  /** Used instead of what `assemble` would make. */
  readonly ports?: GivenPorts;
  /** Default: one. */
  readonly companies?: readonly TestCompany[];
}

/** An object as the sandbox holds it. */
export type HeldObject = { readonly id: string; readonly [field: string]: unknown };

/** What the sandbox says of itself. */
export interface SandboxCounters {
  readonly objects: { readonly [kind: string]: number };
  /** Calls as the platform counts them. */
  readonly counted: number;
  readonly requests: number;
  readonly list?: { readonly [kind: string]: readonly HeldObject[] };
}

export interface TestService<C extends Clock = ManualClock> {
  readonly ports: AssembledPorts & { readonly clock: C };
  readonly clock: C;
  readonly store: Store;
  /** The first company, and a caller who may do anything in it. */
  readonly companyId: string;
  readonly caller: Caller;
  /** In the order they were asked for. */
  readonly companies: readonly CreatedCompany[];
  readonly sandbox: Sandbox;
  /** A request to the control endpoints of the sandbox. */
  control(method: string, path: string, body?: object): Promise<unknown>;
  /** Plays a fault from now on. */
  fault(rule: object): Promise<unknown>;
  clearFaults(): Promise<unknown>;
  state(query?: string): Promise<SandboxCounters>;
  /** What the platforms hold of a kind and have not deleted. */
  held(kind: string): Promise<readonly HeldObject[]>;
  /** Calls as the platforms count them, and HTTP requests, while something is done. */
  counting<T>(
    work: () => Promise<T>,
  ): Promise<{ readonly value: T; readonly calls: number; readonly requests: number }>;
  /**
   * Runs a batch of the first company as its job would, as often as it asks for, until it has
   * ended.
   */
  run(batchId: number): Promise<void>;
}

export const SANDBOX_URL = 'http://sandbox.test';

const NAME = 'Acme';

/** The company of every service that names no other: ids of companies follow from their names. */
export const COMPANY = randomId(withBytesOf(createTestSecrets(), NAME), 'co');
export const caller: Caller = callerOf(COMPANY);

/** The service as `assemble` makes it, in memory: nothing of it is on disk or on a port. */
export async function createTestService<C extends Clock = ManualClock>(
  options: TestServiceOptions<C> = {},
): Promise<TestService<C>> {
  const clock = options.clock ?? (createManualClock(undefined, { auto: true }) as Clock as C);
  const store = options.store ?? createMemoryStore();
  const modules = options.platforms ?? platformModules;
  const simulations = options.simulations ?? simulationsOf(modules);
  const { seed = 1 } = options;
  const sandbox =
    options.sandbox ??
    (simulations.length === 0 ? undefined : seededSandbox(clock, seed, simulations));
  const fetchSandbox = sandbox && watched(sandbox.fetch, options.watch);
  const media =
    options.media ?? (options.ports?.files === undefined ? createNamedMedia() : undefined);
  const ports = await assemble({
    clock,
    platformParts: { modules, simulations },
    platformSettings: settingsOf(modules, options.times),
    storage: localStorage(
      store,
      options.facts ?? createMemoryFacts(),
      'idle' in clock ? (clock.idle as Clock) : clock,
    ),
    log: options.log ?? silent,
    ...(options.features && { features: options.features }),
    secrets: options.secrets ?? createTestSecrets(),
    blobs: absent('blobs'),
    folder: '',
    publicUrl: options.publicUrl ?? 'https://slipway.test',
    ...(fetchSandbox && { sandbox: { url: SANDBOX_URL, fetch: fetchSandbox } }),
    ...(options.http && { http: options.http }),
    ports: {
      files: absent('files'),
      exportFiles: absent('exportFiles'),
      publicFetch: absent('publicFetch'),
      outbound: { post: absent('outbound').post },
      checkRoom: async () => undefined,
      ...options.ports,
      ...(media && { media }),
    },
  });
  const companies: CreatedCompany[] = [];
  for (const company of options.companies ?? [{ name: NAME }])
    companies.push(await opened(ports, company));
  const companyId = companies[0]?.companyId ?? '';
  const holder = createHolder(clock, 'worker');
  return {
    ports: { ...ports, clock },
    clock,
    store,
    companies,
    companyId,
    caller: callerOf(companyId),
    sandbox: sandbox ?? absent('sandbox'),
    ...sandboxControls(sandbox?.fetch ?? absent('sandbox').fetch),
    async run(batchId) {
      for (let i = 0; i < 500; i++) {
        const done = await runBatch(ports, companyId, String(batchId), { holder });
        if (done === undefined) return;
        await clock.sleep(done.againAt - clock.now());
      }
      throw new Error('The batch never ended.');
    },
  };
}

/** A platform that is open already, as a service takes it. */
export const moduleOf = (platform: AdPlatform): PlatformModule => ({
  definition: platform.definition,
  open: () => platform,
});

/** A port the test at hand must not need. */
// biome-ignore lint/suspicious/noExplicitAny: whatever is asked of it, it refuses.
export const absent = (name: string): any =>
  new Proxy(
    {},
    {
      get: () => () => {
        throw new Error(`This test has no ${name}.`);
      },
    },
  );

const simulationsOf = (modules: readonly PlatformModule[]): readonly Simulation[] =>
  allSimulations.filter(({ platform }) =>
    platformModules.some((module) => module.definition.id === platform && modules.includes(module)),
  );

const settingsOf = (
  modules: readonly PlatformModule[],
  times: TestServiceOptions['times'] = {},
): PlatformSettings =>
  Object.fromEntries(modules.map(({ definition: { id } }) => [id, { times: times[id] ?? {} }]));

type Fetch = (request: Request) => Promise<Response>;

const watched = (fetchNow: Fetch, watch: TestServiceOptions['watch']): Fetch =>
  watch === undefined
    ? fetchNow
    : async (request) => {
        const began = performance.now();
        const response = await fetchNow(request);
        watch({ began, ended: performance.now() });
        return response;
      };

async function opened(ports: AssembledPorts, company: TestCompany): Promise<CreatedCompany> {
  const { name, accounts = 'connected', ...options } = company;
  const isDemo = accounts === 'demo';
  const known = { ...ports, secrets: withBytesOf(ports.secrets, name) };
  const created = await openCompany(
    known,
    known.features,
    { name, sandbox: isDemo },
    { ...options, demo: isDemo },
  );
  if (accounts === 'connected') {
    const seeded = (await ports.sandbox?.demo()) ?? {};
    for (const [platform, { definition }] of Object.entries(ports.platforms)) {
      const credentials = seeded[platform] ?? anyCredentials(definition);
      await connectPlatform(ports, callerOf(created.companyId), { platform, credentials });
    }
  }
  return created;
}

/** For a platform that a test plays: the first way to connect. */
const anyCredentials = ({ credentials }: PlatformDefinition): Credentials =>
  Object.fromEntries((credentials.ways[0] ?? []).map((key) => [key, 'token']));

function callerOf(companyId: string): Caller {
  return { companyId, keyId: 'key-1', scopes: ['admin'] };
}

function sandboxControls(fetchNow: Fetch) {
  const control = async (method: string, path: string, body?: object): Promise<unknown> => {
    const request = new Request(`${SANDBOX_URL}/_sandbox/${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const response = await fetchNow(request);
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  };
  const state = (query = '') => control('GET', `state${query}`) as Promise<SandboxCounters>;
  return {
    control,
    state,
    fault: (rule: object) => control('POST', 'faults', rule),
    clearFaults: () => control('DELETE', 'faults'),
    async held(kind: string) {
      const { list } = (await control('GET', `objects?kind=${kind}`)) as Pick<
        SandboxCounters,
        'list'
      >;
      return (list?.[kind] ?? []).filter(
        (each) => each.status !== 'DELETED' && each.operation_status !== 'DELETE',
      );
    },
    async counting<T>(work: () => Promise<T>) {
      const before = await state();
      const value = await work();
      const after = await state();
      return {
        value,
        calls: after.counted - before.counted,
        requests: after.requests - before.requests,
      };
    },
  };
}
