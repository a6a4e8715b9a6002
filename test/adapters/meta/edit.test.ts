import { expect, test } from 'vitest';
import { adId, campaignId, deliveringAdSetId } from '../../../adapters/sandbox/meta/seed/ids.ts';
import type { Held } from '../sandbox-control.ts';
import { type MetaAtSandbox, metaAtSandbox } from './meta-at-sandbox.ts';

function editing(at: MetaAtSandbox) {
  if (at.platform.edit === undefined) throw new Error('things can be edited here');
  return at.platform.edit;
}

/** Looked up without the adapter. */
async function stored(at: MetaAtSandbox, kind: string, id: string): Promise<Held> {
  const found = (await at.held(kind)).find((each) => each.id === id);
  if (found === undefined) throw new Error(`the platform holds no ${id}`);
  return found;
}

test('a hundred changes of status take two requests', async () => {
  const at = await metaAtSandbox();
  const id = adId(at.access.adAccountId, 'traffic', 1);
  const results = await editing(at).setStatus(
    at.access,
    Array.from({ length: 100 }, () => ({ id, status: 'PAUSED' }) as const),
  );
  expect(results.every(({ failure }) => failure === undefined)).toBe(true);
  expect(await at.counts()).toEqual({ calls: 100, requests: 2 });
  expect(await stored(at, 'ads', id)).toMatchObject({ status: 'PAUSED' });
});

test('changes survive stumbles, because repeating them does no harm', async () => {
  const at = await metaAtSandbox();
  const id = adId(at.access.adAccountId, 'traffic', 1);
  await at.fault({ fault: 'failed-but-created', path: `/${id}`, times: 2 });
  expect(await editing(at).setStatus(at.access, [{ id, status: 'PAUSED' }])).toEqual([{ id }]);
});

test('an ad set ends at its own time, a campaign without an end passes it on', async () => {
  const at = await metaAtSandbox();
  const account = at.access.adAccountId;
  const endTime = at.clock.now() + 48 * 3_600_000;
  const ends = [
    { type: 'adset', id: at.adSet('traffic'), endTime },
    { type: 'campaign', id: campaignId(account, 'awareness'), endTime },
  ] as const;
  expect(await editing(at).setEnd(at.access, ends)).toEqual(ends.map(({ id }) => ({ id })));
  for (const id of [at.adSet('traffic'), at.adSet('awareness'), deliveringAdSetId(account, 'awareness')]) {
    expect((await stored(at, 'adsets', id)).end_at).toBe(endTime);
  }
});

test('a past end is refused by the platform and says so', async () => {
  const at = await metaAtSandbox();
  const id = at.adSet('traffic');
  const [result] = await editing(at).setEnd(at.access, [{ type: 'adset', id, endTime: at.clock.now() - 1_000 }]);
  expect(result?.failure).toMatchObject({ class: 'rule', subcode: '1487033' });
});

test('names, budgets and targeting are set', async () => {
  const at = await metaAtSandbox();
  const id = at.adSet('traffic');
  expect(await editing(at).rename(at.access, [{ type: 'adset', id, name: 'Renamed' }])).toEqual([{ id }]);
  await editing(at).setBudget(at.access, 'adset', id, { daily: 33.5 });
  const targeting = { geo_locations: { zips: [{ key: 'US:94304' }] }, targeting_automation: { advantage_audience: 0 } };
  expect(await at.platform.location.set(at.access, [{ adSetId: id, targeting }])).toEqual([{ id }]);
  const { name, daily_budget, targeting: kept } = await stored(at, 'adsets', id);
  expect([name, Number(daily_budget)]).toEqual(['Renamed', 3_350]);
  expect(kept).toMatchObject({ geo_locations: { zips: [{ key: 'US:94304' }] } });
});

test('what was removed is gone', async () => {
  const at = await metaAtSandbox();
  const id = adId(at.access.adAccountId, 'traffic', 1);
  expect(await editing(at).remove(at.access, [{ type: 'ad', id }])).toEqual([{ id }]);
  expect((await at.held('ads')).map((ad) => ad.id)).not.toContain(id);
});
