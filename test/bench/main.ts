import { simulations } from '../../adapters/sandbox/registry.ts';
import { readOptions, refuse } from '../command-line.ts';
import { callsBench } from './calls.ts';
import { carriedBench } from './carried.ts';
import { changesBench } from './changes.ts';
import { dashboardBench } from './dashboard.ts';
import { fairnessBench } from './fairness.ts';
import { type Figure, figure } from './figure.ts';
import { floodsBench } from './floods.ts';
import { footprintBench } from './footprint.ts';
import { growthBench, pauseBench } from './growth.ts';
import { importBench } from './import.ts';
import { launchBench } from './launch.ts';
import { libraryBench } from './library.ts';
import { primaryCalls } from './primary-calls.ts';
import { reports } from './reports.ts';
import type { BackendName } from './reports-backends.ts';
import { rulesBench } from './rules.ts';
import { sandboxBench } from './sandbox.ts';
import { serverBench } from './server.ts';
import { sheetBench } from './sheet.ts';
import { treesBench } from './trees.ts';
import { workersBench } from './workers.ts';

/** Every benchmark by the name `--only` takes. A benchmark measures its anchor in the same run. */
const benches: { readonly [name: string]: () => Promise<readonly Figure[]> } = {
  'primary-calls': primaryCalls,
  calls: () => callsBench(chosen),
  trees: () => treesBench(chosen),
  changes: changesBench,
  launch: launchBench,
  floods: floodsBench,
  reports: () => reports(named ?? ['sqlite', 'postgres']),
  server: serverBench,
  carried: carriedBench,
  workers: workersBench,
  fairness: fairnessBench,
  pause: () => pauseBench(named?.includes('duckdb') ? 'duckdb' : 'sqlite'),
  growth: growthBench,
  import: importBench,
  sheet: sheetBench,
  rules: rulesBench,
  library: libraryBench,
  dashboard: dashboardBench,
  footprint: footprintBench,
  sandbox: sandboxBench,
};

const { only, json, platforms, backend } = readOptions({
  backend: { type: 'string' },
  only: { type: 'string' },
  json: { type: 'boolean' },
  platforms: { type: 'string', default: 'all' },
});
const listed = platforms.split(',');
const chosen =
  platforms === 'all'
    ? simulations
    : simulations.filter(({ platform }) => listed.includes(platform));
if (platforms !== 'all' && chosen.length !== listed.length)
  refuse([
    `--platforms must be all, or some of ${simulations.map(({ platform }) => platform).join(', ')}, joined by commas.`,
  ]);
const backendNames: readonly BackendName[] = ['sqlite', 'postgres', 'duckdb'];
const named = backend
  ?.split(',')
  .flatMap((name) => backendNames.find((known) => known === name) ?? []);
if (named !== undefined && named.length !== backend?.split(',').length)
  refuse([`--backend must be some of ${backendNames.join(', ')}, joined by commas.`]);
const wanted = only?.split(',') ?? Object.keys(benches);
const unknown = wanted.find((name) => benches[name] === undefined);
if (unknown !== undefined)
  refuse([`There is no benchmark "${unknown}". There are: ${Object.keys(benches).join(', ')}.`]);

/**
 * For each benchmark: what takes longer hangs. On a quiet machine of two cores the longest takes a
 * third of it.
 */
const EACH_MS = 15 * 60_000;

/**
 * What a benchmark measured; a missed goal where it fails, or has not ended in time, so that the
 * others are still told.
 */
async function measured(
  name: string,
  run: () => Promise<readonly Figure[]>,
): Promise<readonly Figure[]> {
  const missed = (unit: string): readonly Figure[] => [
    figure(
      {
        name,
        value: Math.round(performance.now() - began),
        unit,
        anchor: 'ms it may take',
        anchorValue: EACH_MS,
      },
      { on: 'value', atMost: 0 },
    ),
  ];
  const began = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<readonly Figure[]>((resolve) => {
    timer = setTimeout(() => resolve(missed('ms, not ended')), EACH_MS);
  });
  try {
    return await Promise.race([run(), late]);
  } catch (error) {
    return missed(`ms, then: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    clearTimeout(timer);
  }
}

const figures: Figure[] = [];
for (const [name, run] of Object.entries(benches)) {
  if (!wanted.includes(name)) continue;
  for (const each of await measured(name, run)) {
    figures.push(each);
    if (json) console.log(JSON.stringify(each));
  }
}
if (!json) {
  console.table(
    figures.map(({ name, value, unit, anchor, anchorValue, ratio, goal, ok }) => ({
      name,
      value: `${value} ${unit}`,
      anchor: `${anchorValue} (${anchor})`,
      ratio,
      goal,
      ok,
    })),
  );
}
process.exit(figures.every(({ ok }) => ok) ? 0 : 1);
