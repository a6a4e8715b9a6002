import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { formId } from '../../../adapters/sandbox/linkedin/objects/leads.ts';
import { clientSecret } from '../../../adapters/sandbox/linkedin/seed/ids.ts';
import type { LaunchAd } from '../../../core/ports/launch-ad.ts';
import { refOf, sendOne } from '../launch-steps.ts';
import {
  adOf,
  adOperation,
  boostOf,
  linkedinAtSandbox,
  professionalNetwork,
} from './linkedin-at-sandbox.ts';

const leadCampaign = (account: string) =>
  professionalNetwork.emptyCampaigns(account, 'leads')[0] ?? '';

test('an ad opens a form: its creative names it, and so does a copy', async () => {
  const at = await linkedinAtSandbox();
  const account = at.access.adAccountId;
  const campaign = leadCampaign(account);
  const [form] = await at.platform.leads.forms(at.access);
  const { link: _page, ...without } = adOf(at, { leadFormId: form?.id ?? '', cta: 'DOWNLOAD' });
  const ad: LaunchAd = without;
  const adSets = await at.platform.accounts.adSets(at.access, { ids: [campaign, at.campaign()] });
  const rules = (each: typeof ad, id: string) =>
    at.platform.definition.launch
      ?.check(
        each,
        adSets.filter((adSet) => adSet.id === id),
      )
      .map(({ path, code }) => [path, code]);
  expect(rules(ad, campaign)).toEqual([]);
  expect(rules({ ...ad, link: 'https://shop.example/' }, at.campaign())).toEqual([
    ['ads[0].link', 'lead_form_link'],
    ['ads[0].leadFormId', 'lead_form_ad_set'],
  ]);
  expect(await at.platform.leads.check(at.access, [ad, { ...ad, leadFormId: '1' }])).toMatchObject([
    { code: 'unknown_lead_form' },
  ]);
  const button = { destination: `urn:li:adForm:${formId(account)}`, label: 'DOWNLOAD' };
  const held = async (id: string) =>
    (await at.objects('linkedin_creatives')).find((each) => each.id === id);
  const id = refOf(await sendOne(at, await adOperation(at, ad, campaign)));
  expect(await held(id)).toMatchObject({ leadgenCallToAction: button });
  const copy = await at.platform.duplicate.recreate(at.access, {
    type: 'ad',
    sourceId: id,
    deep: false,
    status: 'PAUSED',
  });
  if (copy.state !== 'done') throw new Error(JSON.stringify(copy));
  expect(await held(copy.id)).toMatchObject({ leadgenCallToAction: button });
  const [post = ''] = professionalNetwork.posts;
  const { link: _link, cta: _cta, ...boost } = boostOf(at, post, { leadFormId: form?.id ?? '' });
  const boosted = refOf(await sendOne(at, await adOperation(at, boost, campaign)));
  expect(await held(boosted)).toMatchObject({
    leadgenCallToAction: { ...button, label: 'LEARN_MORE' },
  });
});

test.each([
  [
    'the prefix is signed',
    (sign: (text: string) => string, body: string) => sign(`hmacsha256=${body}`),
  ],
  [
    'the prefix stands before the signature',
    (sign: (text: string) => string, body: string) => `hmacsha256=${sign(body)}`,
  ],
])('a notice is taken where %s, and none that is not signed', async (_how, signature) => {
  const at = await linkedinAtSandbox();
  const body = JSON.stringify({
    type: 'LEAD_ACTION',
    leadGenFormResponse: 'urn:li:leadGenFormResponse:a',
    leadAction: 'CREATED',
  });
  const open = (key: string) => {
    const sent = signature((text) => createHmac('sha256', key).update(text).digest('hex'), body);
    const header = (name: string) => (name === 'x-li-signature' ? sent : undefined);
    return at.platform.leads.notices?.open(
      { header, body, query: {} } as never,
      { credentials: { clientSecret } } as never,
    );
  };
  expect(await open(clientSecret)).toEqual([{ what: 'created', id: 'a' }]);
  expect(await open('another')).toBeUndefined();
});

test('answers are named by the questions of their form, and choices by their words', async () => {
  const at = await linkedinAtSandbox();
  const [form] = await at.platform.leads.forms(at.access);
  if (form === undefined) throw new Error('the account has a form');
  const read = () => at.platform.leads.page(at.access, form, { since: 0, limit: 100 });
  expect((await read()).data).toEqual([]);
  await at.control('POST', 'leads', { platform: 'linkedin', count: 2 });
  const before = at.sent.length;
  const { data } = await read();
  expect(data).toHaveLength(2);
  for (const { answers } of data)
    expect(Object.fromEntries(answers.map(({ name, values }) => [name, values.join()]))).toEqual({
      fullName: expect.stringMatching(/\w/),
      email: expect.stringContaining('@'),
      phone: expect.stringMatching(/\d/),
      companySize: '11 to 200',
    });
  // The leads and the forms, whatever their number.
  expect(at.sent.length - before).toBe(2);
});
