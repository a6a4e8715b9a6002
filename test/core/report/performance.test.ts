import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { parseRequest } from '../../../core/base/schema/parse.ts';
import type { AdSet } from '../../../core/ports/platform-accounts.ts';
import { adsetPerformance, campaignPerformance } from '../../../core/report/performance.ts';
import {
  adsetPerformanceRequest,
  adsetPerformanceResponse,
  campaignPerformanceRequest,
  campaignPerformanceResponse,
} from '../../../core/report/schema/performance.ts';
import { company, createWorld, type FakeWorld, failure, fakeRow } from './world.ts';

type Query = { readonly [name: string]: string };

/** Every answer fits its schema and holds nothing the schema does not know. */
function fits<S extends v.GenericSchema>(schema: S, response: v.InferOutput<S>): v.InferOutput<S> {
  expect(v.parse(schema, response)).toEqual(response);
  return response;
}

describe('the performance views', () => {
  const adSet = (id: string, campaignId: string, status: AdSet['status']): AdSet => ({
    id,
    name: `Set ${id}`,
    status,
    effectiveStatus: status,
    campaignId,
    campaignName: `Campaign ${campaignId}`,
    objective: 'SALES',
    adCount: 3,
    capacity: 50,
    dailyBudget: 20,
    campaign: { status: 'ACTIVE' as const },
    hasActiveAds: true,
  });
  const structure = {
    campaigns: async () =>
      ['c1', 'c2'].map((id) => ({
        id,
        name: `Campaign ${id}`,
        objective: 'SALES',
        status: 'ACTIVE' as const,
        effectiveStatus: 'ACTIVE',
      })),
    adSets: async () => [
      adSet('s3', 'c2', 'PAUSED'),
      adSet('s2', 'c1', 'ACTIVE'),
      adSet('s1', 'c1', 'ACTIVE'),
    ],
  };
  const rows = [
    fakeRow({ day: '2026-11-10', adsetId: 's1', spend: 5 }),
    fakeRow({ day: '2026-11-12', adsetId: 's2', adId: 'a2', spend: 7 }),
  ];
  const adsets = async (world: FakeWorld, query: Query = {}) =>
    fits(
      adsetPerformanceResponse,
      await adsetPerformance(
        world.ports,
        company,
        parseRequest(adsetPerformanceRequest, { accountId: 'act_1', ...query }),
      ),
    );

  it('fetch figures anew when asked to, and keep them for 15 minutes otherwise', async () => {
    const world = await createWorld([{ id: 'act_1', rows }], { structure });
    const asked = async (query: Query = {}) => {
      const before = world.asked.length;
      const { metadata } = await adsets(world, query);
      return [world.asked.length > before, metadata.source];
    };
    expect(await asked()).toEqual([true, 'live']);
    await world.ports.clock.advance(1000);
    expect(await asked()).toEqual([false, 'cache']);
    expect(await asked({ refresh: 'true' })).toEqual([true, 'live']);
    await world.ports.clock.advance(1000);
    expect(await asked()).toEqual([false, 'cache']);
  });

  it('show campaigns with their spend of the last 30 days, those without delivery too', async () => {
    const world = await createWorld([{ id: 'act_1', rows }], { structure });
    const response = await campaignPerformance(
      world.ports,
      company,
      parseRequest(campaignPerformanceRequest, { accountId: 'act_1', metrics: 'roas' }),
    );
    const { data, metadata } = fits(campaignPerformanceResponse, response);
    expect(data.map(({ id, spend, roas }) => [id, spend, roas])).toEqual([
      ['c1', 12, 5],
      ['c2', 0, null],
    ]);
    expect(metadata).toMatchObject({
      startDate: '2026-10-17',
      endDate: '2026-11-15',
      currency: 'EUR',
    });
  });

  it('show ad sets as a launch takes them, filtered, sorted and paged', async () => {
    const world = await createWorld([{ id: 'act_1', rows }], { structure });
    const { data } = await adsets(world);
    expect(data[1]).toEqual({
      value: 's2',
      label: 'Set s2',
      adCount: 3,
      capacity: 50,
      campaign: { id: 'c1', name: 'Campaign c1', objective: 'SALES' },
      status: 'ACTIVE',
      effectiveStatus: 'ACTIVE',
      dailyBudget: 20,
      lifetimeBudget: null,
      spend: 7,
    });
    const values = async (query: Query): Promise<unknown> =>
      (await adsets(world, query)).data.map(({ value }) => value);
    expect(await values({ sortBy: 'spend', sortDirection: 'asc' })).toEqual(['s3', 's1', 's2']);
    expect(await values({ campaignId: 'c1', status: 'ACTIVE', limit: '1', offset: '1' })).toEqual([
      's1',
    ]);
    expect(
      (await adsets(world, { startDate: '2026-11-10', endDate: '2026-11-11' })).data.map(
        ({ spend }) => spend,
      ),
    ).toEqual([0, 0, 5]);
  });

  it('show the structure without figures when there are none to be had', async () => {
    const world = await createWorld([{ id: 'act_1', rows }], { structure });
    world.failing = failure('throttled');
    const { data, metadata } = await adsets(world);
    expect(data.map(({ value, spend }) => [value, spend])).toEqual([
      ['s3', null],
      ['s2', null],
      ['s1', null],
    ]);
    expect(metadata.warnings?.[0]).toMatchObject({ code: 'no_figures', accountId: 'act_1' });
  });
});
