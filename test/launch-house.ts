import { createStoreJobs } from '../adapters/jobs/store-jobs.ts';
import { createManualClock } from '../adapters/runtime/manual-clock.ts';
import { createNodeSecrets } from '../adapters/runtime/node-secrets.ts';
import { createMemoryStore } from '../adapters/store/memory.ts';
import { createAdSetReader } from '../core/accounts/ad-sets.ts';
import type { Platforms } from '../core/accounts/find-account.ts';
import { type AdAccountRecord, adAccountKind, type ConnectionRecord, connectionKind } from '../core/accounts/records.ts';
import { runBatch } from '../core/launch/run/run.ts';
import type { Clock } from '../core/ports/clock.ts';
import { silent } from '../core/ports/log.ts';
import type { MediaFacts, MediaSource } from '../core/ports/media.ts';
import type { Store } from '../core/ports/store.ts';
import { createHolder } from '../core/records/lease.ts';

export const COMPANY = 'acme';
export const caller = { companyId: COMPANY, keyId: 'key-1' };

/** The smallest PNG; bytes behind its end are ignored by readers but make the content one of its own. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==',
  'base64',
);

/** Media that exist as soon as they are named: a pixel with the address behind it. */
export function createNamedMedia(facts: { readonly [url: string]: Partial<MediaFacts> } = {}): MediaSource {
  return {
    async describe(_, url) {
      const known = facts[url];
      return (
        known && { sha256: `sha-of-${url}`, contentType: 'image/png', bytes: 10, filename: url.split('/').pop() ?? '', ...known }
      );
    },
    async load(_, url) {
      return {
        bytes: new Uint8Array(Buffer.concat([PIXEL, Buffer.from(url)])),
        sha256: `sha-of-${url}`,
        contentType: 'image/png',
        filename: url.split('/').pop() ?? '',
      };
    },
  };
}

/** Everything the launch functions need, assembled over one platform, with one company that has two accounts. */
export async function createLaunchHouse(options: {
  platforms: (clock: Clock) => Platforms;
  store?: Store;
  clock?: Clock;
  media?: MediaSource;
}) {
  const clock: Clock = options.clock ?? createManualClock(undefined, { auto: true });
  const store = options.store ?? createMemoryStore();
  const secrets = createNodeSecrets('a secret that is long enough');
  const platforms = options.platforms(clock);
  const jobs = createStoreJobs({ store, clock, log: silent });
  const ports = {
    store,
    clock,
    secrets,
    platforms,
    jobs,
    log: silent,
    media: options.media ?? createNamedMedia(),
    adSets: createAdSetReader(clock),
  };

  const connection: ConnectionRecord = {
    platform: 'primary',
    name: 'Test',
    sealedCredentials: await secrets.seal('{"accessToken":"t"}', { companyId: COMPANY, use: 'credentials' }),
    createdAt: 0,
  };
  const account: AdAccountRecord = {
    platform: 'primary',
    connectionId: 'c1',
    workspaceId: 'w1',
    name: 'Test',
    currency: 'EUR',
    timezone: 'Europe/Berlin',
    status: 'active',
  };
  await store.commit([
    { kind: connectionKind, companyId: COMPANY, id: 'c1', expect: 'absent', doc: connection },
    { kind: adAccountKind, companyId: COMPANY, id: 'primary:act_1', expect: 'absent', doc: account },
    {
      kind: adAccountKind,
      companyId: COMPANY,
      id: 'primary:act_2',
      expect: 'absent',
      doc: { ...account, timezone: 'Asia/Tokyo', currency: 'JPY' },
    },
    { kind: adAccountKind, companyId: COMPANY, id: 'primary:act_9', expect: 'absent', doc: { ...account, status: 'disabled' } },
  ]);

  const holder = createHolder(clock, 'worker');
  return {
    ports,
    clock,
    store,
    /** Runs a batch as its job would, as often as it asks for, until it has ended. */
    async run(batchId: number): Promise<void> {
      for (let i = 0; i < 500; i++) {
        const done = await runBatch(ports, COMPANY, String(batchId), { holder });
        if (done === undefined) return;
        await clock.sleep(done.againAt - clock.now());
      }
      throw new Error('The batch never ended.');
    },
  };
}

export const imageAd = (fields: object = {}) => ({
  adName: 'Ad {{index}}',
  adAccountId: 'act_1',
  page: '900',
  secondary: '901',
  title: 'Title',
  description: 'Text',
  cta: 'LEARN_MORE',
  link: 'https://shop.test/',
  adSets: [{ value: '1', label: 'Set 1' }],
  media: [{ url: 'https://cdn.test/a.png' }],
  ...fields,
});

/** A medium that is a post which exists already. */
export const postMedia = (fields: object = {}) => ({
  effectiveStoryId: '900_5',
  existingAd: true,
  existingPrimaryAd: true,
  isExistingPost: true,
  ...fields,
});
