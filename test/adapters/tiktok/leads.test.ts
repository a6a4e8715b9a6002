import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import type { PlatformLead } from '../../../core/ports/platform-leads.ts';
import {
  adOf,
  adOperation,
  credentials,
  shortVideo,
  type TiktokAtSandbox,
  tiktokAtSandbox,
} from './tiktok-at-sandbox.ts';

/** All pages of the form, as a pass reads them. */
async function readAll(at: TiktokAtSandbox, since = 0): Promise<readonly PlatformLead[]> {
  const [form] = await at.platform.leads.forms(at.access);
  if (form === undefined) throw new Error('the account has a form');
  const leads: PlatformLead[] = [];
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = await at.platform.leads.page(at.access, form, {
      since,
      limit: 100,
      ...(after !== '' && { after }),
    });
    leads.push(...page.data);
    after = page.after;
  }
  return leads;
}

const arrive = async (at: TiktokAtSandbox, order: object) =>
  (await at.control('POST', 'leads', { platform: 'tiktok', ...order })) as {
    readonly leadIds: readonly string[];
    readonly notices: readonly {
      readonly body: string;
      readonly headers: { readonly [name: string]: string };
    }[];
  };

test.each([undefined, 'leads-titled'])(
  'leads of each region are read from files, however columns are called (%s)',
  async (fault) => {
    const at = await tiktokAtSandbox();
    if (fault !== undefined) await at.fault({ fault });
    const { leadIds } = await arrive(at, { count: 5, startMs: -3_600_000, everyMs: 1_000 });
    const [testId] = (await arrive(at, { isTest: true })).leadIds;
    const leads = await readAll(at);
    const real = leads.filter(({ isTest }) => !isTest);
    expect(real.map(({ id }) => id).sort()).toEqual([...leadIds].sort());
    expect(leads.filter(({ isTest }) => isTest).map(({ id }) => id)).toEqual([
      testId,
      testId,
      testId,
    ]);
    expect(real.find(({ id }) => id === leadIds[1])).toEqual({
      id: leadIds[1],
      formId: expect.stringMatching(/^\d+$/),
      createdAt: Date.UTC(2026, 10, 15, 11, 0, 1),
      isTest: false,
      isOrganic: false,
      adSetId: shortVideo.leadAdGroup(at.access.adAccountId),
      campaignId: expect.stringMatching(/^\d+$/),
      answers: [
        { name: 'Name', values: ['Person 2'] },
        { name: 'Email', values: ['person-2@people.example'] },
        { name: 'Phone number', values: ['+4915100000001'] },
        { name: 'Do you buy?', values: ['Yes, "soon", I hope'] },
      ],
    });
  },
);

test('a file that takes long is asked for again, not ordered again; one that is a ZIP file is refused', async () => {
  const at = await tiktokAtSandbox();
  await arrive(at, { count: 1 });
  await at.fault({ fault: 'leads-slow', ms: 30_000 });
  expect((await readAll(at)).length).toBe(1);
  const ordered = at.sent.filter(
    ({ url, body }) =>
      url.includes('lead/task/') && body !== undefined && !('task_id' in (body as object)),
  );
  expect(ordered.map(({ headers }) => headers.get('x-lead-region'))).toEqual([null, 'eu', 'us']);
  await at.fault({ fault: 'leads-zipped' });
  await expect(readAll(at)).rejects.toMatchObject({
    failure: { class: 'too-large', message: expect.stringContaining('ZIP') },
  });
});

test('who may not have leads is told what is missing', async () => {
  const at = await tiktokAtSandbox();
  await at.fault({ fault: 'permission', path: '/page/lead/*' });
  await expect(readAll(at)).rejects.toMatchObject({
    failure: { fix: expect.stringContaining('administrator') },
  });
});

test('a notice is taken whether its body or its ASCII is signed, and none that is signed otherwise', async () => {
  const at = await tiktokAtSandbox();
  const { leadIds, notices } = await arrive(at, { count: 1 });
  const [{ body } = { body: '' }] = notices;
  const open = (sent: string, signed: string, secret: string = credentials.secret) => {
    const signature = createHmac('sha256', secret).update(signed).digest('hex');
    const header = (name: string) => (name === 'x-open-signature' ? signature : undefined);
    return at.platform.leads.notices?.open(
      { header, body: sent, query: {} } as never,
      { credentials } as never,
    );
  };
  const [form] = await at.platform.leads.forms(at.access);
  const said = [
    { what: 'created', id: leadIds[0], formId: form?.id, createdAt: expect.any(Number) },
  ];
  expect(await open(body, body)).toEqual(said);
  const accented = body.replace('Person 1', 'Åsa 😀');
  expect(await open(accented, accented.replace('Åsa 😀', '\\u00c5sa \\ud83d\\ude00'))).toEqual(
    said,
  );
  expect(await open(accented, accented)).toEqual(said);
  expect(await open(body, body, 'another')).toBeUndefined();
  expect(await open(accented, body)).toBeUndefined();
});

test('an address is told once, to the account it is for', async () => {
  const at = await tiktokAtSandbox();
  const tell = () =>
    at.platform.leads.notices?.subscribe?.(at.access, {
      owners: [],
      url: 'https://inbox.example/a',
    });
  await tell();
  await tell();
  const told = at.sent.filter(({ url }) => url.endsWith('/subscription/subscribe/'));
  expect(told.map(({ body }) => body)).toEqual([
    {
      app_id: credentials.appId,
      secret: credentials.secret,
      subscribe_entity: 'LEAD',
      callback_url: 'https://inbox.example/a',
      subscription_detail: {
        access_token: credentials.accessToken,
        advertiser_id: at.access.adAccountId,
      },
    },
  ]);
});

test('an ad with a form goes into an ad group that collects leads, and into no other', async () => {
  const at = await tiktokAtSandbox();
  const [form] = await at.platform.leads.forms(at.access);
  const ad = adOf(at, { leadFormId: form?.id ?? '' });
  const adGroup = shortVideo.leadAdGroup(at.access.adAccountId);
  const adSets = await at.platform.accounts.adSets(at.access, { ids: [adGroup, at.adGroup(0)] });
  const rules = (id: string) =>
    at.platform.definition.launch
      ?.check(
        ad,
        adSets.filter((each) => each.id === id),
      )
      .map(({ code }) => code);
  expect([rules(adGroup), rules(at.adGroup(0))]).toEqual([[], ['lead_form_ad_set']]);
  const [outcome] = await at.launch.send(at.access, [await adOperation(at, ad, adGroup)]);
  expect(outcome?.state).toBe('done');
});
