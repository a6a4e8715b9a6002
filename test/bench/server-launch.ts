import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createDiskBlobs } from '../../adapters/media/disk.ts';
import { createNodeSecrets } from '../../adapters/runtime/node-secrets.ts';
import { createSandbox } from '../../adapters/sandbox/sandbox.ts';
import { features } from '../../core/features/registry.ts';
import { planKind } from '../../core/launch/journal/records.ts';
import { silent } from '../../core/ports/log.ts';
import { type Store, SYSTEM, type Write } from '../../core/ports/store.ts';
import { openCompany } from '../../core/upkeep/open-company.ts';
import { createApp } from '../../server/app.ts';
import { assemble, openStorage } from '../../server/process/assemble.ts';
import { png } from '../samples/media.ts';
import { firstSimulation } from '../simulations.ts';
import { type Figure, figure } from './figure.ts';

const TIMES = 100;

/**
 * So many that the runtime has compiled what it can by the last ones, as it has in a service that
 * runs for long.
 */
const ROUNDS = 15;

interface Work {
  readonly do: () => Promise<unknown>;
  readonly atOnce?: number;
}

interface Rate {
  readonly perSecond: number;
  /** Milliseconds of processor time for one, all threads. */
  readonly processor: number;
}

/**
 * How often each can be done in a second, by turns, so that all see the machine alike; the best of
 * a few rounds of each.
 */
async function rates<N extends string>(
  works: { readonly [name in N]: Work },
): Promise<{ readonly [name in N]: Rate }> {
  const best = new Map<string, Rate>();
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, work] of Object.entries<Work>(works)) {
      const { perSecond = 0, processor = Number.POSITIVE_INFINITY } = best.get(name) ?? {};
      const once = await rateOf(work);
      best.set(name, {
        perSecond: Math.max(perSecond, once.perSecond),
        processor: Math.min(processor, once.processor),
      });
    }
  // Each of them was done.
  return Object.fromEntries(best) as { readonly [name in N]: Rate };
}

async function rateOf(work: Work): Promise<Rate> {
  let done = 0;
  const began = performance.now();
  const used = process.cpuUsage();
  await Promise.all(
    Array.from({ length: work.atOnce ?? 1 }, async () => {
      while (done++ < TIMES) await work.do();
    }),
  );
  const { user, system } = process.cpuUsage(used);
  return {
    perSecond: TIMES / ((performance.now() - began) / 1000),
    processor: (user + system) / 1000 / TIMES,
  };
}

/**
 * POST /v1/launch with twenty ads, accepted and durable but not carried out, against committing the
 * same documents and nothing else.
 */
export async function launchRate(folder: string): Promise<Figure[]> {
  const storage = await openStorage({ type: 'sqlite', path: join(folder, 'launch.db') });
  const sandbox = createSandbox();
  const recorded = recording(storage.store);
  const ports = await assemble({
    storage: { ...storage, store: recorded.store },
    log: silent,
    secrets: createNodeSecrets('a secret for benchmarks only'),
    blobs: createDiskBlobs(join(folder, 'media')),
    folder,
    publicUrl: 'https://slipway.test',
    sandbox: { url: 'http://sandbox.test', fetch: (request) => sandbox.fetch(request) },
  });
  const app = createApp(ports, { readLimit: 10_000_000, writeLimit: 10_000_000 });
  const { adminKey } = await openCompany(
    ports,
    features,
    { name: 'Bench', sandbox: true },
    { demo: true },
  );
  const headers = { authorization: `Bearer ${adminKey}` };
  const form = new FormData();
  form.set('file', new File([Uint8Array.from(await png(600, 600))], 'bench.png'));
  const { url } = (await (
    await app.request('/v1/media/upload', { method: 'POST', headers, body: form })
  ).json()) as {
    url: string;
  };
  const { account } = firstSimulation().stage;
  const adSets = (await (
    await app.request(`/v1/adsets?accountId=${account.id}&status=ACTIVE&limit=200`, { headers })
  ).json()) as {
    data: { value: string; label: string; adCount: number }[];
  };
  const adSet = adSets.data.find(({ adCount }) => adCount === 0);
  const ad = {
    adAccountId: account.id,
    link: 'https://example.com',
    media: [{ url }],
    adSets: [adSet],
  };
  const body = JSON.stringify({
    useDefaults: true,
    force: true,
    ads: Array.from({ length: 20 }, (_, i) => ({ ...ad, adName: `Bench ${i}` })),
  });

  const request = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
  const launch = async (): Promise<void> => {
    const response = await app.request('/v1/launch', { ...request, body });
    if (response.status !== 202) throw new Error(await response.text());
  };
  // The second changes what the first has made, as all after it do.
  await launch();
  await launch();
  const commit = commitsLike(storage.store, recorded.last());
  const plan = async () => app.request('/v1/launch/plan', { ...request, body });
  const { launches, plans, together, commits, both } = await rates({
    launches: { do: launch },
    plans: { do: plan },
    commits: { do: commit },
    both: {
      async do() {
        await plan();
        await commit();
      },
    },
    together: { do: launch, atOnce: 50 },
  });
  await storage.close();
  const sync = syncMs(join(folder, 'sync'));
  return [
    figure(
      {
        name: 'server: POST launch of 20 ads',
        value: Math.round(launches.perSecond),
        unit: 'launches/s',
        anchor: 'bare commits of the same documents',
        anchorValue: Math.round(commits.perSecond),
      },
      // 0.5 was wanted: README.md says where the time goes.
      { on: 'ratio', atLeast: 0.33 },
    ),
    figure(
      {
        name: 'server: the same in processor time',
        value: Number(launches.processor.toFixed(3)),
        unit: 'ms a launch',
        anchor: 'a bare commit of the same documents, ms',
        anchorValue: Number(commits.processor.toFixed(3)),
      },
      { on: 'ratio', atMost: 5 },
    ),
    figure(
      {
        name: 'server: the same, only planned',
        value: Number((1000 / plans.perSecond).toFixed(2)),
        unit: 'ms for 20 ads, nothing written',
        anchor: 'one launch, ms',
        anchorValue: Number((1000 / launches.perSecond).toFixed(2)),
      },
      { on: 'ratio', atMost: 1 },
    ),
    figure(
      {
        name: 'server: such a commit where something is planned before each',
        value: Number((1000 / both.perSecond - 1000 / plans.perSecond).toFixed(3)),
        unit: 'ms',
        anchor: 'one bare commit, ms',
        anchorValue: Number((1000 / commits.perSecond).toFixed(3)),
      },
      { on: 'ratio' },
    ),
    figure(
      {
        name: 'server: a sync of this disk',
        value: Number(sync.toFixed(3)),
        unit: 'ms',
        anchor: 'one bare commit, ms',
        anchorValue: Number((1000 / commits.perSecond).toFixed(3)),
      },
      { on: 'ratio', atMost: 1 },
    ),
    figure(
      {
        name: 'server: POST launch of 20 ads, 50 at once of one company',
        value: Math.round(together.perSecond),
        unit: 'launches/s',
        anchor: 'one after the other',
        anchorValue: Math.round(launches.perSecond),
      },
      { on: 'ratio', atLeast: 0.8 },
    ),
  ];
}

/**
 * How long this disk takes to keep what was just written for good, where others do not write
 * meanwhile: the tenth part of the times is shorter.
 */
function syncMs(path: string): number {
  const file = openSync(path, 'w');
  const times = Array.from({ length: 200 }, () => {
    writeSync(file, 'x'.repeat(20_000));
    const began = performance.now();
    fdatasyncSync(file);
    return performance.now() - began;
  });
  closeSync(file);
  return times.sort((a, b) => a - b)[20] ?? 0;
}

/** The store, and the writes of the launch that was committed through it last. */
function recording(store: Store): { readonly store: Store; last(): readonly Write[] } {
  let last: readonly Write[] = [];
  const commit: Store['commit'] = (writes) => {
    if (writes.some(({ kind }) => kind.name === planKind.name)) last = writes;
    return store.commit(writes);
  };
  return { store: { ...store, commit }, last: () => last };
}

/**
 * Commits what a launch has committed, over and over: new documents as new ones, and changed ones
 * as changes.
 */
function commitsLike(store: Store, writes: readonly Write[]): () => Promise<void> {
  let version = 0;
  return async () => {
    const conflict = await store.commit(
      writes.map(({ kind, companyId, id, expect, doc }) => ({
        kind,
        companyId: companyId === SYSTEM ? SYSTEM : 'bench',
        doc,
        ...(expect === 'absent'
          ? { id: `bench ${id} ${version}`, expect }
          : { id: `bench ${id}`, expect: version || 'absent' }),
      })),
    );
    if (conflict !== undefined)
      throw new Error(`A bare commit lost with ${conflict.lost.join(', ')}.`);
    version += 1;
  };
}
