import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appSecret } from '../../adapters/sandbox/meta/graph/tokens.ts';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { simulations } from '../../adapters/sandbox/registry.ts';
import { photoMessaging } from '../../adapters/sandbox/snapchat/seed/ids.ts';
import { openSqliteStore } from '../../adapters/store/sqlite.ts';
import { takers } from '../core/features/conversions/fixture.ts';
import type { Arrived } from '../core/features/leads/leads-fixture.ts';
import { createLeadAdSet, leadAd, pixel } from '../lead-path.ts';
import { png } from '../samples/media.ts';
import { failOnDrift } from './harness.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

const eur = seed.accounts.eur;
/** In every address, to look for in what is kept. */
const WORD = 'hannelore';

let fixture: ServiceFixture;
let adSetId: string;
let folder: string;
/** Addresses of pictures, by name. */
const pictures = new Map<string, string>();
const logged: string[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'slipway-leads-'));
  const store = await openSqliteStore({ path: join(folder, 'slipway.db') });
  fixture = await startServiceFixture({ store, onError: (line) => logged.push(line) });
  adSetId = await createLeadAdSet(
    async (method, path, body) => (await fixture.call(method, path, body && { body })).body,
    eur,
    seed.page,
  );
  for (const [name, width, height] of [
    ['boat', 600, 600],
    ['feed_1x1', 600, 600],
    ['story_9x16', 450, 800],
  ] as const)
    pictures.set(name, (await fixture.uploadAs(`${name}.png`, await png(width, height))).url);
  const { body } = await fixture.call('PUT', '/v1/lead-watches', {
    body: { accountId: eur, destination: pixel },
  });
  expect(body.watch).toMatchObject({ id: `primary:${eur}`, keepDays: 30, destination: pixel });
});
afterAll(() => fixture.worker.stop());

const post = (path: string, body: object, key?: string) =>
  fixture.call('POST', path, { body, ...(key && { key }) });
const get = (path: string, key?: string) =>
  fixture.call('GET', path, key === undefined ? {} : { key });

describe('a form that is made', () => {
  const form = {
    accountId: eur,
    page: seed.page,
    name: 'Spring offer',
    privacyPolicyUrl: 'https://shop.example/privacy',
    questions: [
      { type: 'fullName' },
      { type: 'email' },
      { type: 'custom', label: 'Which size?', options: ['S', 'M'] },
    ],
  };
  const named = async (name: string) =>
    (await get(`/v1/leads/forms?accountId=${eur}`)).body.data.filter(
      (each: { name: string }) => each.name === name,
    );

  test('is there once, also when its answer is lost, and opens in an ad', async () => {
    await fixture.control('POST', 'faults', {
      platform: 'meta',
      fault: 'answer-lost',
      path: '*/leadgen_forms',
      method: 'POST',
      times: 1,
    });
    const made = await post('/v1/leads/forms', form);
    expect([made.status, made.body.form, made.body.warnings]).toEqual([
      200,
      { id: made.body.formId, name: 'Spring offer', state: 'active', page: seed.page },
      undefined,
    ]);
    const again = await post('/v1/leads/forms', form);
    expect([again.body.formId, again.body.warnings]).toEqual([
      made.body.formId,
      [expect.objectContaining({ code: 'exists_already' })],
    ]);
    expect(await named('Spring offer')).toMatchObject([
      { id: made.body.formId, state: 'active', page: seed.page },
    ]);
    const plan = await post('/v1/launch/plan', {
      ads: [
        {
          ...leadAd,
          adName: 'Spring',
          adAccountId: eur,
          leadFormId: made.body.formId,
          media: [{ url: pictures.get('boat') }],
        },
      ],
      adSets: [adSetId],
    });
    expect([plan.status, plan.body.error]).toEqual([200, undefined]);
  });

  test('is refused where its name stands for other questions, where a question says nothing, and on other platforms', async () => {
    const other = await post('/v1/leads/forms', { ...form, questions: [{ type: 'phone' }] });
    expect([other.status, other.body.error.details[0]]).toMatchObject([
      422,
      { path: 'name', code: 'name_taken' },
    ]);
    const sizes = [
      ...form.questions.slice(0, 2),
      { type: 'custom', label: 'Which size?', options: ['L', 'XL'] },
    ];
    const otherSizes = await post('/v1/leads/forms', {
      ...form,
      questions: sizes,
      privacyPolicyUrl: 'https://shop.example/new',
    });
    expect([otherSizes.status, otherSizes.body.error.message]).toEqual([
      422,
      expect.stringContaining('differs in questions, privacyPolicyUrl'),
    ]);
    const empty = await post('/v1/leads/forms', {
      ...form,
      name: 'Empty',
      questions: [{ type: 'custom' }],
    });
    expect([empty.status, empty.body.error.details[0].path]).toEqual([422, 'questions[0]']);
    const lost = await post('/v1/leads/forms', {
      ...form,
      name: 'Lost',
      page: '120000001001700009',
    });
    expect([lost.status, lost.body.error.details[0]]).toMatchObject([
      404,
      { path: 'page', code: 'unknown_object' },
    ]);
    const elsewhere = await post('/v1/leads/forms', {
      ...form,
      accountId: photoMessaging.accounts.eur,
    });
    expect([elsewhere.status, elsewhere.body.error.message]).toEqual([
      422,
      expect.stringContaining('Snapchat'),
    ]);
    expect(await named('Empty')).toEqual([]);
  });

  test('waits for a person when a model asks for it, with all that people will be asked', async () => {
    const operations = [
      { operation: 'leads.makeForm', input: { ...form, name: 'Asked by a model' } },
    ];
    const plan = await post('/v1/approvals', { operations });
    expect(plan.body.operations[0].title).toBe('Make the lead form “Asked by a model”');
    expect(plan.body.summary).toContain(
      'It asks for: full name, e-mail, “Which size?” (“S”, “M”). Its privacy policy is https://shop.example/privacy.',
    );
    expect(await named('Asked by a model')).toEqual([]);
    await post(`/v1/approvals/${plan.body.digest}`, { decision: 'approve' });
    const done = await post(`/v1/approvals/${plan.body.digest}/apply`, {});
    expect([done.body.status, (await named('Asked by a model')).length]).toEqual(['applied', 1]);
  });
});
const codes = (body: {
  readonly error: { readonly details: readonly { readonly path: string; readonly code: string }[] };
}) => body.error.details.map(({ path, code }) => `${path} ${code}`);

const formId = async (): Promise<string> =>
  (await get(`/v1/leads/forms?accountId=${eur}`)).body.data[0].id;

const picture = (name: string) => ({ url: pictures.get(name) ?? '' });

const adWith = (more: object = {}) => ({
  adName: `Form ${Math.random()}`,
  adAccountId: eur,
  ...leadAd,
  media: [picture('boat')],
  adSets: [adSetId],
  ...more,
});

async function launched(ad: object) {
  const { status, body } = await post('/v1/launch', { ads: [ad] });
  expect([status, body.error]).toEqual([202, undefined]);
  await fixture.run(body.adBatchId);
  return (await get(`/v1/batches/${body.adBatchId}`)).body;
}

const arrive = async (order: object = {}) =>
  (await fixture.control('POST', 'leads', { platform: 'meta', word: WORD, ...order })) as Arrived;

/** Until the leads are there. */
async function awaited(ids: readonly string[]): Promise<void> {
  await expect
    .poll(async () => {
      await fixture.clock.sleep(61 * 60_000);
      const { body } = await get('/v1/leads?limit=200');
      return ids.every((id) =>
        body.data.some((row: { readonly id: string }) => row.id === `primary:${id}`),
      );
    })
    .toBe(true);
}

async function settled(uploadId: string): Promise<object> {
  await expect
    .poll(async () => {
      await fixture.clock.sleep(1_000);
      return (await get(`/v1/conversions/uploads/${uploadId}`)).body.finished;
    })
    .toBe(true);
  return (await get(`/v1/conversions/uploads/${uploadId}`)).body.counts;
}

const counted = async (id: string) =>
  (await fixture.held('conversion_events')).filter(({ event_id }) =>
    String(event_id).startsWith(`lead-${id}-`),
  ).length;

describe('a launch with a form', () => {
  test.each(['single', 'carousel', 'multi', 'flexible'])(
    '%s: the creative holds the form where the platform keeps it',
    async (type) => {
      const shape = {
        single: {},
        carousel: {
          type,
          media: [1, 2].map((n) => ({ ...picture('boat'), carouselTitle: `Card ${n}` })),
        },
        multi: { type, media: ['feed_1x1', 'story_9x16'].map(picture) },
        flexible: { type, headlineVariations: ['One', 'Two'], media: [picture('boat')] },
      }[type];
      const leadFormId = await formId();
      const ad = adWith({ ...shape, leadFormId });
      const batch = await launched(ad);
      expect(batch).toMatchObject({ successfulAds: 1, failedAds: [] });
      const creative = (await fixture.held('adcreatives')).find(({ name }) =>
        String(name).startsWith(ad.adName),
      );
      expect(JSON.stringify(creative)).toContain(`"lead_gen_form_id":"${leadFormId}"`);
      expect(JSON.stringify(creative)).not.toContain('call_to_action_types');
    },
  );

  test('a form that the platform drops in silence is noticed, and no ad is made', async () => {
    await fixture.control('POST', 'faults', { fault: 'form-dropped', times: 1 });
    const before = (await fixture.held('ads')).length;
    const batch = await launched(adWith({ leadFormId: await formId() }));
    expect(batch).toMatchObject({
      successfulAds: 0,
      failedAds: [{ message: expect.stringContaining('3390001') }],
    });
    expect((await fixture.held('ads')).length).toBe(before);
  });

  test('objective, goal, page, form and terms are checked before anything is sent', async () => {
    const [traffic = ''] = seed.emptyAdSets(eur, 'traffic');
    const form = await formId();
    const plan = async (more: object) =>
      codes((await post('/v1/launch/plan', { ads: [adWith({ leadFormId: form, ...more })] })).body);
    expect(await plan({ adSets: [traffic], link: 'https://shop.example' })).toEqual([
      'ads[0].leadFormId lead_form_ad_set',
    ]);
    expect(await plan({ leadFormId: undefined })).toEqual(['ads[0].leadFormId lead_form_missing']);
    expect(await plan({ leadFormId: 'Newsletter' })).toEqual(['ads[0].leadFormId lead_form_id']);
    expect(await plan({ leadFormId: '4040404' })).toEqual(['ads[0].leadFormId unknown_lead_form']);
    expect(await plan({ page: '77' })).toContain('ads[0].page lead_page');
    await fixture.control('POST', 'faults', { fault: 'lead-terms-open', platform: 'meta' });
    const open = await post('/v1/launch/plan', { ads: [adWith({ leadFormId: form })] });
    await fixture.control('DELETE', 'faults');
    expect(codes(open.body)).toEqual(['ads[0].page lead_terms']);
    expect(open.body.error.details[0].message).toContain('1815089');
    const { body } = await post('/v1/launch/plan', {
      ads: [adWith({ leadFormId: form, cta: 'BUY_NOW', link: 'https://x.example' })],
    });
    const warned = body.warnings.map(
      ({ path, code }: { readonly path: string; readonly code: string }) => `${path} ${code}`,
    );
    expect(warned).toEqual(
      expect.arrayContaining(['ads[0].cta lead_button', 'ads[0].link lead_link']),
    );
  });

  test('elsewhere a form is refused', async () => {
    const other = photoMessaging.accounts.eur;
    const { body } = await post('/v1/launch/plan', {
      ads: [adWith({ adAccountId: other, leadFormId: '1' })],
    });
    expect(codes(body)).toContain('ads[0].leadFormId unsupported_on_platform');
    const watch = await fixture.call('PUT', '/v1/lead-watches', {
      body: { accountId: `photo-messaging:${other}` },
    });
    expect([watch.status, watch.body.error.details[0].code]).toEqual([
      422,
      'unsupported_on_platform',
    ]);
  });
});

describe('leads of other platforms, and notices', () => {
  test.each(['search-ads', 'professional-network'])(
    '%s: leads are read, and a stage goes back by click or address',
    async (platform) => {
      const simulation = simulations.find((each) => each.platform === platform);
      const accountId = `${platform}:${simulation?.stage.account.id}`;
      const destination = takers.find((each) => each.platform === platform)?.name ?? '';
      const came = (await fixture.control('POST', 'leads', {
        platform: simulation?.name,
        word: WORD,
      })) as Arrived;
      await fixture.call('PUT', '/v1/lead-watches', { body: { accountId, destination } });
      const leadId = `${platform}:${came.leadIds[0]}`;
      await expect
        .poll(async () => {
          await fixture.clock.sleep(60_000);
          return (await get(`/v1/leads/${leadId}`)).status;
        })
        .toBe(200);
      const { body } = await post('/v1/leads/stages', {
        stages: [{ leadId, stage: 'sold', value: '5', currency: 'EUR' }],
      });
      expect(body).toMatchObject({ accepted: 1, refused: [], uploads: [{ destination }] });
      await settled(body.uploads[0].uploadId);
      expect(await counted(came.leadIds[0] ?? '')).toBe(1);
    },
  );

  test.each(['short-video', 'search-ads'])('%s: notices bring leads', async (platform) => {
    const simulation = simulations.find((each) => each.platform === platform);
    const accountId = `${platform}:${simulation?.stage.account.id}`;
    await fixture.call('PUT', '/v1/lead-watches', { body: { accountId } });
    const address = await post(`/v1/lead-watches/${accountId}/address`, {});
    const order = { platform: simulation?.name, word: WORD, count: 3, key: address.body.token };
    const { leadIds, notices } = (await fixture.control('POST', 'leads', order)) as Arrived;
    for (const { body, headers } of notices)
      expect(
        (
          await fixture.call('POST', new URL(address.body.url).pathname, {
            key: null,
            body,
            headers,
          })
        ).status,
      ).toBe(200);
    await expect
      .poll(async () => {
        await fixture.clock.sleep(10_000);
        return Promise.all(
          leadIds.map(async (id) => (await get(`/v1/leads/${platform}:${id}`)).status),
        );
      })
      .toEqual([200, 200, 200]);
  });

  test('notices are taken over HTTP without a key, and forged ones are not', async () => {
    const credentials = { accessToken: seed.token, appSecret };
    await post('/v1/connections', { platform: 'primary', credentials });
    const { status, body } = await post(`/v1/lead-watches/primary:${eur}/address`, {});
    expect([status, body.url]).toMatchObject([200, expect.stringContaining('/v1/inbox/leads/')]);
    const path = new URL(body.url).pathname;
    const asked = await fixture.call(
      'GET',
      `${path}?hub.mode=subscribe&hub.challenge=77&hub.verify_token=${body.token}`,
      {
        key: null,
      },
    );
    expect([asked.status, String(asked.body)]).toEqual([200, '77']);
    const { leadIds, notices } = await arrive();
    const [notice] = notices;
    const send = (headers: object) =>
      fixture.call('POST', path, { key: null, body: notice?.body ?? '', headers: { ...headers } });
    expect((await send({ 'x-hub-signature-256': 'sha256=0' })).status).toBe(403);
    const headers = { 'x-hub-signature-256': 'sha256=0', 'content-type': 'application/json' };
    const forge = async () =>
      (
        await fixture.app.request(
          path,
          { method: 'POST', headers, body: notice?.body ?? '' },
          { address: '203.0.113.9' },
        )
      ).status;
    const answers = [];
    for (let call = 0; call < 31; call++) answers.push(await forge());
    expect([answers[29], answers[30]]).toEqual([403, 429]);
    expect((await send(notice?.headers ?? {})).status).toBe(200);
    await awaited(leadIds);
  });
});

describe('who sees answers', () => {
  test('keys with the scope leads, and people from managers on; a key that only reads does not', async () => {
    const [reader, manager, leads] = await Promise.all([
      fixture.keyWith('read'),
      fixture.keyWith('read', 'launch', 'manage'),
      fixture.keyWith('leads'),
    ]);
    expect((await get('/v1/leads', reader)).status).toBe(403);
    expect((await get('/v1/leads/csv', manager)).status).toBe(403);
    expect((await get('/v1/leads', leads)).status).toBe(200);
    expect((await get('/v1/leads/counts', reader)).body.total).toBeGreaterThan(0);
    const stages = { stages: [{ leadId: 'primary:1', stage: 'sold' }] };
    expect((await post('/v1/leads/stages', stages, leads)).status).toBe(403);
  });

  test('a look at answers stands in the audit, without them', async () => {
    await get('/v1/leads?limit=1');
    const { body } = await get('/v1/audit?limit=20');
    expect(body.data).toContainEqual(
      expect.objectContaining({ action: 'leads.read', details: { leads: 1 } }),
    );
  });
});

test('no address and no number stands in clear in store, log or files', async () => {
  const { leadIds } = await arrive({ count: 3 });
  await awaited(leadIds);
  await post('/v1/webhooks', { url: 'https://crm.example/hook', events: ['lead.created'] });
  await awaited((await arrive({ count: 2 })).leadIds);
  await fixture.call('POST', '/v1/leads/erase', {
    body: { email: `${WORD}-1@people.example` },
    headers: { 'idempotency-key': 'k' },
  });
  await fixture.call('POST', '/v1/leads/erase', {
    body: { email: `${WORD}-1@people.example`, phone: 1 },
  });
  await fixture.control('POST', 'faults', { fault: 'leads-refused', platform: 'meta' });
  await fixture.clock.sleep(35 * 60_000);
  await fixture.control('DELETE', 'faults');
  await post('/v1/leads/stages', { stages: [{ leadId: `primary:${leadIds[1]}`, stage: 'sold' }] });
  await get('/v1/leads/csv');
  const files = readdirSync(folder).map((name) =>
    readFileSync(join(folder, name), 'latin1').toLowerCase(),
  );
  expect(files.join('').length).toBeGreaterThan(1_000);
  for (const trace of [WORD, '15100000', 'people.example']) {
    expect([trace, files.some((text) => text.includes(trace))]).toEqual([trace, false]);
    expect([trace, logged.join('\n').toLowerCase().includes(trace)]).toEqual([trace, false]);
  }
});
