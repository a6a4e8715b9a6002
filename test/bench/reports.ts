import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { addDays } from '../../core/base/time/days.ts';
import type { Facts } from '../../core/ports/facts.ts';
import { queryReport } from '../../core/report/query-report.ts';
import { type Figure, figure } from './figure.ts';
import {
  type Backend,
  type BackendName,
  duckdbBackend,
  postgresBackend,
  sqliteBackend,
} from './reports-backends.ts';
import {
  account,
  ads,
  company,
  days,
  factsAccount,
  factsOf,
  from,
  portsOver,
  to,
} from './reports-world.ts';

const metrics = ['spend', 'impressions', 'clicks', 'ctr', 'cpm', 'cpc', 'conversions', 'roas'];
const request = {
  accountIds: [account],
  startDate: from,
  endDate: to,
  groupBy: ['campaignName'],
  metrics,
  sortBy: 'spend',
};
const megabyte = 1024 * 1024;

/**
 * 1,000,000 facts on each backend: ingest, a report over all of them, the same report again, an
 * export.
 */
export async function reports(names: readonly BackendName[]): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const start of names.map((name) => backends[name])) {
    const backend = await start();
    try {
      figures.push(
        await ingest(backend),
        await kept(backend),
        ...(await queries(backend)),
        exported(backend),
        asParquet(backend),
      );
    } finally {
      await backend.close();
    }
  }
  return figures;
}

const backends: { readonly [name in BackendName]: () => Promise<Backend> } = {
  sqlite: sqliteBackend,
  postgres: postgresBackend,
  duckdb: duckdbBackend,
};

async function ingest(backend: Backend): Promise<Figure> {
  const facts = await backend.open(false);
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let day = 0; day < days; day++) {
    const rows = factsOf(day);
    const date = addDays(from, day);
    ours.push(
      await took(() =>
        facts.put(
          company,
          { accountId: factsAccount, from: date, to: date, breakdown: 'none' },
          rows,
          Date.UTC(2026, 10, 1),
        ),
      ),
    );
    bare.push(await took(() => backend.bareInsert(rows, day)));
  }
  await facts.close();
  // Of a day in the middle: what else the machine does makes some days much longer.
  const perSecond = (ms: readonly number[]): number => Math.round((ads * 1000) / median(ms));
  return figure(
    {
      name: `reports-ingest-${backend.name}`,
      value: perSecond(ours),
      unit: 'facts/s',
      anchor: 'bare batched inserts/s',
      anchorValue: perSecond(bare),
    },
    { on: 'ratio', atLeast: 0.5 },
  );
}

async function kept(backend: Backend): Promise<Figure> {
  const bytes = await backend.factBytes();
  const [columns, eachColumn] = [12, 8];
  return figure(
    {
      name: `reports-bytes-${backend.name}`,
      value: round(bytes / (ads * days)),
      unit: 'bytes on disk for a fact',
      anchor: 'its twelve numbers of eight bytes',
      anchorValue: columns * eachColumn,
    },
    { on: 'ratio', atMost: 3 },
  );
}

/** The same eight metrics by hand, names and order included. */
const byHand = (schema: string, real: (sum: string) => string): string => {
  const sum = (column: string, scale = 1): string =>
    `${real(`sum(${column})`)}${scale === 1 ? '' : ` / ${scale}.0`}`;
  const [spend, impressions, clicks] = [sum('spend', 1e6), sum('impressions'), sum('clicks')];
  return `SELECT e.id, e.name, sums.* FROM (
      SELECT campaign, ${spend} AS spend, ${impressions} AS impressions, ${clicks} AS clicks, 100 * ${clicks} / nullif(${impressions}, 0) AS ctr,
        1000 * ${spend} / nullif(${impressions}, 0) AS cpm, ${spend} / nullif(${clicks}, 0) AS cpc, ${sum('conversions', 1e6)} AS conversions,
        ${sum('conversion_value', 1e6)} / nullif(${spend}, 0) AS roas
      FROM ${schema}fact WHERE source = 2 AND day BETWEEN ${dayNumber(from)} AND ${dayNumber(to)} GROUP BY campaign
    ) sums JOIN ${schema}fact_entity e ON e.key = sums.campaign ORDER BY spend DESC LIMIT 100`;
};
const REAL: { readonly [name in BackendName]: string } = {
  sqlite: 'REAL',
  postgres: 'float8',
  duckdb: 'DOUBLE',
};
const dayNumber = (day: string): number => Date.parse(day) / 86_400_000;

async function queries(backend: Backend): Promise<Figure[]> {
  const facts = await backend.open(false);
  const remembering = await backend.open(true);
  const sql = byHand(
    backend.name === 'postgres' ? 'slipway.' : '',
    (sum) => `CAST(${sum} AS ${REAL[backend.name]})`,
  );
  if (backend.name === 'postgres') await backend.raw('ANALYZE slipway.fact');
  await sameAnswers(backend, sql, facts);
  const cold = await portsOver(facts);
  const warm = await portsOver(remembering);
  const [ours, raw]: [number[], number[]] = [[], []];
  for (let round = 0; round < 7; round++) {
    raw.push(await took(() => backend.raw(sql)));
    ours.push(await took(() => queryReport(cold, company, request)));
  }
  const first = await took(() => queryReport(warm, company, request));
  const again: number[] = [];
  for (let round = 0; round < 50; round++)
    again.push(await took(() => queryReport(warm, company, request)));
  await facts.close();
  await remembering.close();
  return [
    figure(
      {
        name: `reports-query-${backend.name}`,
        value: best(ours),
        unit: 'ms',
        anchor: 'raw SQL, ms',
        anchorValue: best(raw),
      },
      { on: 'ratio', atMost: 1.3 },
    ),
    figure(
      {
        name: `reports-again-${backend.name}`,
        value: median(again),
        unit: 'ms',
        anchor: 'the first time, ms',
        anchorValue: round(first),
      },
      { on: 'value', atMost: 5 },
    ),
  ];
}

/** A fast wrong answer is no figure. */
async function sameAnswers(backend: Backend, sql: string, facts: Facts): Promise<void> {
  const raw = (await backend.raw(sql)) as readonly { id: string; spend: number; roas: number }[];
  const { data } = await queryReport(await portsOver(facts), company, request);
  const same = raw.every(({ id, spend, roas }, i) => {
    const row = data[i];
    return (
      row?.campaignId === id &&
      row.spend === Number(spend) &&
      Math.abs((row.roas ?? 0) - Number(roas)) < 1e-9
    );
  });
  if (!same || raw.length !== data.length)
    throw new Error(`The report on ${backend.name} differs from the raw SQL.`);
}

/** What a program of its own says about an export. */
function inProcess(name: string, backend: Backend): { readonly [name: string]: number } {
  const script = fileURLToPath(new URL(name, import.meta.url));
  const child = spawnSync(process.execPath, [script, backend.name, backend.place], {
    encoding: 'utf8',
  });
  if (child.status !== 0) throw new Error(`The export failed: ${child.stderr}`);
  return JSON.parse(child.stdout.trim().split('\n').pop() ?? '{}') as { [name: string]: number };
}

function asParquet(backend: Backend): Figure {
  const { rows, again, bytes, idle, peak } = inProcess('./reports-parquet.ts', backend);
  if (rows !== ads * days || again !== 0)
    throw new Error(`${rows} rows were written, and ${again} the second time.`);
  return figure(
    {
      name: `reports-parquet-memory-${backend.name}`,
      value: round(((peak ?? 0) - (idle ?? 0)) / megabyte),
      unit: 'MB over idle',
      anchor: 'the files, MB',
      anchorValue: round((bytes ?? 0) / megabyte),
    },
    // The package of DuckDB and the thread that reads SQLite are half of it.
    { on: 'value', atMost: 320 },
  );
}

function exported(backend: Backend): Figure {
  const { rows, bytes, idle, peak } = inProcess('./reports-export.ts', backend);
  if (rows !== ads * days) throw new Error(`The export has ${rows} rows.`);
  return figure(
    {
      name: `reports-export-memory-${backend.name}`,
      value: round(((peak ?? 0) - (idle ?? 0)) / megabyte),
      unit: 'MB over idle',
      anchor: 'the file, MB',
      anchorValue: round((bytes ?? 0) / megabyte),
    },
    { on: 'value', atMost: 64 },
  );
}

async function took(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const round = (value: number): number => Math.round(value * 100) / 100;
/** What other work on the machine does to a measurement it can only make longer. */
const best = (values: readonly number[]): number => round(Math.min(...values));
const median = (values: readonly number[]): number =>
  round([...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0);
