import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createDiskBlobs } from '../../adapters/media/disk.ts';
import { createNodeSecrets } from '../../adapters/runtime/node-secrets.ts';
import { createSandbox } from '../../adapters/sandbox/sandbox.ts';
import { openCompany } from '../../core/access/open-company.ts';
import { planKind } from '../../core/launch/journal/records.ts';
import { silent } from '../../core/ports/log.ts';
import { kind, type Store } from '../../core/ports/store.ts';
import { createApp } from '../../server/http/app.ts';
import { assemble, openStorage } from '../../server/process/assemble.ts';
import { png } from '../samples/media.ts';
import { firstSimulation } from '../simulations.ts';
import { type Figure, figure } from './figure.ts';

const TIMES = 100;

const ROUNDS = 6;

interface Work {
  readonly do: (i: number) => Promise<unknown>;
  readonly atOnce?: number;
}

/** How often each can be done in a second, by turns, so that all see the machine alike; the best of a few rounds of each. */
async function rates<N extends string>(works: { readonly [name in N]: Work }): Promise<{ readonly [name in N]: number }> {
  const best = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, work] of Object.entries<Work>(works)) {
      let next = 0;
      const began = performance.now();
      await Promise.all(
        Array.from({ length: work.atOnce ?? 1 }, async () => {
          while (next < TIMES) await work.do(round * TIMES + next++);
        }),
      );
      best.set(name, Math.max(best.get(name) ?? 0, TIMES / ((performance.now() - began) / 1000)));
    }
  // Each of them was done.
  return Object.fromEntries(best) as { readonly [name in N]: number };
}

/** POST /v1/launch with twenty ads, accepted and durable but not carried out, against committing the same documents and nothing else. */
export async function launchRate(folder: string): Promise<Figure[]> {
  const storage = await openStorage({ type: 'sqlite', path: join(folder, 'launch.db') });
  const sandbox = createSandbox();
  const ports = await assemble({
    storage,
    log: silent,
    secrets: createNodeSecrets('a secret for benchmarks only'),
    blobs: createDiskBlobs(join(folder, 'media')),
    folder,
    publicUrl: 'https://slipway.test',
    sandbox: { url: 'http://sandbox.test', fetch: (request) => sandbox.fetch(request) },
  });
  const app = createApp(ports, { readLimit: 10_000_000, writeLimit: 10_000_000 });
  const { companyId, adminKey } = await openCompany(ports, { name: 'Bench', sandbox: true }, { demo: true });
  const headers = { authorization: `Bearer ${adminKey}` };
  const form = new FormData();
  form.set('file', new File([Uint8Array.from(await png(600, 600))], 'bench.png'));
  const { url } = (await (await app.request('/v1/media/upload', { method: 'POST', headers, body: form })).json()) as {
    url: string;
  };
  const { account } = firstSimulation().stage;
  const adSets = (await (
    await app.request(`/v1/adsets?accountId=${account.id}&status=ACTIVE&limit=200`, { headers })
  ).json()) as {
    data: { value: string; label: string; adCount: number }[];
  };
  const adSet = adSets.data.find(({ adCount }) => adCount === 0);
  const ad = { adAccountId: account.id, link: 'https://example.com', media: [{ url }], adSets: [adSet] };
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
  await launch();
  const plan = await storage.store.get(planKind, companyId, '1');
  const { launches, plans, together, commits } = await rates({
    launches: { do: launch },
    plans: { do: async () => app.request('/v1/launch/plan', { ...request, body }) },
    commits: { do: (i) => commitLike(storage.store, i, plan?.doc ?? {}) },
    together: { do: launch, atOnce: 50 },
  });
  await storage.close();
  const sync = syncMs(join(folder, 'sync'));
  return [
    figure(
      {
        name: 'server: POST launch of 20 ads',
        value: Math.round(launches),
        unit: 'launches/s',
        anchor: 'bare commits of such documents',
        anchorValue: Math.round(commits),
      },
      { on: 'ratio', atLeast: 0.5 },
    ),
    figure(
      {
        name: 'server: the same, only planned',
        value: Number((1000 / plans).toFixed(2)),
        unit: 'ms for 20 ads, nothing written',
        anchor: 'one launch, ms',
        anchorValue: Number((1000 / launches).toFixed(2)),
      },
      { on: 'ratio', atMost: 1 },
    ),
    figure(
      {
        name: 'server: a sync of this disk',
        value: Number(sync.toFixed(3)),
        unit: 'ms',
        anchor: 'one bare commit, ms',
        anchorValue: Number((1000 / commits).toFixed(3)),
      },
      { on: 'ratio', atMost: 1 },
    ),
    figure(
      {
        name: 'server: POST launch of 20 ads, 50 at once of one company',
        value: Math.round(together),
        unit: 'launches/s',
        anchor: 'one after the other',
        anchorValue: Math.round(launches),
      },
      { on: 'ratio', atLeast: 0.8 },
    ),
  ];
}

/** How long this disk takes to keep what was just written for good; the median. */
function syncMs(path: string): number {
  const file = openSync(path, 'w');
  const times = Array.from({ length: 200 }, () => {
    writeSync(file, 'x'.repeat(20_000));
    const began = performance.now();
    fdatasyncSync(file);
    return performance.now() - began;
  });
  closeSync(file);
  return times.sort((a, b) => a - b)[100] ?? 0;
}

const planDocuments = kind<object>('bench-plan');
const others = kind<{ readonly text: string; readonly at: number }>('bench-other', { at: 'number' });

/** A commit of what a launch commits: the plan, and the batch, its name, its job, its number and its trace beside it. */
async function commitLike(store: Store, i: number, plan: object): Promise<void> {
  const doc = { text: 'x'.repeat(250), at: i };
  const small = ['batch', 'name', 'job', 'number', 'trace'].map(
    (name) => ({ kind: others, companyId: 'bench', id: `${name} ${i}`, expect: 'absent', doc }) as const,
  );
  await store.commit([{ kind: planDocuments, companyId: 'bench', id: String(i), expect: 'absent', doc: plan }, ...small]);
}
