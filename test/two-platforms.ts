import { createMemoryFacts } from '../adapters/facts/memory.ts';
import { createFetchHttp } from '../adapters/http/fetch-http.ts';
import { createStoreJobs } from '../adapters/jobs/store-jobs.ts';
import { openMeta } from '../adapters/platforms/meta/open.ts';
import { openTiktok } from '../adapters/platforms/tiktok/open.ts';
import { createManualClock } from '../adapters/runtime/manual-clock.ts';
import { md5 } from '../adapters/runtime/md5.ts';
import { createNodeSecrets } from '../adapters/runtime/node-secrets.ts';
import { createSandboxControl } from '../adapters/sandbox/control-client.ts';
import { createSandbox } from '../adapters/sandbox/sandbox.ts';
import { shortVideo } from '../adapters/sandbox/tiktok/seed-names.ts';
import { createMemoryStore } from '../adapters/store/memory.ts';
import { openCompany } from '../core/access/open-company.ts';
import { createAdSetReader } from '../core/accounts/ad-sets.ts';
import { runBatch } from '../core/launch/run/run.ts';
import { silent } from '../core/ports/log.ts';
import type { Store } from '../core/ports/store.ts';
import { createHolder } from '../core/records/lease.ts';
import { createReportTraffic } from '../core/report/traffic.ts';
import { createNamedMedia } from './launch-house.ts';

const url = 'http://sandbox.test';

export { shortVideo };

type Row = { readonly id: string; readonly [field: string]: unknown };

/** A demo company with accounts on both platforms, in one process on a clock that jumps. */
export async function createTwoPlatforms(options: { readonly seed?: number; readonly store?: Store } = {}) {
  const clock = createManualClock(Date.UTC(2026, 10, 15, 12), { auto: true });
  const sandbox = createSandbox({ clock, seed: options.seed ?? 1 });
  const secrets = createNodeSecrets('a secret that is long enough');
  const store = options.store ?? createMemoryStore();
  const media = createNamedMedia();
  const http = createFetchHttp({ fetch: (address, init) => sandbox.fetch(new Request(address, init)) });
  const primary = openMeta({ http, clock, media, secrets, baseUrl: `${url}/meta` });
  const tiktok = openTiktok({ http, clock, media, secrets, md5, baseUrl: `${url}/tiktok/open_api/v1.3` });
  const ports = {
    ...{ store, clock, secrets, media, log: silent },
    platforms: { primary, 'short-video': tiktok },
    jobs: createStoreJobs({ store, clock, log: silent }),
    adSets: createAdSetReader(clock),
    facts: createMemoryFacts(),
    traffic: createReportTraffic({ clock, secrets }),
    sandbox: createSandboxControl(url, sandbox.fetch),
  };
  const { companyId } = await openCompany(ports, { name: 'Demo', sandbox: true }, { demo: true });

  const control = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const request = new Request(`${url}/_sandbox/${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
    const response = await sandbox.fetch(request);
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  };
  const holder = createHolder(clock, 'worker');
  return {
    ports,
    companyId,
    caller: { companyId, keyId: 'key-1' },
    sandbox,
    control,
    fault: (rule: object) => control('POST', 'faults', rule),
    async held(kind: string): Promise<readonly Row[]> {
      const state = (await control('GET', 'state?objects=1')) as { list: Record<string, Row[]> };
      return (state.list[kind] ?? []).filter((each) => each.status !== 'DELETED' && each.operation_status !== 'DELETE');
    },
    /** Runs a batch as its job would, as often as it asks for, until it has ended. */
    async run(batchId: number): Promise<void> {
      for (let i = 0; i < 500; i++) {
        const done = await runBatch(ports, companyId, String(batchId), { holder });
        if (done === undefined) return;
        await clock.sleep(done.againAt - clock.now());
      }
      throw new Error('The batch never ended.');
    },
  };
}

export type TwoPlatforms = Awaited<ReturnType<typeof createTwoPlatforms>>;
