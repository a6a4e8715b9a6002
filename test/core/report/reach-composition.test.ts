import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { parseRequest } from '../../../core/base/schema/parse.ts';
import { reachComposition } from '../../../core/report/reach-composition.ts';
import * as shapes from '../../../core/report/schema/views.ts';
import { company, createWorld, type FakeWorld, failure, fakeRow } from './world.ts';

type Query = { readonly [name: string]: string };

/** Every answer fits its schema and holds nothing the schema does not know. */
function fits<S extends v.GenericSchema>(schema: S, response: v.InferOutput<S>): v.InferOutput<S> {
  expect(v.parse(schema, response)).toEqual(response);
  return response;
}

describe('the composition of reach', () => {
  const rows = [
    fakeRow({ day: '2026-08-20', people: [1, 2, 3], impressions: 9, spend: 1 }),
    fakeRow({ day: '2026-09-10', people: [2, 3], impressions: 4, spend: 2 }),
    fakeRow({ day: '2026-11-10', people: [1, 4], impressions: 6, spend: 3, country: 'FR' }),
  ];
  const ask = async (world: FakeWorld, query: Query = {}) =>
    fits(
      shapes.reachCompositionResponse,
      await reachComposition(
        world.ports,
        company,
        parseRequest(shapes.reachCompositionRequest, {
          accountId: 'act_1',
          startDate: '2026-08-15',
          endDate: '2026-12-31',
          ...query,
        }),
      ),
    );

  it('counts people once over the months', async () => {
    const world = await createWorld([{ id: 'act_1', rows }]);
    const { data, metadata } = await ask(world);
    expect(data).toEqual([
      {
        month: '2026-08',
        reach: 3,
        cumulativeReach: 3,
        incrementalReach: 3,
        impressions: 9,
        spend: 1,
        frequency: 3,
      },
      {
        month: '2026-09',
        reach: 2,
        cumulativeReach: 3,
        incrementalReach: 0,
        impressions: 4,
        spend: 2,
        frequency: 2,
      },
      {
        month: '2026-11',
        reach: 2,
        cumulativeReach: 4,
        incrementalReach: 1,
        impressions: 6,
        spend: 3,
        frequency: 3,
      },
    ]);
    expect(metadata).toMatchObject({
      accountId: 'act_1',
      startDate: '2026-08-15',
      endDate: '2026-12-31',
      countries: null,
      source: 'live',
      currency: 'EUR',
    });
  });

  it('is kept: the second time nobody is asked, later only for what has not settled', async () => {
    const world = await createWorld([{ id: 'act_1', rows }]);
    const first = await ask(world);
    const asked = world.asked.length;
    const second = await ask(world);
    expect([second.data, second.metadata.source]).toEqual([first.data, 'cache']);
    expect(world.asked.length).toBe(asked);
    await world.ports.clock.advance(16 * 60_000);
    await ask(world);
    const again = world.asked.slice(asked).map(({ query }) => JSON.parse(query).to);
    expect(again.sort()).toEqual(['2026-10-31', '2026-11-15', '2026-11-15']);
  });

  it('gives the last good answer when the platform fails', async () => {
    const world = await createWorld([{ id: 'act_1', rows }]);
    const first = await ask(world);
    await world.ports.clock.advance(3_600_000);
    world.failing = failure('transient');
    const second = await ask(world);
    expect(second.data).toEqual(first.data);
    expect(second.metadata).toMatchObject({ stale: true, ageSeconds: 3600 });
    expect(second.metadata.warnings).toHaveLength(1);
  });

  it('counts only people in the countries asked for', async () => {
    const world = await createWorld([{ id: 'act_1', rows }]);
    const { data, metadata } = await ask(world, { countries: 'FR' });
    expect(data.map(({ month, cumulativeReach }) => [month, cumulativeReach])).toEqual([
      ['2026-11', 2],
    ]);
    expect(metadata.countries).toEqual(['FR']);
  });

  it('is for one account of the primary platform', async () => {
    const world = await createWorld([
      { id: 'act_1', rows },
      { id: 'act_2', rows },
      { id: '5', platform: 'short-video', rows },
    ]);
    await expect(ask(world, { accountId: 'act_1,act_2' })).rejects.toMatchObject({
      details: [{ code: 'one_account' }],
    });
    await expect(ask(world, { accountId: '5' })).rejects.toMatchObject({
      details: [{ code: 'unsupported_on_platform' }],
    });
  });
});
