import { expect, it } from 'vitest';
import { createDuckdbScans } from '../../../adapters/facts/duckdb-scan.ts';
import type { Sql } from '../../../adapters/store/sql.ts';
import type { FactScan } from '../../../core/ports/facts.ts';

const day = 20_000;
const scope = {
  accountId: 'act_1',
  from: '2024-10-04',
  to: '2024-10-04',
  breakdown: 'none',
} as const;
const query: FactScan = { scope, level: 'adId', limit: 500 };

/** So many ads on one day, in a database that counts what it is asked. */
function ground(ads: number) {
  const counted = { questions: 0, letGo: 0 };
  let spend = 1;
  const all = async ({ text, values }: Sql): Promise<readonly object[]> => {
    if (text.includes('fact_entity')) return [];
    counted.questions += 1;
    // Source, first and last day, where to go on (day, campaign, ad set, ad, country), rows.
    const [, , , , , , ad = 0] = values.length > 4 ? values : [];
    const rows = Math.min(Number(values[values.length - 1]), ads - Number(ad));
    return Array.from({ length: rows }, (_, i) => ({
      day,
      campaign: 1,
      adset: 1,
      ad: Number(ad) + i + 1,
      country: '',
      spend,
    }));
  };
  const scans = createDuckdbScans({
    // rows of the questions that scans ask
    all: all as Parameters<typeof createDuckdbScans>[0]['all'],
    sourceFor: async () => 2,
    letGo: () => (counted.letGo += 1),
  });
  const spends = async (
    slices: number,
    from?: string,
  ): Promise<{ readonly spends: number[]; readonly after?: string }> => {
    const found: number[] = [];
    let after = from;
    for (let i = 0; i < slices; i++) {
      const slice = await scans.scan('co', { ...query, ...(after !== undefined && { after }) });
      found.push(...slice.rows.map((row) => row.spend));
      after = slice.next;
    }
    return { spends: found, ...(after !== undefined && { after }) };
  };
  const change = (): void => {
    spend += 1;
    scans.changed();
  };
  return { counted, spends, change };
}

it('a scan that goes on is read four slices at a time, and the first slice alone', async () => {
  const { counted, spends } = ground(10_000);
  const first = await spends(1);
  expect([first.spends.length, counted.questions]).toEqual([500, 1]);
  const rest = await spends(19, first.after);
  expect([rest.spends.length, rest.after, counted.questions]).toEqual([9_500, undefined, 6]);
});

it('what was read ahead is not used after a change', async () => {
  const { spends, change } = ground(10_000);
  const before = await spends(3);
  change();
  const after = await spends(1, before.after);
  const scale = (values: readonly number[]) => [...new Set(values)].length;
  expect([scale(before.spends), scale(after.spends)]).toEqual([1, 1]);
  expect(after.spends[0]).toBe(2 * (before.spends[0] ?? 0));
});

it('what is kept of the file goes after each thirty thousand rows, and never in a small scan', async () => {
  const small = ground(10_000);
  await small.spends(20);
  const large = ground(70_000);
  await large.spends(140);
  expect([small.counted.letGo, large.counted.letGo]).toEqual([0, 2]);
});
