import { expect, test } from 'vitest';
import { addDays, monthEnd } from '../../../core/base/time/days.ts';
import type { Fact, Measure } from '../../../core/ports/facts.ts';
import type {
  AttributionWindow,
  PartKind,
  ReachQuery,
  ReachRow,
  ReportPart,
  ReportRow,
} from '../../../core/ports/platform-report.ts';
import {
  type Declaring,
  explained,
  failureOf,
  launchedAds,
  offered,
  type PlatformUnderTest,
  unknownId,
} from '../platform-under-test.ts';

/** Six weeks up to the day with delivery: longer than any platform's window. */
const rangeOf = (at: PlatformUnderTest) => ({ from: addDays(at.reportDay, -41), to: at.reportDay });

const keyOf = ({ day, adId, country }: ReportRow) => `${day} ${adId} ${country}`;
const sum = (rows: readonly { readonly impressions: number }[]) =>
  rows.reduce((total, row) => total + row.impressions, 0);
const reachSum = (rows: readonly ReachRow[]) =>
  rows.reduce((total, { reach }) => total + (reach ?? 0), 0);

/** Everything a reach row must be, whatever the question. */
function expectReach(rows: readonly ReachRow[], { from, to }: ReachQuery): void {
  expect(rows.length).toBeGreaterThan(0);
  expect(new Set(rows.map((row) => `${row.entityId} ${row.from} ${row.country ?? ''}`)).size).toBe(
    rows.length,
  );
  for (const row of rows) {
    expect(row.entityId).not.toBe('');
    expect(row.from >= from && row.to <= to && row.from <= row.to).toBe(true);
    if (row.reach !== null) expect(row.reach).toBeLessThanOrEqual(row.impressions);
    expect(row.spend).toBeGreaterThanOrEqual(0);
  }
}

export function reportSuite({ describeOf, offers, open, testOf }: Declaring): void {
  describeOf('report')('report', () => {
    testOf('report.daily')(
      'reports days with delivery, row by row, and nothing for days without',
      async (at) => {
        const { report } = at.platform;
        expect(report.attributionDays).toBeGreaterThanOrEqual(0);
        const { timezone = at.access.timezone } = report;
        expect(() => new Intl.DateTimeFormat('en', { timeZone: timezone })).not.toThrow();
        const range = rangeOf(at);
        const rows = await report.daily(at.access, { ...range, breakdown: 'none' });
        expect(new Set(rows.map(keyOf)).size).toBe(rows.length);
        expect(rows.map(({ day }) => day)).toContain(at.reportDay);
        for (const row of rows) {
          expect(row.day >= range.from && row.day <= range.to).toBe(true);
          expect(row.country).toBe('');
          for (const words of [
            row.adId,
            row.adName,
            row.adsetId,
            row.adsetName,
            row.campaignId,
            row.campaignName,
          ])
            expect(words).not.toBe('');
          for (const figure of [
            row.spend,
            row.impressions,
            row.clicks,
            row.results,
            row.conversions,
            row.conversionValue,
          ])
            expect(figure).toBeGreaterThanOrEqual(0);
          expect(row.spend + row.impressions).toBeGreaterThan(0);
        }
        // No day of a long range is lost.
        for (const day of [
          range.from,
          addDays(range.from, 29),
          addDays(range.from, 30),
          range.to,
        ]) {
          const alone = await report.daily(at.access, { from: day, to: day, breakdown: 'none' });
          expect(alone.map(keyOf).sort()).toEqual(
            rows.flatMap((row) => (row.day === day ? [keyOf(row)] : [])).sort(),
          );
        }
        expect(
          await report.daily(at.access, { from: at.quietDay, to: at.quietDay, breakdown: 'none' }),
        ).toEqual([]);
      },
    );

    testOf('report.daily', 'report.untold')(
      'says of no figure that it was refused while all are told',
      async (at) => {
        const { report } = at.platform;
        await report.daily(at.access, { from: at.reportDay, to: at.reportDay, breakdown: 'none' });
        expect(report.untold(at.access.adAccountId)).toBeUndefined();
      },
    );

    testOf('report.daily', 'report.settledUntil')(
      'tells until when figures are settled, once it has read some',
      async (at) => {
        const { report } = at.platform;
        const { settledUntil } = report;
        expect(settledUntil(at.access)).toBeUndefined();
        await report.daily(at.access, { from: at.reportDay, to: at.reportDay, breakdown: 'none' });
        const time = settledUntil(at.access) ?? 0;
        expect(time).toBeGreaterThan(at.clock.now() - 60 * 86_400_000);
        expect(time).toBeLessThanOrEqual(at.clock.now());
      },
    );

    testOf('report.daily', 'samples.tooLargeReport')(
      'asks for a shorter range where the platform wants one',
      async (at) => {
        const { report } = at.platform;
        await at.fault(at.samples.tooLargeReport);
        const failure = await failureOf(
          report.daily(at.access, { ...rangeOf(at), breakdown: 'none' }),
        );
        expect(failure.class).toBe('too-large');
        explained(failure);
      },
    );

    testOf('report.daily', 'edit.remove')(
      'keeps the figures of ads that were deleted since',
      async (at) => {
        const { report, edit } = at.platform;
        const query = { from: at.reportDay, to: at.reportDay, breakdown: 'none' } as const;
        const before = await report.daily(at.access, query);
        await edit.remove(at.access, [{ type: 'ad', id: before[0]?.adId ?? '' }]);
        expect((await report.daily(at.access, query)).map(keyOf).sort()).toEqual(
          before.map(keyOf).sort(),
        );
      },
    );

    testOf('report.byCountry', 'definition.byCountry')(
      'countries add up to the whole, people never do',
      async (at) => {
        const { report } = at.platform;
        offered('report.byCountry', report.byCountry);
        offered('definition.byCountry', at.platform.definition.byCountry);
        const day = { from: at.reportDay, to: at.reportDay };
        const whole = await report.daily(at.access, { ...day, breakdown: 'none' });
        const rows = await report.daily(at.access, { ...day, breakdown: 'country' });
        for (const { country } of rows) expect(country).toMatch(/^[A-Z]{2}$/);
        expect(new Set(rows.map(keyOf)).size).toBe(rows.length);
        expect(sum(rows)).toBe(sum(whole));
        const query = { ...day, level: 'account', by: 'all' } as const;
        const countries = await report.reach(at.access, { ...query, breakdown: 'country' });
        expectReach(countries, query);
        const [one, other] = countries;
        const chosen = [one?.country ?? '', other?.country ?? ''];
        const some = await report.reach(at.access, { ...query, countries: chosen });
        expect(some).toHaveLength(1);
        // People may be seen in several countries: null where the platform does not answer them as
        // one.
        expect(some[0]?.reach).not.toBe((one?.reach ?? 0) + (other?.reach ?? 0));
      },
    );

    test.for(
      offers('definition.metrics.reach') ? (['account', 'campaign', 'adset', 'ad'] as const) : [],
    )('counts people once at the level of: %s', async (level) => {
      const at = await open();
      const { report } = at.platform;
      offered('definition.metrics.reach', at.platform.definition.metrics.reach);
      const query = { ...rangeOf(at), level };
      const ask = async (by: ReachQuery['by'], more: Partial<ReachQuery> = {}) => {
        const asked = { ...query, by, ...more };
        const rows = await report.reach(at.access, asked);
        expectReach(rows, asked);
        return rows;
      };
      const [all, months, days] = [await ask('all'), await ask('month'), await ask('day')];
      for (const row of all) expect([row.from, row.to]).toEqual([query.from, query.to]);
      for (const row of days) expect(row.from).toBe(row.to);
      for (const row of months)
        expect(row.to).toBe(monthEnd(row.from) < query.to ? monthEnd(row.from) : query.to);
      expect(new Set(months.map(({ from }) => from)).size).toBeGreaterThan(1);
      for (const finer of [months, days]) expect(sum(finer)).toBe(sum(all));
      // A platform may withhold the reach of a whole account, then for every range.
      if (level === 'account' && all.every(({ reach }) => reach === null))
        return expect([...months, ...days].every(({ reach }) => reach === null)).toBe(true);
      // A person seen on two days is one person.
      expect(reachSum(all)).toBeLessThan(reachSum(days));
      if (level === 'account') return expect(all).toHaveLength(1);
      const [first] = all;
      const only = await ask('all', { entityIds: [first?.entityId ?? ''] });
      expect(only).toEqual([first]);
      expect(
        await report.reach(at.access, { ...query, by: 'all', entityIds: [unknownId] }),
      ).toEqual([]);
    });

    testOf('report.daily', 'report.parts')(
      'what figures are divided by adds up to the whole, by the day too',
      async (at) => {
        const { report } = at.platform;
        const { parts } = report;
        const range = { from: addDays(at.reportDay, -6), to: at.reportDay };
        const rows = await report.daily(at.access, { ...range, breakdown: 'none' });
        // People reached do not add up, and some ads have them as results.
        const adds = (row: Pick<ReportRow, 'resultType'>, measure: Measure) =>
          measure !== 'results' || row.resultType !== 'reach';
        const total = (of: readonly Pick<Fact, Measure | 'resultType'>[], measure: Measure) =>
          of.reduce(
            (whole, row) =>
              whole + (adds(row, measure) ? Math.round((row[measure] ?? 0) * 1_000_000) : 0),
            0,
          );
        const asked = (Object.entries(parts.kinds) as [ReportPart, PartKind][]).map(
          ([part, kind]) => ({ of: [part], kind }),
        );
        for (const of of parts.together ?? [])
          asked.push({
            of: [...of],
            kind: {
              ...parts.kinds[of[0] as ReportPart],
              finest: 'campaign',
              measures: ['spend', 'clicks'],
            },
          });
        for (const { of, kind } of asked)
          for (const [byDay, level] of [
            [false, kind.finest],
            [true, 'campaign'],
          ] as const) {
            const only =
              kind.mostDays === undefined ? range : { from: at.reportDay, to: at.reportDay };
            const whole =
              kind.mostDays === undefined ? rows : rows.filter(({ day }) => day === at.reportDay);
            const divided = await parts.read(at.access, {
              ...only,
              parts: of,
              level,
              measures: kind.measures,
              byDay,
            });
            for (const measure of kind.measures)
              expect([of, level, measure, total(divided, measure)]).toEqual([
                of,
                level,
                measure,
                total(whole, measure),
              ]);
            for (const row of divided) {
              for (const part of of)
                for (const words of [row.parts[part]?.id, row.parts[part]?.name, row.campaignId])
                  expect(words).toBeTruthy();
              if (level === 'ad') expect(row.adId).not.toBe('');
              expect(row.day !== '').toBe(byDay);
            }
          }
      },
    );

    testOf('report.daily', 'report.parts.windows')(
      'a narrower attribution window counts no more conversions, and changes nothing else',
      async (at) => {
        const { parts } = at.platform.report;
        const windows = offered('report.parts.windows', parts.windows);
        const range = { from: addDays(at.reportDay, -6), to: at.reportDay };
        const query = {
          ...range,
          parts: [],
          level: windows.finest,
          measures: windows.measures,
          byDay: false,
        } as const;
        const ask = async (window: AttributionWindow) =>
          (await parts?.read(at.access, { ...query, window })) ?? [];
        const sumOf = (rows: readonly Pick<Fact, Measure>[], measure: Measure) =>
          rows.reduce((sum, row) => sum + (row[measure] ?? 0), 0);
        const [shortest, longest] = [Math.min(...windows.click), Math.max(...windows.click)];
        const narrow = await ask({ click: shortest });
        const wide = await ask({
          click: longest,
          ...(windows.view[0] !== undefined && { view: windows.view[0] }),
        });
        expect(sumOf(narrow, 'conversions')).toBeGreaterThan(0);
        expect(sumOf(narrow, 'conversions')).toBeLessThanOrEqual(sumOf(wide, 'conversions'));
        for (const measure of ['spend', 'impressions', 'clicks'] as const)
          expect(sumOf(narrow, measure)).toBeCloseTo(sumOf(wide, measure), 6);
      },
    );

    testOf('report.reachByMonth')('an account has a reach in each month', async (at) => {
      const { report } = at.platform;
      offered('report.reachByMonth', report.reachByMonth);
      const rows = await report.reach(at.access, { ...rangeOf(at), level: 'account', by: 'month' });
      expect(rows.length).toBeGreaterThan(1);
      for (const { reach } of rows) expect(reach).toBeGreaterThan(0);
    });

    testOf('report.reach')('what never delivered has no rows', async (at) => {
      const { report } = at.platform;
      const [id = ''] = await launchedAds(at, 1);
      const query = { ...rangeOf(at), level: 'ad', by: 'all' } as const;
      expect((await report.reach(at.access, query)).map(({ entityId }) => entityId)).not.toContain(
        id,
      );
      expect(
        await report.reach(at.access, { ...query, from: at.quietDay, to: at.quietDay }),
      ).toEqual([]);
    });

    testOf('report.runs')(
      'a report that is ordered and fetched later holds what a report by the day holds',
      async (at) => {
        const { report } = at.platform;
        const { runs } = report;
        const query = {
          from: addDays(at.reportDay, -6),
          to: at.reportDay,
          breakdown: 'none',
        } as const;
        const id = await runs.start(at.access, query);
        expect(id).not.toBe('');
        let state = await runs.state(at.access, id);
        expect(state.state).toBe('running');
        for (let look = 0; look < 100 && state.state === 'running'; look += 1) {
          expect(state.percent).toBeGreaterThanOrEqual(0);
          expect(state.percent).toBeLessThanOrEqual(100);
          await at.clock.sleep(5_000);
          state = await runs.state(at.access, id);
        }
        expect(state).toEqual({ state: 'done' });
        const byKey = (rows: readonly ReportRow[]) =>
          [...rows].sort((one, other) => keyOf(one).localeCompare(keyOf(other)));
        const rows = byKey(await report.daily(at.access, query));
        expect(byKey(await runs.rows(at.access, id))).toEqual(rows);
        // A process that starts again goes on with the same run.
        const other = at.reopened().report?.runs;
        expect(await other?.state(at.access, id)).toEqual({ state: 'done' });
        expect(byKey((await other?.rows(at.access, id)) ?? [])).toEqual(rows);
      },
    );
  });
}
