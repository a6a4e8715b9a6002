import {
  Ad,
  AdAccount,
  AdCreative,
  AdReportRun,
  AdSet,
  AdVideo,
  Campaign,
  CustomData,
  EventRequest,
  FacebookAdsApi,
  FacebookAdsApiBatch,
  ServerEvent,
  UserData,
} from 'facebook-nodejs-business-sdk';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createConversions } from '../../../adapters/platforms/meta/conversions.ts';
import { version } from '../../../adapters/platforms/meta/version.ts';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { machineNow } from '../../machine-time.ts';
import { createTestSecrets } from '../../test-secrets.ts';
import { absent } from '../../test-service.ts';
import { adSet, campaign, emptyAdSet, eur, imageStory, png } from './client.ts';
import { type ServedSandbox, serveSandbox } from './served.ts';

/**
 * The platform's own Node SDK, unmodified but for its address and version, against a sandbox on a
 * port.
 */

let served: ServedSandbox;
let api: FacebookAdsApi;
let account: AdAccount;

beforeAll(() => {
  served = serveSandbox();
  const base = `${served.url}/meta`;
  // The SDK pins v24.0, which has ended.
  for (const [name, value] of Object.entries({
    GRAPH: base,
    GRAPH_VIDEO: base,
    VERSION: version.pinned,
  }))
    Object.defineProperty(FacebookAdsApi, name, { get: () => value, configurable: true });
  api = FacebookAdsApi.init(seed.token, 'en_US', false);
  account = new AdAccount(eur);
});

afterAll(() => served.stop());

beforeEach(async () => {
  await served.control('reset', {});
  api.setShowHeader(false);
});

test('creates, reads, updates and deletes campaigns, ad sets, creatives and ads', async () => {
  const top = await account.createCampaign(['name', 'objective'], { ...campaign({ name: 'SDK' }) });
  expect(top.id).toMatch(/^\d{18}$/);
  expect(top._data).toMatchObject({ name: 'SDK', objective: 'OUTCOME_TRAFFIC' });
  await top.update([], {});
  const read = await new Campaign(top.id).get(['name', 'effective_status', 'created_time']);
  Object.assign(read, { name: 'Read and sent back' });
  await read.update([], {});
  expect((await new Campaign(top.id).get(['name'])).name).toBe('Read and sent back');
  const set = await account.createAdSet([], { ...adSet({ campaign_id: top.id }) });
  const creative = await account.createAdCreative([], {
    name: 'Creative',
    object_story_spec: imageStory(),
  });
  const ad = await account.createAd([], {
    name: 'Ad',
    adset_id: set.id,
    creative: { creative_id: creative.id },
    status: 'PAUSED',
  });
  expect(await new Ad(ad.id).get(['name', 'creative{name}', 'adset{name}'])).toMatchObject({
    name: 'Ad',
    creative: { name: 'Creative' },
    adset: { name: 'Ad set' },
  });
  await new Campaign(top.id).update([], { name: 'SDK 2' });
  expect((await new Campaign(top.id).get(['name'])).name).toBe('SDK 2');
  await new AdSet(set.id).update([], { daily_budget: 2000 });
  expect((await new AdSet(set.id).get(['daily_budget'])).daily_budget).toBe('2000');
  await new AdCreative(creative.id).update([], { name: 'Creative 2' });
  expect((await new AdCreative(creative.id).get(['name'])).name).toBe('Creative 2');
  for (const node of [new Ad(ad.id), new AdSet(set.id), new Campaign(top.id)]) {
    await node.delete([]);
    expect((await node.get(['effective_status'])).effective_status).toBe('DELETED');
  }
});

test('follows cursors over three pages and back out', async () => {
  for (let index = 0; index < 5; index++)
    await account.createAdLabel([], { name: `Label ${index}` });
  let page = await account.getAdLabels(['name'], { limit: 2 });
  const names = page.map((label) => label.name);
  while (page.hasNext()) {
    page = await page.next();
    names.push(...page.map((label) => label.name));
  }
  expect(names).toEqual([4, 3, 2, 1, 0].map((index) => `Label ${index}`));
  await expect(page.next()).rejects.toThrow('end of pagination');
});

test('expands fields and filters', async () => {
  const campaigns = await account.getCampaigns(['name', 'adsets.limit(1){name,ads{name}}'], {
    effective_status: ['ACTIVE', 'PAUSED'],
    filtering: [{ field: 'name', operator: 'CONTAIN', value: 'Sales' }],
    summary: 'total_count',
  });
  expect(campaigns).toHaveLength(1);
  expect(campaigns[0]?.adsets.data).toHaveLength(1);
  expect(campaigns.summary?.total_count).toBe(1);
});

test('sends batches whose entries refer to each other, and keeps what came back empty for another try', async () => {
  const answers: string[] = [];
  const batch = new FacebookAdsApiBatch(api);
  const named = batch.add('POST', [eur, 'adcreatives'], {
    name: 'creative',
    object_story_spec: imageStory(),
  });
  expect(named.name).toBe('creative');
  batch.add(
    'POST',
    [eur, 'ads'],
    {
      name: 'ad',
      adset_id: emptyAdSet(),
      status: 'PAUSED',
      creative: { creative_id: '{result=creative:$.id}' },
    },
    undefined,
    (response) => answers.push(response.body.id),
  );
  batch.add('GET', ['404'], {}, undefined, undefined, (response) =>
    answers.push(String(response.error.response.error.code)),
  );
  const again = await batch.execute();
  expect(answers).toEqual([expect.stringMatching(/^\d{18}$/), '100']);
  // The entry others refer to is left out when it succeeds; the SDK takes that for an entry to send
  // again.
  expect(again?._batch).toHaveLength(1);
  expect((await new Ad(answers[0]).get(['creative{name}'])).creative.name).toBe('creative');
});

test('sees entries a timeout left out', async () => {
  await served.control('faults', { fault: 'batch-null', path: '*/adlabels', nth: 2 });
  const made: string[] = [];
  const batch = new FacebookAdsApiBatch(api);
  for (const name of ['a', 'b', 'c'])
    batch.add('POST', [eur, 'adlabels'], { name }, undefined, () => made.push(name));
  const again = await batch.execute();
  expect(made).toEqual(['a', 'c']);
  expect(await again?.execute()).toBeNull();
  expect(made).toEqual(['a', 'c', 'b']);
});

test('copies a campaign, an ad set and an ad', async () => {
  const top = await new Campaign(seed.campaign(eur, 'leads')).createCopy([], {
    status_option: 'PAUSED',
    rename_options: { rename_suffix: ' again' },
  });
  expect((await new Campaign(top._data.copied_campaign_id).get(['name'])).name).toBe('Leads again');
  const set = await new AdSet(emptyAdSet()).createCopy([], { deep_copy: false });
  expect(
    (await new AdSet(set._data.copied_adset_id).get(['source_adset_id'])).source_adset_id,
  ).toBe(emptyAdSet());
  const ad = await new Ad(seed.ad(eur, 'sales', 1)).createCopy([], {
    adset_id: emptyAdSet('sales'),
  });
  expect((await new Ad(ad._data.copied_ad_id).get(['adset_id'])).adset_id).toBe(
    emptyAdSet('sales'),
  );
  const copies = await new Ad(seed.ad(eur, 'sales', 1)).getCopies(['id']);
  expect(copies.map(({ id }) => id)).toEqual([ad._data.copied_ad_id]);
});

test('uploads an image as bytes and a video by address, and waits for it', async () => {
  const image = await account.createAdImage([], { bytes: png('sdk') });
  const { hash } = image._data.images.bytes;
  expect((await account.getAdImages(['hash', 'width'], { hashes: [hash] }))[0]).toMatchObject({
    hash,
    width: 1,
  });
  const video = await account.createAdVideo([], {
    file_url: 'https://cdn.example.com/a.mp4',
    name: 'Clip',
  });
  expect((await new AdVideo(video.id).read(['status'])).status.video_status).toBe('processing');
  await served.control('clock', { advanceMs: 3000 });
  const ready = await new AdVideo(video.id).read(['status', 'thumbnails']);
  expect(ready.status.video_status).toBe('ready');
  expect(ready.thumbnails.data).toHaveLength(3);
});

test('asks for reports, at once and as a run that is polled', async () => {
  const query = { level: 'campaign', date_preset: 'last_7d' };
  const rows = await account.getInsights(['campaign_id', 'spend', 'impressions'], query);
  expect(rows.length).toBeGreaterThan(5);
  const started = await account.getInsightsAsync(['campaign_id', 'spend', 'impressions'], query);
  const run = new AdReportRun(null, { report_run_id: started._data.report_run_id ?? started.id });
  let state = await run.get(['async_status', 'async_percent_completion']);
  expect(state.async_status).toBe('Job Not Started');
  await served.control('clock', { advanceMs: 5000 });
  state = await run.get(['async_status', 'async_percent_completion']);
  expect(state).toMatchObject({ async_status: 'Job Completed', async_percent_completion: 100 });
  const result = await run.getInsights(['campaign_id', 'spend', 'impressions'], { limit: 3 });
  expect(result).toHaveLength(3);
  expect(result[0]).toMatchObject({ campaign_id: rows[0]?.campaign_id, spend: rows[0]?.spend });
});

const { sha256 } = createTestSecrets();

test('hashes a person as our adapter does', async () => {
  const theirs = new UserData()
    .setEmails([' Jane.Doe@Example.COM '])
    .setPhones(['+49 (151) 123-4567'])
    .setFirstNames([' Jane '])
    .setLastNames(['DOE'])
    .setCities(['New York'])
    .setStates(['N.Y.'])
    .setZips([' 94025-1234'])
    .setCountries(['US'])
    .normalize();
  const user = {
    email: ' Jane.Doe@Example.COM ',
    phone: '+49 (151) 123-4567',
    firstName: ' Jane ',
    lastName: 'DOE',
    city: 'New York',
    region: 'N.Y.',
    postalCode: ' 94025-1234',
    country: 'US',
  };
  const event = { eventId: 'e', name: 'purchase', happenedAt: 0, source: 'email' as const, user };
  const ours = (await createConversions({ graph: absent('graph'), calls: absent('calls') }).toWire(
    event,
    '1',
    sha256,
  )) as {
    readonly user_data: object;
  };
  expect(ours.user_data).toEqual(JSON.parse(JSON.stringify(theirs)));
});

test('sends server events', async () => {
  const event = new ServerEvent()
    .setEventName('Purchase')
    .setEventTime(Math.floor(machineNow() / 1000))
    .setActionSource('website')
    .setEventSourceUrl('https://shop.example/paid')
    .setUserData(new UserData().setEmails(['a@example.com']).setClientUserAgent('Mozilla/5.0'))
    .setCustomData(new CustomData().setCurrency('eur').setValue(10));
  const before = process.listeners('uncaughtException');
  const answer = await new EventRequest(seed.token, seed.pixel, [event]).execute();
  expect(answer.events_received).toBe(1);
  // The request switches the SDK's crash reporter on, which would call the platform when a test
  // fails.
  for (const listener of process.listeners('uncaughtException'))
    if (!before.includes(listener)) process.off('uncaughtException', listener);
});

test('decodes errors to its own type with code, subcode and user message', async () => {
  const failure: unknown = await account
    .createCampaign([], { name: 'x', objective: 'OUTCOME_SALES', special_ad_categories: [] })
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({
    name: 'FacebookRequestError',
    status: 400,
    method: 'POST',
    response: {
      code: 100,
      error_subcode: 4834011,
      error_user_title: expect.any(String),
      fbtrace_id: expect.any(String),
    },
    headers: { 'x-ad-account-usage': expect.any(String) },
  });
});

test('shows the usage headers of an answer', async () => {
  api.setShowHeader(true);
  const answer = await api.call('GET', [eur], { fields: 'name' });
  const page = await account.getCampaigns(['name'], { limit: 1 });
  expect(JSON.parse(page.headers?.['x-business-use-case-usage'] ?? '')['1001'][0]).toMatchObject({
    type: 'ads_management',
    ads_api_access_tier: 'standard_access',
  });
  expect(JSON.parse(answer.headers['x-ad-account-usage'])).toMatchObject({
    acc_id_util_pct: expect.any(Number),
  });
});

test('finds ads by label and reads the change history', async () => {
  const creative = await account.createAdCreative([], {
    name: 'c',
    object_story_spec: imageStory(),
  });
  const ad = await account.createAd([], {
    name: 'Ad',
    adset_id: emptyAdSet(),
    creative: { creative_id: creative.id },
    adlabels: [{ name: 'batch-1' }],
  });
  const [label] = await account.getAdLabels(['name']);
  const found = await account.getAdsByLabels(['id', 'name'], { ad_label_ids: [label?.id] });
  expect(found.map(({ id }) => id)).toEqual([ad.id]);
  const entries = await account.getActivities(['event_type', 'object_id'], { oid: ad.id });
  expect(entries[0]).toMatchObject({ event_type: 'create_ad', object_id: ad.id });
});
