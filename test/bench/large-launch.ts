import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../../adapters/store/sqlite.ts';
import { GUARDRAILS, guardrailsKind, untouched } from '../../core/gate/records.ts';
import { submitLaunch } from '../../core/launch/accept/submit.ts';
import { pagedStatus } from '../../core/launch/show/status.ts';
import { createSandboxFixture } from '../sandbox-fixture.ts';
import { simulationOf } from '../simulations.ts';
import { COMPANY, caller } from '../test-service.ts';

/**
 * One large launch in a process of its own: `bun large-launch.ts ADS ADSETS`. Prints one line of
 * JSON.
 */
const [ads = 10_000, adSets = 1] = process.argv.slice(2).map(Number);
const creations = ads * adSets;

const folder = await mkdtemp(join(tmpdir(), 'slipway-bench-'));
const store = await openSqliteStore({ path: join(folder, 'bench.db') });
const fixture = await createSandboxFixture({ store });
const ports = { ...fixture.ports, launchLimits: { ads: 20_000, creations: 100_000 } };
const limits = { ...untouched, revision: 1, adsPerLaunch: 100_000 };
await store.commit([
  { kind: guardrailsKind, companyId: COMPANY, id: GUARDRAILS, expect: 'absent', doc: limits },
]);

const { name, stage } = simulationOf(fixture.primary.definition.id);
const count = Math.ceil((creations / stage.room) * 1.1);
const { adSetIds } = (await fixture.control('POST', 'ad-sets', { platform: name, count })) as {
  adSetIds: string[];
};
const body = {
  ads: Array.from({ length: ads }, (_, i) => ({
    adName: `Bench ${i}`,
    adAccountId: stage.account.id,
    adSets: Array.from({ length: adSets }, (_, k) => adSetIds[(i * adSets + k) % adSetIds.length]),
    ...stage.fields,
    media: [{ url: `https://cdn.example/${i % 10}.png` }],
  })),
};

const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/**
 * Processor time of the quickest of a few looks at a page in the middle: while the launch runs,
 * others may be its.
 */
async function statusTime(): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 5; i++) {
    const began = processorMs();
    JSON.stringify(await pagedStatus(ports, COMPANY, batch, { offset: ads / 2, limit: 100 }));
    best = Math.min(best, processorMs() - began);
  }
  return best;
}

Bun.gc(true);
const before = process.memoryUsage.rss();
let peak = before;
const look = (): void => {
  peak = Math.max(peak, process.memoryUsage.rss());
};
const watch = setInterval(look, 10);
const began = performance.now();
const { adBatchId } = await submitLaunch(ports, caller, body);
const batch = String(adBatchId);
const acceptedMs = Math.round(performance.now() - began);
const times: number[] = [];
const poll = setInterval(async () => times.push(await statusTime()), 1_000);
const run = performance.now();
await fixture.run(adBatchId);
const ranMs = Math.round(performance.now() - run);
clearInterval(poll);
clearInterval(watch);
look();
times.push(await statusTime());
const { successfulAds, message } = await pagedStatus(ports, COMPANY, batch);
if (successfulAds !== creations) throw new Error(message);
const tenths = (value: number): number => Math.round(value * 10) / 10;
console.log(
  JSON.stringify({
    creations,
    acceptedMs,
    ranMs,
    statusMs: tenths(Math.max(...times)),
    peakKb: tenths((peak - before) / creations / 1024),
    sentKb: tenths(JSON.stringify(body).length / creations / 1024),
  }),
);
await store.close();
await rm(folder, { recursive: true, force: true });
process.exit(0);
