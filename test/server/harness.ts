import type { Hono } from 'hono';
import { afterEach } from 'vitest';
import { createManualClock, type ManualClock } from '../../adapters/runtime/manual-clock.ts';
import { mintKey } from '../../core/access/keys.ts';
import type { Scope } from '../../core/access/scopes.ts';
import type { AssembledPorts } from '../../core/operations/feature.ts';
import { createApp } from '../../server/app.ts';
import type { AppEnv, ServerSettings } from '../../server/http/settings.ts';
import {
  createTestService,
  moduleOf,
  type TestCompany,
  type TestService,
  type TestServiceOptions,
} from '../test-service.ts';
import { createTinyPlatform } from './tiny-platform.ts';

export interface Harness extends Pick<TestService, 'control' | 'held' | 'run' | 'sandbox'> {
  readonly app: Hono<AppEnv>;
  readonly ports: AssembledPorts;
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

/**
 * Fails the test in which an answer did not fit its schema. To be called once at the top of a test
 * file.
 */
export function failOnDrift(): void {
  // Files share this module, and not each of them asks.
  drifts.length = 0;
  afterEach(() => {
    const found = drifts.splice(0);
    if (found.length > 0)
      throw new Error(`answers drifted from their schemas:\n${found.join('\n')}`);
  });
}

export interface HarnessOptions extends TestServiceOptions {
  readonly settings?: Partial<ServerSettings>;
}

/**
 * The service behind its routes, over a platform just large enough for them unless others are
 * named.
 */
export async function startHarness({
  settings,
  ...options
}: HarnessOptions = {}): Promise<Harness> {
  const { ports, clock, companies, control, held, run, sandbox } = await createTestService({
    clock: createManualClock(),
    platforms: [moduleOf(createTinyPlatform())],
    ...options,
    companies: options.companies ?? ownAndForeign('none'),
  });
  const [own, foreign] = companies;
  if (own === undefined || foreign === undefined) throw new Error('A company is missing.');
  const app = createApp(ports, {
    readLimit: 1_000_000,
    writeLimit: 1_000_000,
    onDrift: (route, problem) => drifts.push(`${route}: ${problem}`),
    ...settings,
  });
  return {
    app,
    ports,
    clock,
    control,
    held,
    run,
    sandbox,
    companyId: own.companyId,
    key: own.adminKey,
    foreignKey: foreign.adminKey,
    async keyWith(...scopes) {
      const { secret, write } = await mintKey(ports, own.companyId, {
        name: scopes.join(' '),
        scopes,
      });
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
      return {
        status: response.status,
        headers: response.headers,
        body: text.startsWith('{') ? JSON.parse(text) : text,
      };
    },
  };
}

/** The companies of a harness, the first of them with these accounts. */
export const ownAndForeign = (
  accounts: NonNullable<TestCompany['accounts']>,
): readonly TestCompany[] => [
  { name: 'Own', scopes: ['admin', 'operator'], first: true, accounts },
  { name: 'Foreign', accounts: 'none' },
];
