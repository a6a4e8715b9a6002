import type { Hono } from 'hono';
import { afterEach } from 'vitest';
import { createLocalNotifier } from '../../adapters/events/local-notifier.ts';
import { createMemoryFacts } from '../../adapters/facts/memory.ts';
import { createMemoryRate } from '../../adapters/rate/memory.ts';
import { createManualClock, type ManualClock } from '../../adapters/runtime/manual-clock.ts';
import { createNodeSecrets } from '../../adapters/runtime/node-secrets.ts';
import { createMemoryStore } from '../../adapters/store/memory.ts';
import type { Scope } from '../../core/access/caller.ts';
import { createCompany } from '../../core/access/companies.ts';
import { mintKey } from '../../core/access/keys.ts';
import { createAdSetReader } from '../../core/accounts/ad-sets.ts';
import { silent } from '../../core/ports/log.ts';
import { createReportTraffic } from '../../core/report/traffic.ts';
import { createApp } from '../../server/http/app.ts';
import type { AppEnv, ServerPorts, ServerSettings } from '../../server/ports.ts';
import { createTinyPlatform } from './tiny-platform.ts';

export interface Harness {
  readonly app: Hono<AppEnv>;
  readonly ports: ServerPorts;
  readonly clock: ManualClock;
  readonly companyId: string;
  /** A key with admin and operator scope. */
  readonly key: string;
  /** Another company's admin key. */
  readonly foreignKey: string;
  /** A fresh key of the company. */
  keyWith(...scopes: Scope[]): Promise<string>;
  call(method: string, path: string, options?: CallOptions): Promise<Called>;
}

export interface CallOptions {
  readonly key?: string | null;
  readonly body?: unknown;
  readonly headers?: { readonly [name: string]: string };
}

export interface Called {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely; the schemas are checked by onDrift.
  readonly body: any;
}

const drifts: string[] = [];

/** Fails the test in which an answer did not fit its schema. To be called once at the top of a test file. */
export function failOnDrift(): void {
  afterEach(() => {
    const found = drifts.splice(0);
    if (found.length > 0) throw new Error(`answers drifted from their schemas:\n${found.join('\n')}`);
  });
}

export async function startHarness(
  options: {
    readonly clock?: ManualClock;
    readonly ports?: Partial<ServerPorts>;
    readonly settings?: Partial<ServerSettings>;
  } = {},
): Promise<Harness> {
  const clock = options.clock ?? createManualClock();
  const secrets = createNodeSecrets('a secret that is long enough');
  const ports: ServerPorts = {
    store: createMemoryStore(),
    facts: createMemoryFacts(),
    clock,
    secrets,
    traffic: createReportTraffic({ clock, secrets }),
    log: silent,
    platforms: { primary: createTinyPlatform() },
    adSets: createAdSetReader(clock),
    jobs: { wake: async () => undefined, work: () => ({ stop: async () => undefined }) },
    rate: createMemoryRate(),
    notifier: createLocalNotifier(),
    files: absent('files'),
    media: absent('media'),
    publicFetch: absent('publicFetch'),
    outbound: absent('outbound'),
    exportFiles: absent('exportFiles'),
    publicUrl: 'https://slipway.test',
    ...options.ports,
  };
  const app = createApp(ports, {
    readLimit: 1_000_000,
    writeLimit: 1_000_000,
    onDrift: (route, problem) => drifts.push(`${route}: ${problem}`),
    ...options.settings,
  });
  const own = await createCompany(ports, { name: 'Own' }, { scopes: ['admin', 'operator'], first: true });
  const foreign = await createCompany(ports, { name: 'Foreign' });

  return {
    app,
    ports,
    clock,
    companyId: own.companyId,
    key: own.adminKey,
    foreignKey: foreign.adminKey,
    async keyWith(...scopes) {
      const { secret, write } = await mintKey(ports, own.companyId, { name: scopes.join(' '), scopes });
      await ports.store.commit([write]);
      return secret;
    },
    async call(method, path, { key = own.adminKey, body, headers = {} } = {}) {
      const response = await app.request(path, {
        method,
        headers: {
          ...(key !== null && { authorization: `Bearer ${key}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text.startsWith('{') ? JSON.parse(text) : text };
    },
  };
}

/** A port the test at hand must not need. */
// biome-ignore lint/suspicious/noExplicitAny: whatever is asked of it, it refuses.
const absent = (name: string): any =>
  new Proxy(
    {},
    {
      get: () => () => {
        throw new Error(`This test has no ${name}.`);
      },
    },
  );
