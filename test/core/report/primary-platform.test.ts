import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { meta } from '../../../adapters/platforms/meta/index.ts';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { addDays, monthOf } from '../../../core/base/time/days.ts';
import { queryReport } from '../../../core/report/query-report.ts';
import { reachComposition } from '../../../core/report/reach-composition.ts';
import { runSync, syncQueue } from '../../../core/report/sync-job.ts';
import { topAds } from '../../../core/report/top-ads.ts';
import { COMPANY as company, createTestService } from '../../test-service.ts';

/** Reports over the real adapter and a sandbox with figures of its own. */
async function primary(number: number) {
  const { ports, sandbox, control, state } = await createTestService({
    platforms: [meta],
    seed: number,
  });
  const send = async (
    method: string,
    path: string,
    params: { readonly [name: string]: string },
  ): Promise<Row> => {
    const query = new URLSearchParams({ access_token: seed.token, ...params });
    const response = await sandbox.fetch(
      new Request(`http://sandbox.test/meta/${path}?${query}`, { method }),
    );
    const body = (await response.json()) as Row;
    if (!response.ok) throw new Error(JSON.stringify(body));
    return body;
  };
  /**
   * What the platform itself says, past the adapter: its own sums at a level, which nobody here
   * added up.
   */
  const ownRows = async (
    accountId: string,
    params: { readonly [name: string]: string },
  ): Promise<readonly Row[]> => {
    const statuses = [
      'ACTIVE',
      'PAUSED',
      'DELETED',
      'ARCHIVED',
      'CAMPAIGN_PAUSED',
      'ADSET_PAUSED',
      'PENDING_REVIEW',
      'DISAPPROVED',
      'IN_PROCESS',
      'WITH_ISSUES',
    ];
    const filtering = JSON.stringify([
      { field: `${params.level}.effective_status`, operator: 'IN', value: statuses },
    ]);
    const rows: Row[] = [];
    let after = '';
    do {
      const page = await send('GET', `${accountId}/insights`, {
        ...params,
        ...(params.level === 'account' ? {} : { filtering }),
        limit: '200',
        ...(after && { after }),
      });
      rows.push(...(page.data as Row[]));
      after =
        ((page.paging as { next?: string; cursors?: { after: string } } | undefined)?.next &&
          (page.paging as { cursors: { after: string } }).cursors.after) ||
        '';
    } while (after !== '');
    return rows;
  };
  return {
    ports,
    send,
    ownRows,
    control: (path: string, body: object) => control('POST', path, body),
    state,
  };
}

type Row = { readonly [field: string]: unknown };

const levels = {
  ad: 'adId',
  adset: 'adsetId',
  campaign: 'campaignId',
  account: 'accountId',
} as const;
const increments = { all_days: [], '1': ['day'], monthly: ['month'] } as const;

describe('reports on the primary platform', () => {
  it('say what the platform says, at every level, over any range, for every account', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(1000),
        fc.constantFrom(seed.accounts.eur, seed.accounts.jpy, seed.accounts.usd),
        fc.constantFrom(...(Object.keys(levels) as (keyof typeof levels)[])),
        fc.constantFrom(...(Object.keys(increments) as (keyof typeof increments)[])),
        fc.boolean(),
        fc.integer({ min: 1, max: 45 }),
        fc.integer({ min: 0, max: 60 }),
        async (number, accountId, level, increment, byCountry, length, before) => {
          const { ports, ownRows, send } = await primary(number);
          // What was deleted is still in the account's sums.
          const gone = seed.ad(accountId, 'traffic', 1);
          await send('POST', gone, { status: 'DELETED' }).catch(() => undefined);
          const endDate = addDays('2026-11-15', -before);
          const startDate = addDays(endDate, 1 - length);
          const groupBy = [
            levels[level],
            ...increments[increment],
            ...(byCountry ? ['country'] : []),
          ];
          const metrics = [
            'spend',
            'impressions',
            'clicks',
            'reach',
            'conversions',
            'conversionValue',
          ];
          const { data, pagination } = await queryReport(ports, company, {
            accountIds: [accountId],
            startDate,
            endDate,
            groupBy,
            metrics,
            limit: 1000,
          });
          const rows = await ownRows(accountId, {
            level,
            fields:
              'account_id,campaign_id,adset_id,ad_id,spend,impressions,clicks,reach,actions,action_values',
            time_range: JSON.stringify({ since: startDate, until: endDate }),
            time_increment: increment,
            ...(byCountry && { breakdowns: '["country"]' }),
          });
          const theirs = new Map(
            rows.map((row) => {
              const id = level === 'account' ? accountId : String(row[`${level}_id`]);
              const time =
                increment === '1'
                  ? row.date_start
                  : increment === 'monthly'
                    ? monthOf(String(row.date_start))
                    : '';
              const purchases = (list: unknown): number =>
                Number(
                  (list as { action_type: string; value: string }[] | undefined)?.find(
                    ({ action_type }) => action_type === 'omni_purchase',
                  )?.value ?? 0,
                );
              const figures = {
                spend: Number(row.spend),
                impressions: Number(row.impressions),
                clicks: Number(row.clicks),
                reach: Number(row.reach),
              };
              return [
                `${id} ${time} ${row.country ?? ''}`,
                {
                  ...figures,
                  conversions: purchases(row.actions),
                  conversionValue: purchases(row.action_values),
                },
              ];
            }),
          );
          expect(pagination.total).toBe(theirs.size);
          for (const row of data) {
            const key = `${row[levels[level]]} ${row.day ?? row.month ?? ''} ${row.country ?? ''}`;
            const { spend, impressions, clicks, reach, conversions, conversionValue } = row;
            expect([
              key,
              { spend, impressions, clicks, reach, conversions, conversionValue },
            ]).toEqual([key, theirs.get(key)]);
          }
        },
      ),
      { numRuns: 15 },
    );
  });

  it('give in EUR, JPY and USD what each account spent, and add nothing up', async () => {
    const { ports, ownRows } = await primary(3);
    const accountIds = [seed.accounts.eur, seed.accounts.jpy, seed.accounts.usd];
    const range = { startDate: '2026-10-20', endDate: '2026-11-12' };
    const { data } = await queryReport(ports, company, {
      accountIds,
      ...range,
      groupBy: ['account'],
      metrics: ['spend', 'cpm'],
      sortBy: 'accountId',
      sortDirection: 'ASC',
    });
    expect(data.map(({ accountId, currency }) => [accountId, currency])).toEqual([
      [accountIds[0], 'EUR'],
      [accountIds[1], 'JPY'],
      [accountIds[2], 'USD'],
    ]);
    for (const { accountId, spend, cpm } of data) {
      const [row] = await ownRows(accountId ?? '', {
        level: 'account',
        fields: 'spend,impressions',
        time_range: JSON.stringify({ since: range.startDate, until: range.endDate }),
      });
      expect(spend).toBe(Number(row?.spend));
      expect(cpm).toBeCloseTo((Number(row?.spend) * 1000) / Number(row?.impressions), 3);
    }
    await expect(
      queryReport(ports, company, { accountIds, ...range, groupBy: ['day'], metrics: ['spend'] }),
    ).rejects.toMatchObject({ details: [{ code: 'mixed_currencies' }] });
  });

  it('count people once over the months', async () => {
    const { ports, ownRows } = await primary(5);
    const request = {
      accountId: [seed.accounts.eur],
      startDate: '2026-09-10',
      endDate: '2026-11-12',
    };
    const { data } = await reachComposition(ports, company, request);
    expect(data.map(({ month }) => month)).toEqual(['2026-09', '2026-10', '2026-11']);
    for (const [i, until] of ['2026-09-30', '2026-10-31', '2026-11-12'].entries()) {
      const [row] = await ownRows(seed.accounts.eur, {
        level: 'account',
        fields: 'reach',
        time_range: JSON.stringify({ since: request.startDate, until }),
      });
      expect(data[i]?.cumulativeReach).toBe(Number(row?.reach));
      expect(data[i]?.incrementalReach).toBe(
        Number(row?.reach) - (data[i - 1]?.cumulativeReach ?? 0),
      );
    }
  });

  it('never add up the people of several countries', async () => {
    const { ports } = await primary(3);
    const range = { startDate: '2026-10-01', endDate: '2026-10-31' };
    const composed = (countries?: readonly string[]) =>
      reachComposition(ports, company, {
        accountId: [seed.accounts.usd],
        ...range,
        ...(countries && { countries: [...countries] }),
      });
    const [all] = (await composed()).data;
    const [us] = (await composed(['US'])).data;
    const two = await composed(['US', 'CA']);
    expect(us?.reach).toBeLessThanOrEqual(all?.reach ?? 0);
    const [ca] = (await composed(['CA'])).data;
    const people = two.data[0]?.reach ?? 0;
    // Some were seen in both.
    expect(people).toBeGreaterThanOrEqual(Math.max(us?.reach ?? 0, ca?.reach ?? 0));
    expect(people).toBeLessThan((us?.reach ?? 0) + (ca?.reach ?? 0));
    expect(two.data[0]).toMatchObject({ cumulativeReach: people, incrementalReach: people });
    expect(two.data[0]?.impressions).toBe((us?.impressions ?? 0) + (ca?.impressions ?? 0));
    expect(two.metadata.warnings).toBeUndefined();
    const query = {
      accountIds: [seed.accounts.usd],
      ...range,
      groupBy: ['accountId'],
      metrics: ['reach', 'spend'],
    };
    const report = await queryReport(ports, company, {
      ...query,
      'filters[country]': ['US', 'CA'],
    });
    expect(report.data[0]).toMatchObject({ reach: people, spend: expect.any(Number) });
    expect(
      (await queryReport(ports, company, { ...query, 'filters[country]': ['US'] })).data[0]?.reach,
    ).toBe(us?.reach);
  });

  it('know the difference between nobody and a reach the platform withholds', async () => {
    const { ports, control } = await primary(5);
    const range = { startDate: '2026-09-10', endDate: '2026-10-12' };
    await control('faults', { fault: 'reach-omitted' });
    const composed = { accountId: [seed.accounts.eur], ...range };
    const before = await reachComposition(ports, company, composed);
    expect(before.data[0]).toMatchObject({
      reach: null,
      cumulativeReach: null,
      incrementalReach: null,
      frequency: null,
    });
    expect(before.metadata.warnings).toMatchObject([{ code: 'reach_unavailable' }]);
    const request = {
      accountIds: [seed.accounts.eur],
      ...range,
      groupBy: ['campaign'],
      metrics: ['reach', 'spend'],
    };
    const withheld = await queryReport(ports, company, request);
    expect(withheld.data[0]).toMatchObject({ reach: null, spend: expect.any(Number) });
    expect(withheld.metadata.warnings).toMatchObject([{ code: 'reach_unavailable' }]);

    await control('reset', { counters: false });
    await ports.clock.advance(16 * 60_000);
    expect((await reachComposition(ports, company, composed)).data[0]?.reach).toBeGreaterThan(0);
    expect((await queryReport(ports, company, request)).data[0]?.reach).toBeGreaterThan(0);
  });

  it('rank ads with their pictures', async () => {
    const { ports } = await primary(1);
    const { data } = await topAds(ports, company, {
      accountId: [seed.accounts.eur],
      startDate: '2026-11-01',
      endDate: '2026-11-10',
      limit: 3,
    });
    expect(data.length).toBeGreaterThan(0);
    expect(data[0]?.thumbnailUrl).toMatch(/^data:image\/svg\+xml,/);
  });

  it('come as asynchronous reports in the background, the same to the cent', async () => {
    const { ports, control } = await primary(8);
    const accountId = seed.accounts.usd;
    await control('faults', { fault: 'run-failed', times: 1 });
    const job = {
      queue: syncQueue,
      companyId: company,
      subject: `${accountId}|none|2026-08-01|2026-11-10`,
      dueAt: 0,
      attempts: 0,
    };
    let steps = 0;
    for (
      let done = await runSync(ports, job);
      done !== undefined;
      done = await runSync(ports, job)
    ) {
      expect(++steps).toBeLessThan(500);
      await ports.clock.advance(Math.max(0, done.againAt - ports.clock.now()));
    }
    const request = {
      accountIds: [accountId],
      startDate: '2026-08-01',
      endDate: '2026-11-10',
      groupBy: ['ad', 'day'],
      metrics: ['spend', 'results'],
      limit: 1000,
    };
    const fromRuns = await queryReport(ports, company, request);
    const live = await queryReport((await primary(8)).ports, company, request);
    expect(fromRuns.data).toEqual(live.data);
  });

  it('come in smaller pieces when the platform says too large', async () => {
    const { ports, control } = await primary(2);
    await control('faults', { fault: 'error-negative', path: '*/insights', times: 2 });
    const request = {
      accountIds: [seed.accounts.eur],
      startDate: '2026-11-01',
      endDate: '2026-11-07',
      groupBy: ['account'],
      metrics: ['spend'],
    };
    const { data } = await queryReport(ports, company, request);
    expect(data).toEqual((await queryReport((await primary(2)).ports, company, request)).data);
  });
});
