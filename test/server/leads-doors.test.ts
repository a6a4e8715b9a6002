import type { Client as McpClient } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../../adapters/sandbox/listen.ts';
import { appSecret } from '../../adapters/sandbox/meta/graph/tokens.ts';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { createSandbox } from '../../adapters/sandbox/sandbox.ts';
import { formatCsv, parseCsv } from '../../core/base/csv.ts';
import { createApp } from '../../server/app.ts';
import { readLaunchFile } from '../../server/cli/base/launch-file.ts';
import { createClient } from '../../server/client/client.ts';
import { createSlipway, type Slipway } from '../../server/embed/embed.ts';
import {
  controlAt,
  createLeadAdSet,
  fillInForm,
  heardOf,
  leadAd,
  leadAdSet,
  leadCampaign,
  leadFile,
  pixel,
} from '../lead-path.ts';
import { png } from '../samples/media.ts';
import { failOnDrift } from './harness.ts';
import { type Content, call as callTool, connectOver } from './mcp-client.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

const eur = seed.accounts.eur;

let fixture: ServiceFixture;
let leadFormId: string;
let ad: {
  readonly adAccountId: string;
  readonly adSets: readonly string[];
  readonly media: readonly { readonly url: string }[];
};
beforeAll(async () => {
  fixture = await startServiceFixture();
  const adSetId = await createLeadAdSet(
    async (...asked) => (await ask(...asked)).body,
    eur,
    seed.page,
  );
  const { url } = await fixture.uploadAs('boat.png', await png(600, 600));
  ad = { ...leadAd, adAccountId: eur, adSets: [adSetId], media: [{ url }] };
  leadFormId = (await ask('GET', `/v1/leads/forms?accountId=${eur}`)).body.data[0].id;
  await ask('PUT', '/v1/lead-watches', { accountId: eur, destination: pixel });
});
afterAll(() => fixture.worker.stop());

const ask = (method: string, path: string, body?: object) =>
  fixture.call(method, path, body && { body });

/** The id of the one ad of a batch, once it is made. */
async function adOf(batchId: number): Promise<string> {
  await fixture.run(batchId);
  const { body } = await ask('GET', `/v1/batches/${batchId}`);
  expect(body).toMatchObject({ successfulAds: 1, failedAds: [] });
  return body.launchedAds[0].adId;
}

/** Until the answer has what is wanted, while the service works. */
const until = (stepMs: number, look: () => Promise<unknown>) =>
  expect
    .poll(async () => {
      await fixture.clock.sleep(stepMs);
      return look();
    })
    .toBe(true);
const HOUR = 61 * 60_000;
const isRead = (id: string) => async () => (await ask('GET', `/v1/leads/${id}`)).status === 200;
const isSent = (uploadId: string) => async () =>
  (await ask('GET', `/v1/conversions/uploads/${uploadId}`)).body.finished;

test('REST: from the ad to the notice to the lead to the conversion', async () => {
  await ask('POST', '/v1/connections', {
    platform: 'primary',
    credentials: { accessToken: seed.token, appSecret },
  });
  const inbox = new URL((await ask('POST', `/v1/lead-watches/primary:${eur}/address`, {})).body.url)
    .pathname;
  const launched = await ask('POST', '/v1/launch', {
    ads: [{ ...ad, adName: 'REST', leadFormId }],
  });
  const adId = await adOf(launched.body.adBatchId);
  const { leadId, notices } = await fillInForm(fixture.control, adId);
  const [notice] = notices;
  const told = { key: null, body: notice?.body ?? '', headers: { ...notice?.headers } };
  expect((await fixture.call('POST', inbox, told)).status).toBe(200);
  const id = `primary:${leadId}`;
  await until(1_000, isRead(id));
  const { lead } = (await ask('GET', `/v1/leads/${id}`)).body;
  expect(lead).toMatchObject({
    id,
    adId,
    formId: leadFormId,
    formName: 'Newsletter',
    isTest: false,
    stages: [],
  });
  expect(lead.answers).toContainEqual({ name: 'email', values: ['person-1@people.example'] });
  const stages = [
    { leadId: id, stage: 'qualified' },
    { leadId: id, stage: 'sold', value: '129.90', currency: 'EUR' },
  ];
  const sent = await ask('POST', '/v1/leads/stages', { stages });
  expect([sent.status, sent.body]).toMatchObject([
    202,
    { accepted: 2, duplicates: 0, refused: [] },
  ]);
  await until(1_000, isSent(sent.body.uploads[0].uploadId));
  const heard = [
    ['qualified', null, 1],
    ['sold', 129.9, 1],
  ];
  expect(await heardOf(fixture.control, leadId)).toEqual(heard);
  // Told again it counts once.
  expect((await ask('POST', '/v1/leads/stages', { stages })).body).toMatchObject({
    accepted: 0,
    duplicates: 2,
    uploads: [],
  });
  expect(await heardOf(fixture.control, leadId)).toEqual(heard);
  expect((await ask('GET', `/v1/leads/${id}`)).body.lead.stages).toMatchObject([
    { stage: 'qualified', destination: pixel },
    { stage: 'sold', value: '129.90', currency: 'EUR', destination: pixel },
  ]);
  const other = await ask('POST', '/v1/leads/stages', {
    stages: [{ leadId: 'primary:404', stage: 'sold' }],
  });
  expect(other.body.refused).toMatchObject([{ index: 0, code: 'unknown_lead' }]);
});

test('CSV: from the row with a form to the file of leads to the file of stages, with faults at their cells', async () => {
  const file = leadFile({
    'Ad name': 'CSV',
    'Ad account': eur,
    'Ad sets': ad.adSets[0] ?? '',
    'Media 1': ad.media[0]?.url ?? '',
    'Lead form': leadFormId,
  });
  const { ads, faults } = readLaunchFile('ads.csv', file);
  expect(faults).toEqual([]);
  const adId = await adOf((await ask('POST', '/v1/launch', { ads })).body.adBatchId);
  const { leadIds } = await fillInForm(fixture.control, adId, { count: 2 });
  const [first = '', second = ''] = leadIds.map((id) => `primary:${id}`);
  await until(HOUR, isRead(second));
  const [headers, ...lines] = parseCsv((await ask('GET', '/v1/leads/csv')).body);
  expect(headers?.join()).toBe(
    'leadId,createdAt,form,formId,adId,campaignId,test,full_name,email,phone_number',
  );
  const own = lines.filter((cells) => cells[4] === adId);
  expect(own.map((cells) => [cells[0], cells[8]]).sort()).toEqual([
    [first, 'person-1@people.example'],
    [second, 'person-2@people.example'],
  ]);
  const csv = (value: string) =>
    formatCsv([
      ['Lead ID', 'Stage', 'Value', 'Currency'],
      [first, 'qualified', value, 'EUR'],
      [second, '', '', ''],
    ]);
  const wrong = await ask('POST', '/v1/leads/stages/csv', { csv: csv('much') });
  expect([wrong.status, wrong.body.error.details]).toMatchObject([422, [{ cell: 'C2' }]]);
  const { body } = await ask('POST', '/v1/leads/stages/csv', { csv: csv('5') });
  expect(body).toMatchObject({ accepted: 1, refused: [] });
  await until(1_000, isSent(body.uploads[0].uploadId));
  expect(await heardOf(fixture.control, leadIds[0] ?? '')).toEqual([['qualified', 5, 1]]);
  expect(await heardOf(fixture.control, leadIds[1] ?? '')).toEqual([]);
});

/** What a program embeds, and what it calls over HTTP, have the same names. */
type Library = Pick<
  Slipway,
  'launch' | 'batches' | 'leads' | 'leadWatches' | 'conversions' | 'manage' | 'media'
>;
const libraries: readonly (readonly [string, (slipway: Slipway) => Promise<Library>])[] = [
  ['embedded', async (slipway) => slipway],
  [
    'client',
    async (slipway) => {
      const app = createApp(slipway.ports, { readLimit: 10_000, writeLimit: 10_000 });
      const { key } = await slipway.keys.create({ name: 'Leads', scopes: ['admin'] });
      return createClient({
        url: 'http://slipway.test',
        key,
        fetch: async (url, init) => app.request(url, init),
      });
    },
  ],
];

test.each(libraries)(
  'a program, %s: from the ad to the lead to the conversion to the erasure',
  async (_, open) => {
    const { url: sandboxUrl, stop } = await listen(createSandbox(), 0);
    const control = controlAt(sandboxUrl);
    const slipway = await createSlipway({ sandboxUrl });
    const library = await open(slipway);
    const { data: forms } = await library.leads.forms({ accountId: eur });
    const { campaignId } = await library.manage.createCampaign(leadCampaign(eur));
    const { adSetId } = await library.manage.createAdSet(leadAdSet(eur, campaignId, seed.page));
    const { url } = await library.media.upload({ name: 'boat.png', content: await png(600, 600) });
    const own = {
      ...leadAd,
      adName: 'Program',
      adAccountId: eur,
      adSets: [adSetId],
      media: [{ url }],
    };
    const { adBatchId } = await library.launch({ ads: [{ ...own, leadFormId: forms[0]?.id }] });
    const { launchedAds } = await slipway.finished(adBatchId);
    const adId = launchedAds[0]?.adId ?? '';
    const { leadId } = await fillInForm(control, adId);
    const id = `primary:${leadId}`;
    await library.leadWatches.set({ accountId: eur, destination: pixel });
    await expect.poll(async () => (await library.leads.counts({ adId })).total).toBe(1);
    const { data: leads } = await library.leads.list({ adId });
    expect(leads).toMatchObject([
      { id, adId, answers: [{}, { name: 'email', values: ['person-1@people.example'] }, {}] },
    ]);
    const { accepted, uploads } = await library.leads.stages({
      stages: [{ leadId: id, stage: 'sold', value: '7', currency: 'EUR' }],
    });
    expect(accepted).toBe(1);
    const upload = { id: uploads[0]?.uploadId ?? '' };
    await expect.poll(async () => (await library.conversions.status(upload)).finished).toBe(true);
    expect(await heardOf(control, leadId)).toEqual([['sold', 7, 1]]);
    expect(await library.leads.erase({ email: 'person-1@people.example' })).toMatchObject({
      erased: 1,
    });
    await expect(library.leads.get({ id })).rejects.toMatchObject({ code: 'not_found' });
    await slipway.close();
    await stop();
  },
);

test('a model launches with a form where a person approves it, and is answered no word of a lead', async () => {
  const word = 'hannelore';
  const answered: string[] = [];
  let client: McpClient;
  const tool = async (name: string, input: object): Promise<Content> => {
    const content = await callTool(client, name, input);
    answered.push(JSON.stringify(content));
    return content;
  };
  client = await connectOver(
    async (url, init) => fixture.app.request(url, init),
    await fixture.keyWith('admin'),
    {
      person: () => ({ action: 'accept', content: { approve: true } }),
    },
  );
  const { planDigest, status } = await tool('plan', {
    ads: [{ ...ad, adName: 'Model', leadFormId }],
  });
  expect(status).toBe('awaiting_approval');
  const applied = await tool('apply_plan', { planDigest });
  expect(applied).toMatchObject({ status: 'running', results: [{ status: 'running' }] });
  const adId = await adOf(applied.results[0].answer.adBatchId);
  const { leadId } = await fillInForm(fixture.control, adId, { word });
  const id = `primary:${leadId}`;
  await until(HOUR, isRead(id));
  const action = (name: string, input: object = {}) => tool('call_action', { action: name, input });
  const counts = await action('leads.counts', { adId });
  expect(counts.answer).toMatchObject({ total: 1 });
  const stages = [{ leadId: id, stage: 'sold' }];
  for (const [name, input] of [
    ['leads.list', {}],
    ['leads.get', { id }],
    ['leads.csv', {}],
    ['leads.stages', { stages }],
    ['leads.stagesCsv', { csv: `leadId,stage\n${id},sold` }],
    ['leads.erase', { id }],
  ] as const)
    expect([name, (await action(name, input)).text]).toEqual([
      name,
      expect.stringContaining('unknown_action'),
    ]);
  for (const name of ['audit.list', 'leads.forms', 'leadWatches.list'])
    await action(name, name === 'leads.forms' ? { accountId: eur } : {});
  await tool('find_entities', { kind: 'ad', accountId: eur, name: 'Model' });
  await tool('search_actions', { words: 'leads' });
  const direct = await fixture.call('GET', '/v1/leads', { headers: { 'slipway-door': 'mcp' } });
  expect([direct.status, direct.body.error.details[0].code]).toEqual([403, 'personal_data']);
  // The person sends the stage; the model sees no more of it than before.
  const sent = await ask('POST', '/v1/leads/stages', { stages });
  await until(1_000, isSent(sent.body.uploads[0].uploadId));
  expect(await heardOf(fixture.control, leadId)).toEqual([['sold', null, 1]]);
  await action('conversions.uploads');
  expect(
    answered.filter((text) =>
      [word, 'people.example', '15100000'].some((each) => text.includes(each)),
    ),
  ).toEqual([]);
});
