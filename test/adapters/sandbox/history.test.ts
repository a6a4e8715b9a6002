import { expect, test } from 'vitest';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import {
  adSet,
  type Client,
  campaign,
  createClient,
  emptyAdSet,
  eur,
  imageStory,
  png,
  targeting,
} from './client.ts';

const start = Date.UTC(2026, 10, 15, 12);

interface Activity {
  readonly event_type: string;
  readonly object_id: string;
  readonly object_type: string;
  readonly object_name: string;
  readonly extra_data: string;
}

const fields =
  'event_time,event_type,actor_id,actor_name,date_time_in_timezone,extra_data,object_id,object_name,object_type,translated_event_type';

async function history(client: Client, params: object = {}): Promise<readonly Activity[]> {
  return (await client.get(`/${eur}/activities`, { fields, limit: '100', ...params })).body.data;
}

test('every change leaves an entry with the words of older days for the levels', async () => {
  const client = createClient();
  const top = await client.make(`/${eur}/campaigns`, campaign());
  const set = await client.make(`/${eur}/adsets`, adSet({ campaign_id: top }));
  const ad = await client.make(`/${eur}/ads`, {
    name: 'Ad',
    adset_id: set,
    creative: { object_story_spec: imageStory() },
  });
  const other = await client.make(`/${eur}/adcreatives`, { object_story_spec: imageStory() });
  const changes: readonly (readonly [id: string, body: object, event: string, type: string])[] = [
    [top, { name: 'Renamed' }, 'update_campaign_name', 'CAMPAIGN_GROUP'],
    [top, { status: 'ACTIVE' }, 'update_campaign_run_status', 'CAMPAIGN_GROUP'],
    [top, { spend_cap: 20_000 }, 'update_campaign_group_spend_cap', 'CAMPAIGN_GROUP'],
    [top, { stop_time: '2026-12-31T00:00:00+0000' }, 'update_campaign_schedule', 'CAMPAIGN_GROUP'],
    [
      seed.campaign(eur, 'advantage'),
      { daily_budget: 70_000 },
      'update_campaign_budget',
      'CAMPAIGN_GROUP',
    ],
    [set, { name: 'Renamed' }, 'update_ad_set_name', 'CAMPAIGN'],
    [set, { status: 'ACTIVE' }, 'update_ad_set_run_status', 'CAMPAIGN'],
    [set, { daily_budget: 2000 }, 'update_ad_set_budget', 'CAMPAIGN'],
    [set, { targeting: targeting({ age_min: 21 }) }, 'update_ad_set_target_spec', 'CAMPAIGN'],
    [set, { bid_strategy: 'COST_CAP', bid_amount: 100 }, 'update_ad_set_bid_strategy', 'CAMPAIGN'],
    [set, { bid_amount: 200 }, 'update_ad_set_bidding', 'CAMPAIGN'],
    [set, { end_time: '2026-12-31T00:00:00+0000' }, 'update_ad_set_duration', 'CAMPAIGN'],
    [
      top,
      { bid_strategy: 'LOWEST_COST_WITHOUT_CAP' },
      'update_campaign_delivery_type',
      'CAMPAIGN_GROUP',
    ],
    [set, { daily_spend_cap: 900 }, 'update_ad_set_spend_cap', 'CAMPAIGN'],
    [set, { daily_min_spend_target: 300 }, 'update_ad_set_min_spend_target', 'CAMPAIGN'],
    [set, { destination_type: 'WEBSITE' }, 'update_campaign_delivery_destination', 'CAMPAIGN'],
    [
      seed.ad(eur, 'sales', 1),
      { ad_schedule_end_time: '2026-12-31T00:00:00+0000' },
      'update_adgroup_stop_delivery',
      'ADGROUP',
    ],
    [
      emptyAdSet(),
      { optimization_goal: 'LANDING_PAGE_VIEWS' },
      'update_ad_set_optimization_goal',
      'CAMPAIGN',
    ],
    [ad, { name: 'Renamed' }, 'update_ad_friendly_name', 'ADGROUP'],
    [ad, { status: 'PAUSED' }, 'update_ad_run_status', 'ADGROUP'],
    [ad, { creative: { creative_id: other } }, 'update_ad_creative', 'ADGROUP'],
    [ad, { adlabels: [{ name: 'x' }] }, 'update_ad_labels', 'ADGROUP'],
  ];
  for (const [id, body, event, type] of changes) {
    expect((await client.post(`/${id}`, body)).body).toEqual({ success: true });
    const entries = await history(client, { oid: id });
    expect(entries).toContainEqual(
      expect.objectContaining({ event_type: event, object_id: id, object_type: type }),
    );
    expect(() => JSON.parse(entries[0]?.extra_data ?? '')).not.toThrow();
  }
  await client.post(`/${eur}/adimages`, { bytes: png() });
  await client.remove(`/${ad}`);
  const events = (await history(client)).map(({ event_type }) => event_type);
  for (const event of ['create_campaign_group', 'create_ad_set', 'create_ad', 'add_images'])
    expect(events).toContain(event);
  expect((await history(client, { oid: ad }))[0]).toMatchObject({
    event_type: 'update_ad_run_status',
    extra_data: JSON.stringify({ old_value: 'Inactive', new_value: 'Deleted', type: 'run_status' }),
  });
});

test('a change to the same value leaves none', async () => {
  const client = createClient();
  const before = (await history(client)).length;
  await client.post(`/${emptyAdSet()}`, { status: 'ACTIVE', name: 'Traffic open 1' });
  expect(await history(client)).toHaveLength(before);
});

test('money is nested twice under the same key, in minor units', async () => {
  const client = createClient();
  await client.post(`/${emptyAdSet()}`, { daily_budget: 7500 });
  const [entry] = await history(client, { oid: emptyAdSet() });
  expect(JSON.parse(entry?.extra_data ?? '')).toMatchObject({
    old_value: {
      type: 'payment_amount',
      currency: 'EUR',
      old_value: 5000,
      additional_value: 'Per day',
    },
    new_value: { type: 'payment_amount', currency: 'EUR', new_value: 7500 },
    type: 'composite_data',
  });
});

test('the last week comes by itself, older entries with since', async () => {
  const client = createClient();
  expect(await history(client)).toEqual([]);
  const old = await history(client, { since: '2026-10-01', until: String(start / 1000) });
  expect(old.length).toBeGreaterThan(0);
  expect(new Set(old.map(({ event_type }) => event_type))).toEqual(
    new Set(['create_ad', 'update_ad_run_status']),
  );
});

test('entries are chosen by object, children, category and ad set, newest first, by cursor', async () => {
  const client = createClient();
  const set = seed.deliveringAdSet(eur, 'sales');
  await client.post(`/${set}`, { status: 'PAUSED' });
  await client.advance(1000);
  await client.post(`/${set}`, { daily_budget: 9000 });
  await client.advance(1000);
  await client.post(`/${seed.ad(eur, 'sales', 1)}`, { name: 'New' });
  const events = (entries: readonly Activity[]): readonly string[] =>
    entries.map(({ event_type }) => event_type);
  expect(events(await history(client))).toEqual([
    'update_ad_friendly_name',
    'update_ad_set_budget',
    'update_ad_set_run_status',
  ]);
  expect(events(await history(client, { oid: set }))).toEqual([
    'update_ad_set_budget',
    'update_ad_set_run_status',
  ]);
  expect(events(await history(client, { oid: set, add_children: 'true' }))).toHaveLength(3);
  expect(events(await history(client, { category: 'BUDGET' }))).toEqual(['update_ad_set_budget']);
  expect((await client.get(`/${set}/activities`)).body.data).toHaveLength(2);
  expect((await client.get(`/${seed.ad(eur, 'sales', 1)}/activities`)).body.error.code).toBe(2500);
  const first = (await client.get(`/${eur}/activities`, { limit: '2' })).body;
  expect(first.data[0]).toEqual({
    event_time: '2026-11-15T12:00:02+0000',
    event_type: 'update_ad_friendly_name',
  });
  expect(
    (await client.get(`/${eur}/activities`, { limit: '2', after: first.paging.cursors.after })).body
      .data,
  ).toHaveLength(1);
});

test('a review shows when it has ended, names are translated by locale', async () => {
  const client = createClient();
  const ad = await client.make(`/${eur}/ads`, {
    name: 'Ad',
    adset_id: emptyAdSet(),
    creative: { object_story_spec: imageStory() },
  });
  expect((await history(client, { oid: ad })).map(({ event_type }) => event_type)).toEqual([
    'create_ad',
  ]);
  await client.advance(5000);
  const entries = (await client.get(`/${eur}/activities`, { oid: ad, fields, locale: 'de_DE' }))
    .body.data;
  expect(entries[0]).toMatchObject({
    event_type: 'ad_review_approved',
    date_time_in_timezone: '11/15/2026 at 13:00',
    translated_event_type: 'Ereignis: ad review approved',
  });
});
