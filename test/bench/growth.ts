import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDuckdbFacts } from '../../adapters/facts/duckdb.ts';
import { openPostgresFacts } from '../../adapters/facts/postgres.ts';
import { openSqliteFacts } from '../../adapters/facts/sqlite.ts';
import type { FactQuery, Facts } from '../../core/ports/facts.ts';
import { measures } from '../../core/ports/facts.ts';
import { startPostgres } from '../postgres/server.ts';
import { type Figure, figure } from './figure.ts';
import {
  account,
  ads,
  company,
  dayAt,
  duckdbFilling,
  type Filling,
  postgresFilling,
  sqliteFilling,
} from './growth-world.ts';

const SIZES = [1, 5, 10].map((millions) => ({ millions, days: (millions * 1_000_000) / ads }));
const MONTH = 30;
/** What takes so long is asked once: other work adds little to it. */
const LONG_MS = 2_000;

/**
 * The questions, and how fast they may grow with the facts: 1 is in proportion, 0 is not at all.
 */
const questions: readonly {
  readonly name: string;
  readonly groupBy: FactQuery['groupBy'];
  readonly month?: true;
  readonly most: number;
}[] = [
  { name: 'by campaign', groupBy: ['campaignId'], most: 1.3 },
  { name: 'by day', groupBy: ['day'], most: 1.3 },
  { name: 'by campaign and day', groupBy: ['campaignId', 'day'], most: 1.3 },
  { name: 'by ad', groupBy: ['adId'], most: 1.3 },
  { name: 'by campaign, 30 days', groupBy: ['campaignId'], month: true, most: 0.3 },
  { name: 'by ad, 30 days', groupBy: ['adId'], month: true, most: 0.3 },
];

const queryOf = ({ groupBy, month }: (typeof questions)[number], days: number): FactQuery => ({
  accountIds: [account],
  from: dayAt(month ? days - MONTH : 0),
  to: dayAt(days - 1),
  breakdown: 'none',
  groupBy,
  measures,
  order: { by: { measure: 'spend' }, direction: 'desc' },
  limit: 100,
});

/** A thread's processor time is not lengthened by other programs, as in `round-meter.ts`. */
const used = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** The longest that the main thread was busy with one thing meanwhile, milliseconds. */
async function longestRound(work: () => Promise<unknown>): Promise<number> {
  let [last, longest] = [used(), 0];
  const watch = setInterval(() => {
    const now = used();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  await work();
  clearInterval(watch);
  return Math.max(longest, used() - last);
}

const round = (value: number): number => Math.round(value * 100) / 100;

/**
 * Processor time of this process, its threads included: where the database works in it, other
 * programs do not lengthen that.
 */
const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Adds days up to each size and asks everything there: 1, 5 and 10 million facts. */
async function grown(
  name: string,
  open: () => Promise<Facts>,
  filling: Filling,
  meter: () => number,
): Promise<Figure[]> {
  const times = new Map<string, number[]>();
  let filled = 0;
  for (const { days } of SIZES) {
    await filling.fill(filled, days);
    filled = days;
    const facts = await open();
    while ((await facts.rollUp(company, 25)) === 'more');
    for (const question of questions) {
      let best = Number.POSITIVE_INFINITY;
      for (let run = 0; run < 3 && (run === 0 || best < LONG_MS); run++) {
        const began = meter();
        await facts.aggregate(company, queryOf(question, days));
        best = Math.min(best, meter() - began);
      }
      times.set(question.name, [...(times.get(question.name) ?? []), round(best)]);
    }
    await facts.close();
  }
  return questions.map(({ name: question, most }) => {
    const all = times.get(question) ?? [];
    const [first = 1, , last = 1] = all;
    return figure(
      {
        name: `growth-${name}: ${question}, ${all.join(', ')} ms at 1, 5 and 10 M facts`,
        value: round(Math.log10(last / first)),
        unit: 'growth exponent',
        anchor: 'in proportion',
        anchorValue: 1,
      },
      { on: 'value', atMost: most },
    );
  });
}

const openers: { readonly [name: string]: (file: string) => Promise<Facts> } = {
  sqlite: (file) => openSqliteFacts(file, { cache: false }),
  duckdb: (file) => openDuckdbFacts(file, { cache: false }),
};

/**
 * In a file: growth, and for how long a report over ten million facts stops the process that asks
 * it.
 */
export async function pauseBench(name: 'sqlite' | 'duckdb'): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-bench-pause-'));
  const file = join(folder, 'facts.db');
  // it has both
  const open = (): Promise<Facts> => (openers[name] as (path: string) => Promise<Facts>)(file);
  await (await open()).close();
  const filling = name === 'sqlite' ? sqliteFilling(file) : duckdbFilling(file);
  try {
    const growth = await grown(name, open, filling, processorMs);
    const facts = await open();
    const days = SIZES[SIZES.length - 1]?.days ?? 0;
    const byAd: FactQuery = {
      ...queryOf({ name: '', groupBy: ['adId'], most: 1 }, days),
      limit: ads,
    };
    let took = 0;
    const pause = await longestRound(async () => {
      const began = performance.now();
      const scope = {
        accountId: account,
        from: dayAt(0),
        to: dayAt(days - 1),
        breakdown: 'none',
      } as const;
      const asked = facts.aggregate(company, byAd);
      for (let after: string | undefined, slices = 0; slices < 50; slices++)
        after = (
          await facts.scan(company, {
            scope,
            level: 'adId',
            limit: 500,
            ...(after !== undefined && { after }),
          })
        ).next;
      if ((await asked).groups.length !== ads) throw new Error('The report is not whole.');
      took = performance.now() - began;
    });
    await facts.close();
    return [
      ...growth,
      figure(
        {
          name: `pause-${name}: the longest round of the event loop during a report of 20,000 ads over 10 M facts, and an export`,
          value: round(pause),
          unit: 'ms of processor time',
          anchor: 'the report, ms',
          anchorValue: round(took),
        },
        { on: 'value', atMost: 50 },
      ),
    ];
  } finally {
    await filling.close();
    rmSync(folder, { recursive: true });
  }
}

/** The same questions on Postgres. */
export async function growthBench(): Promise<readonly Figure[]> {
  const server = await startPostgres();
  const open = (): Promise<Facts> => openPostgresFacts({ url: server.url, cache: false });
  await (await open()).close();
  const filling = await postgresFilling(server.url);
  try {
    return await grown('postgres', open, filling, () => performance.now());
  } finally {
    await filling.close();
    await server.stop();
  }
}
