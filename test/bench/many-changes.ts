import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../../adapters/store/sqlite.ts';
import { applyChanges } from '../../core/features/changes/apply.ts';
import { planChanges } from '../../core/features/changes/preview.ts';
import { listObjects } from '../../core/features/changes/rows.ts';
import { runChanges } from '../../core/features/changes/run.ts';
import type { ObjectRow } from '../../core/features/changes/schema.ts';
import { createHolder } from '../../core/records/lease.ts';
import { createSandboxFixture } from '../sandbox-fixture.ts';
import { simulationOf } from '../simulations.ts';
import { COMPANY, caller } from '../test-service.ts';
import { underKey } from '../under-key.ts';

/**
 * Ads brought in, and some of them renamed, in a process of its own:
 * `bun many-changes.ts ROWS CHANGES`. Prints one line of JSON.
 */
const [wanted = 10_000, changed = 1_000] = process.argv.slice(2).map(Number);
const ADS = 40;

const folder = await mkdtemp(join(tmpdir(), 'slipway-bench-'));
const store = await openSqliteStore({ path: join(folder, 'bench.db') });
const fixture = await createSandboxFixture({ store });
const { ports } = fixture;
const { name, stage } = simulationOf(fixture.primary.definition.id);
await fixture.control('POST', 'ad-sets', {
  platform: name,
  count: Math.ceil(wanted / ADS),
  ads: ADS,
});
const adAccountId = stage.account.id;

async function broughtIn(): Promise<readonly ObjectRow[]> {
  const rows: ObjectRow[] = [];
  let after: string | null = '';
  while (after !== null) {
    const query = { adAccountId, level: 'ad' as const, limit: 200, ...(after !== '' && { after }) };
    const page: Awaited<ReturnType<typeof listObjects>> = await listObjects(ports, caller, query);
    rows.push(...page.data);
    after = page.paging.after;
  }
  return rows;
}

async function timed<T>(work: () => Promise<T>) {
  Bun.gc(true);
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 10);
  const began = performance.now();
  const { value, calls, requests } = await fixture.counting(work);
  clearInterval(watch);
  peak = Math.max(peak, process.memoryUsage.rss());
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  return {
    value,
    told: { calls, requests, seconds, megabytes: Math.round((peak - before) / 1024 / 1024) },
  };
}

const brought = await timed(broughtIn);
const changes = brought.value
  .filter(({ canChange }) => canChange.includes('name'))
  .slice(0, changed)
  .map(({ id, revision }) => ({
    level: 'ad' as const,
    id,
    adAccountId,
    revision,
    set: { name: { suffix: ' (changed)' } },
  }));
const planned = await timed(() => planChanges(ports, caller, { changes }));
const posted = await timed(async () => {
  const request = { key: 'POST /v1/changes bench', bodyDigest: 'bench' };
  const { answer } = await underKey(ports, COMPANY, request, (once) =>
    applyChanges(ports, caller, { changes }, once),
  );
  const holder = createHolder(ports.clock, 'bench');
  for (;;) {
    const again = await runChanges(ports, COMPANY, answer.changeId, { holder });
    if (again === undefined) return answer.changeId;
    await ports.clock.sleep(Math.max(0, again.againAt - ports.clock.now()));
  }
});
const now = new Map((await broughtIn()).map((row) => [row.id, String(row.values.name)]));
const done = changes.filter(({ id }) => now.get(id)?.endsWith(' (changed)')).length;
if (done !== changed) throw new Error(`${done} of ${changed} ads were renamed.`);
console.log(
  JSON.stringify({
    rows: brought.value.length,
    brought: brought.told,
    planned: planned.told,
    posted: posted.told,
  }),
);
await rm(folder, { recursive: true, force: true });
process.exit(0);
