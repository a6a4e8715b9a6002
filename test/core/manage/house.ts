import type * as v from 'valibot';
import { createFetchHttp } from '../../../adapters/http/fetch-http.ts';
import { type MetaOptions, openMeta } from '../../../adapters/platforms/meta/open.ts';
import { createManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { createNodeSecrets } from '../../../adapters/runtime/node-secrets.ts';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { createSandbox } from '../../../adapters/sandbox/sandbox.ts';
import { createMemoryStore } from '../../../adapters/store/memory.ts';
import { listAudit } from '../../../core/access/audit.ts';
import { accountKey } from '../../../core/accounts/account-key.ts';
import { adAccountKind, connectionKind } from '../../../core/accounts/records.ts';
import { PlatformError, SlipwayError } from '../../../core/errors.ts';
import type { AdPlatform } from '../../../core/ports/ad-platform.ts';
import { silent } from '../../../core/ports/log.ts';
import type { Store } from '../../../core/ports/store.ts';
import { parseRequest } from '../../../core/schema/parse.ts';
import { adSet, campaign, createClient, imageStory } from '../../adapters/sandbox/client.ts';

export const caller = { companyId: 'acme', keyId: 'key-1' };
const { companyId } = caller;

export type Row = { readonly id: string; readonly [field: string]: unknown };

export type House = Awaited<ReturnType<typeof createHouse>>;

/** The managing functions over the real adapter and a sandbox, in one process on a clock that jumps. */
export async function createHouse(
  options: {
    readonly store?: Store;
    readonly meta?: Partial<MetaOptions>;
    /** Stands between the functions and the adapter. */
    readonly wrap?: (platform: AdPlatform) => AdPlatform;
  } = {},
) {
  const clock = createManualClock(Date.UTC(2026, 10, 15, 12), { auto: true });
  const sandbox = createSandbox({ clock, seed: 1 });
  const client = createClient({ sandbox, clock });
  const secrets = createNodeSecrets('a secret that is long enough');
  const store = options.store ?? createMemoryStore();
  const media = { describe: async () => undefined, load: () => Promise.reject(new Error('no media here')) };
  const http = createFetchHttp({ fetch: (url, init) => sandbox.fetch(new Request(url, init)) });
  const opened = openMeta({ http, clock, media, secrets, baseUrl: 'http://sandbox.test/meta', ...options.meta });
  const primary = options.wrap?.(opened) ?? opened;
  const credentials = { accessToken: seed.token };
  const jobs = { wake: async () => undefined, work: () => ({ stop: async () => undefined }) };
  const ports = { store, clock, secrets, platforms: { primary }, log: silent, jobs };

  const sealedCredentials = await secrets.seal(JSON.stringify(credentials), { companyId, use: 'credentials' });
  const connection = { platform: 'primary' as const, name: 'Sandbox', sealedCredentials, createdAt: 0 };
  const accounts = await primary.accounts.list(companyId, credentials);
  await store.commit([
    { kind: connectionKind, companyId, id: 'sandbox', expect: 'absent', doc: connection },
    ...accounts.map(({ id, ...account }) => {
      const doc = { ...account, platform: 'primary' as const, connectionId: 'sandbox', workspaceId: 'w1' };
      return { kind: adAccountKind, companyId, id: accountKey('primary', id), expect: 'absent' as const, doc };
    }),
  ]);
  await client.control('POST', 'reset', { counters: true });

  const house = {
    ports,
    clock,
    client,
    credentials,
    /** Calls as the platform counts them, and HTTP requests, while something is done. */
    async counting<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly calls: number; readonly requests: number }> {
      const before = (await client.control('GET', 'state')).body;
      const value = await work();
      const after = (await client.control('GET', 'state')).body;
      return { value, calls: after.counted - before.counted, requests: after.requests - before.requests };
    },
    async fault(rule: object): Promise<void> {
      await client.fault(rule);
    },
    async clearFaults(): Promise<void> {
      await client.control('DELETE', 'faults');
    },
    /** What the platform holds and has not deleted. */
    async held(kind: 'campaigns' | 'adsets' | 'ads'): Promise<readonly Row[]> {
      const { body } = await client.control('GET', 'state?objects=1');
      return body.list[kind].filter((each: Row) => each.status !== 'DELETED');
    },
    async read(id: string, fields: string): Promise<Row> {
      return (await client.get(`/${id}`, { fields })).body;
    },
    audit: async () => (await listAudit(ports, companyId, { offset: 0, limit: 1000 })).items,
    /** A campaign of its own with ad sets that hold so many ads each. */
    async tree(
      ads: readonly number[],
      more: { readonly campaign?: object; readonly adSet?: object; readonly account?: string } = {},
    ) {
      const account = more.account ?? seed.accounts.eur;
      const top = await client.make(`/${account}/campaigns`, campaign({ name: 'Tree', ...more.campaign }));
      const adSets: string[] = [];
      const all: string[][] = [];
      for (const [index, count] of ads.entries()) {
        const id = await client.make(`/${account}/adsets`, adSet({ campaign_id: top, name: `Branch ${index}`, ...more.adSet }));
        adSets.push(id);
        const own: string[] = [];
        for (let number = 0; number < count; number += 1)
          own.push(
            await client.make(`/${account}/ads`, {
              name: `Leaf ${number}`,
              adset_id: id,
              status: 'ACTIVE',
              creative: { object_story_spec: imageStory() },
            }),
          );
        all.push(own);
      }
      return { campaign: top, adSets, ads: all, adSet: adSets[0] ?? '' };
    },
  };
  return house;
}

/** A request as the server would hand it over. */
export const parsed = <S extends v.GenericSchema>(schema: S, body: object): v.InferOutput<S> => parseRequest(schema, body);

/** The error a promise rejects with, in the shape an answer would have. */
export async function refusal(work: Promise<unknown> | (() => unknown)) {
  try {
    await (typeof work === 'function' ? work() : work);
  } catch (error) {
    if (!(error instanceof SlipwayError)) throw error;
    return {
      code: error.code,
      message: error.message,
      paths: error.details.map(({ path }) => path),
      reasons: error.details.map(({ code }) => code),
      ...(error instanceof PlatformError && { subcode: error.failure.subcode }),
    };
  }
  throw new Error('This should have been refused.');
}

export const eur = seed.accounts.eur;
