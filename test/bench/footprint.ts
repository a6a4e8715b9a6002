import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLaunchFile } from '../../server/cli/base/launch-file.ts';
import { exampleFile } from '../../server/cli/features/launch/example.ts';
import { createClient, type InputOf } from '../../server/client/client.ts';
import { run } from './child.ts';
import { type Figure, figure } from './figure.ts';

const REST_MS = 30_000;
const LAUNCHES = 3;

/**
 * The smallest machine, on Linux: what a service on SQLite, its sandbox included, takes with one
 * company and with twenty, working and at rest.
 */
export async function footprintBench(): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-footprint-'));
  const env = { SLIPWAY_LOG: 'error', SLIPWAY_READ_LIMIT: '6000', SLIPWAY_WRITE_LIMIT: '6000' };
  const service = await run('server/main.ts', ['--port', '0', '--data', folder, '--json'], env);
  try {
    const { url = '', adminKey = '' } = service.said;
    const begun = taken(service.pid);
    const operator = createClient({ url, key: adminKey });
    const keys = [adminKey];
    const figures: Figure[] = [];
    for (const companies of [1, 20]) {
      while (keys.length < companies) {
        const { adminKey: key } = await operator.companies.create({
          name: `Company ${keys.length}`,
          sandbox: true,
        });
        keys.push(key);
      }
      const before = taken(service.pid);
      let ads = 0;
      for (const key of keys) ads += await work(url, key);
      const after = taken(service.pid);
      await new Promise((resolve) => setTimeout(resolve, REST_MS));
      const rested = taken(service.pid);
      figures.push(
        figure(
          {
            name: `footprint-memory-${companies}`,
            value: Math.round(Math.max(after.megabytes, rested.megabytes)),
            unit: `MB resident, companies: ${companies}`,
            anchor: 'the service just started',
            anchorValue: Math.round(begun.megabytes),
          },
          { on: 'value', atMost: 700 },
        ),
        figure(
          {
            name: `footprint-launch-${companies}`,
            value: Math.round(((after.seconds - before.seconds) * 1000) / ads),
            unit: `ms of processor time an ad, with plan, picture and report, companies: ${companies}`,
            anchor: 'one ad',
            anchorValue: 1,
          },
          { on: 'value', atMost: 500 },
        ),
        figure(
          {
            name: `footprint-rest-${companies}`,
            value: Number((((rested.seconds - after.seconds) / (REST_MS / 1000)) * 100).toFixed(1)),
            unit: `% of a core at rest, companies: ${companies}`,
            anchor: 'a core',
            anchorValue: 100,
          },
          { on: 'value', atMost: 20 },
        ),
      );
    }
    return figures;
  } finally {
    service.end();
    await rm(folder, { recursive: true, force: true });
  }
}

/** What a company does in the tutorial, a few times; answers how many ads it launched. */
async function work(url: string, key: string): Promise<number> {
  const client = createClient({ url, key });
  const { ads } = readLaunchFile('ads.csv', await exampleFile(client));
  for (let n = 0; n < LAUNCHES; n++) {
    const request = {
      ads: ads.map((ad) => ({ ...ad, adName: `${ad.adName} ${n}` })),
    } as InputOf<'launch'>;
    await client.plan(request);
    const { adBatchId } = await client.launch(request);
    while ((await client.batches.status({ id: adBatchId })).status === 'processing')
      await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const day = (ago: number): string =>
    new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const accountIds = String(ads[0]?.adAccountId);
  await client.reports.dailySpend({ accountIds, startDate: day(14), endDate: day(1) });
  return ads.length * LAUNCHES;
}

/** Memory and processor time of a process, as Linux tells them. */
function taken(pid: number | undefined): { readonly megabytes: number; readonly seconds: number } {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  // After the name in parentheses: user and system time are the twelfth and the thirteenth, in
  // hundredths of a second.
  const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = after.split(' ').slice(11, 13).map(Number);
  return { megabytes: Number(kilobytes) / 1024, seconds: ((user ?? 0) + (system ?? 0)) / 100 };
}
