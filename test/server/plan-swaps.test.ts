import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { png } from '../samples/media.ts';
import type { Called, CallOptions } from './harness.ts';
import { connectOver, call as tool } from './mcp-client.ts';
import { asks, sessionOf, signedIn } from './people-fixture.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

/**
 * A person approves a plan; then something else is put in its place. It is not carried out then,
 * and the refusal names what differs, or it is made as it was approved. Each exchange is tried
 * through the API, by a model and in the dashboard.
 */

const eur = seed.accounts.eur;
const evil = 'https://evil.example/phish';
const limits = {
  dailyBudget: 100_000,
  lifetimeBudget: 1_000_000,
  startedLifetimeBudget: 1_000_000,
};

let f: ServiceFixture;
let mediaUrl: string;
let n = 0;

type Ask = (method: string, path: string, options?: Omit<CallOptions, 'key'>) => Promise<Called>;
let person: Ask;

/** A door through which plans are made and applied. */
interface Door {
  readonly name: string;
  plan(operation: string, input: object): Promise<string>;
  /** What it was refused with, or its status. */
  apply(digest: string): Promise<{ readonly code: string; readonly words: string }>;
}

const must = ({ status, body }: Called): Called['body'] => {
  if (status >= 300) throw new Error(JSON.stringify(body));
  return body;
};
const post = async (path: string, body: object = {}) => must(await f.call('POST', path, { body }));
const patch = async (path: string, body: object) => must(await f.call('PATCH', path, { body }));

const asking = (name: string, ask: Ask): Door => ({
  name,
  plan: async (operation, input) =>
    must(await ask('POST', '/v1/approvals', { body: { operations: [{ operation, input }] } }))
      .digest,
  async apply(digest) {
    const { body } = await ask('POST', `/v1/approvals/${digest}/apply`, { body: {} });
    return {
      code: body.status ?? body.error.details?.[0]?.code ?? body.error.code,
      words: body.error?.message ?? '',
    };
  },
});

const doors: Door[] = [];

beforeAll(async () => {
  f = await startServiceFixture();
  must(
    await f.call('PUT', '/v1/guardrails', { body: { currencies: { EUR: limits }, accounts: {} } }),
  );
  mediaUrl = (await f.uploadAs('swap.png', await png())).url;
  const key = await f.keyWith('launch', 'manage');
  const approver = await f.keyWith('admin');
  person = (method, path, options) => f.call(method, path, { ...options, key: approver });
  const manager = { role: 'manager', workspaces: [] } as const;
  const { id, email } = await signedIn(f, manager);
  // A session lasts for hours, and time passes here.
  const planner: Ask = async (method, path, options) =>
    asks(f, { headers: await sessionOf(f.ports, f.companyId, id, { ...manager, email }) })(
      method,
      path,
      options,
    );
  const client = await connectOver(
    (url, init) => Promise.resolve(f.app.request(url, init)),
    await f.keyWith('launch', 'manage'),
  );
  doors.push(
    asking('the API', (method, path, options) => f.call(method, path, { ...options, key })),
    asking('the dashboard', planner),
    {
      name: 'a model',
      plan: async (action, input) =>
        (await tool(client, 'call_action', { action, input })).planDigest,
      async apply(planDigest) {
        const told = await tool(client, 'apply_plan', { planDigest });
        const { error } = told;
        return {
          code: error?.details?.[0]?.code ?? error?.code ?? told.status,
          words: JSON.stringify(error ?? ''),
        };
      },
    },
  );
  // Nobody is younger than a plan.
  f.clock.step(1_000);
});
afterAll(() => f.worker.stop());

/** A campaign with an ad set and an ad, all paused. */
interface Stage {
  readonly n: number;
  readonly campaign: string;
  readonly adSet: string;
  readonly ad: string;
  readonly batch: number;
}

const adOf = (adName: string, adSet: string, more: object = {}) => ({
  adName,
  adAccountId: eur,
  page: seed.page,
  secondary: seed.profile,
  link: 'https://shop.example/good',
  description: 'Good',
  media: [{ url: mediaUrl }],
  adSets: [adSet],
  ...more,
});

async function launched(ad: object): Promise<{ readonly ad: string; readonly batch: number }> {
  const { adBatchId } = await post('/v1/launch', { ads: [ad] });
  for (;;) {
    const { status, launchedAds } = must(await f.call('GET', `/v1/batch-status/${adBatchId}`));
    if (status !== 'processing') return { ad: launchedAds[0].adId, batch: adBatchId };
    await f.clock.sleep(1_000);
  }
}

async function staged(adSetMore: object = { dailyBudget: 20 }): Promise<Stage> {
  n += 1;
  const { campaignId: campaign } = await post('/v1/manage/create-campaign', {
    accountId: eur,
    name: `C${n}`,
    objective: 'OUTCOME_TRAFFIC',
    status: 'ACTIVE',
  });
  const { adSetId: adSet } = await post('/v1/manage/create-adset', {
    accountId: eur,
    campaignId: campaign,
    name: `S${n}`,
    location: { countries: ['US'] },
    ...adSetMore,
  });
  return { n, campaign, adSet, ...(await launched(adOf(`A${n}`, adSet))) };
}

const linkOf = (ad: string) =>
  post('/v1/manage/update-ad', { accountId: eur, adId: ad, link: evil, primaryTexts: ['EVIL'] });
const textOf = (ad: string) =>
  post('/v1/manage/update-ad', { accountId: eur, adId: ad, primaryTexts: ['EVIL'] });
const placeOf = (adSetId: string) =>
  post('/v1/manage/update-adset', {
    accountId: eur,
    adSetId,
    location: { countries: ['BR'] },
    locationMode: 'replace',
  });
const budgetOf = (entityId: string) =>
  post('/v1/manage/update-budget', {
    businessId: eur,
    entityType: 'adset',
    entityId,
    dailyBudget: 21,
  });
const nameOf = (entityType: string, entityId: string) =>
  post('/v1/manage/rename', { businessId: eur, entityType, entityId, name: 'KEEP ME' });
const on = (entityType: string, id: string) =>
  [
    'manage.updateStatus',
    { businessId: eur, entityType, entityIds: [id], newStatus: 'ACTIVE' },
  ] as const;
const gone = (entityType: string, id: string) =>
  ['manage.delete', { businessId: eur, entityType, entityIds: [id], confirm: true }] as const;

interface Exchange {
  readonly what: string;
  stage?(): Promise<Stage>;
  wish(
    stage: Stage,
  ):
    | Promise<readonly [operation: string, input: object]>
    | readonly [operation: string, input: object];
  swap(stage: Stage): Promise<unknown>;
  /** The code of the refusal, and what its words name. */
  readonly refused?: readonly [code: string, words: RegExp];
  /** It is made as approved: what is looked at afterwards. */
  made?(stage: Stage): Promise<void>;
}

const outdated = (words: RegExp) => ['plan_outdated', words] as const;
const rule = (name: string) => ({
  name,
  scope: { level: 'adset', accountIds: [eur] },
  when: { left: { attr: 'dailyBudget' }, is: '>', right: 0 },
  actions: [{ type: 'pause' }],
  schedule: { at: ['08:00'] },
});
const kept = new Map<number, string>();
const idFor = (stage: Stage): string => kept.get(stage.n) ?? '';
/** Makes something that the plan uses, and remembers it. */
async function made(stage: Stage, path: string, body: object): Promise<string> {
  const { id } = await post(path, body);
  kept.set(stage.n, id);
  f.clock.step(1_000);
  return id;
}
const launchOf = ({ n: number, adSet }: Stage, more: object) =>
  ['launch', { ads: [adOf(`L${number}`, adSet, more)] }] as const;

const exchanges: readonly Exchange[] = [
  {
    what: 'an ad that starts: its link',
    wish: ({ ad }) => on('ad', ad),
    swap: ({ ad }) => linkOf(ad),
    refused: outdated(/The link of ad \d+ .*shop\.example\/good.*evil\.example\/phish/),
  },
  {
    what: 'an ad that starts: its texts',
    wish: ({ ad }) => on('ad', ad),
    swap: ({ ad }) => textOf(ad),
    refused: outdated(/The texts of ad \d+ .*Good.*EVIL/),
  },
  {
    what: 'an ad that starts: to whom its ad set shows it',
    wish: ({ ad }) => on('ad', ad),
    swap: ({ adSet }) => placeOf(adSet),
    refused: outdated(/The targeting of ad set \d+ /),
  },
  {
    what: 'an ad set that starts: its targeting',
    wish: ({ adSet }) => on('adset', adSet),
    swap: ({ adSet }) => placeOf(adSet),
    refused: outdated(/The targeting of ad set \d+ /),
  },
  {
    what: 'an ad set that starts: the link of an ad in it',
    wish: ({ adSet }) => on('adset', adSet),
    swap: ({ ad }) => linkOf(ad),
    refused: outdated(/The link of ad \d+ .*evil/),
  },
  {
    what: 'an ad set that starts: another ad in it',
    wish: ({ adSet }) => on('adset', adSet),
    swap: ({ adSet }) => launched(adOf('Smuggled', adSet)),
    refused: outdated(/ad \d+ .*Smuggled.* was added/),
  },
  {
    what: 'an ad set that starts: its budget',
    wish: ({ adSet }) => on('adset', adSet),
    swap: ({ adSet }) => budgetOf(adSet),
    refused: outdated(/The daily budget of ad set \d+ .* was 20 and is now 21/),
  },
  {
    what: 'a campaign that starts: the targeting of its ad set',
    stage: async () => {
      const stage = await staged();
      await post('/v1/manage/update-status', {
        businessId: eur,
        entityType: 'campaign',
        entityIds: [stage.campaign],
        newStatus: 'PAUSED',
      });
      return stage;
    },
    wish: ({ campaign }) => on('campaign', campaign),
    swap: ({ adSet }) => placeOf(adSet),
    refused: outdated(/The targeting of ad set \d+ /),
  },
  {
    what: 'a lifetime budget that starts: its pace, by waiting',
    stage: async () =>
      staged({
        lifetimeBudget: 3_000,
        endTime: new Date(f.clock.now() + 60 * 3_600_000).toISOString(),
      }),
    async wish({ adSet, ad }) {
      await post('/v1/manage/update-status', {
        businessId: eur,
        entityType: 'ad',
        entityIds: [ad],
        newStatus: 'ACTIVE',
      });
      return on('adset', adSet);
    },
    swap: async () => f.clock.step(23 * 3_600_000),
    refused: outdated(/More would be at stake now .*within a day.*instead of .*within a day/),
  },
  {
    what: 'a budget that is raised: the link of an ad in it',
    wish: ({ adSet }) => [
      'manage.updateBudget',
      { businessId: eur, entityType: 'adset', entityId: adSet, dailyBudget: 30 },
    ],
    swap: ({ ad }) => linkOf(ad),
    refused: outdated(/The link of ad \d+ .*evil/),
  },
  {
    what: 'a copy of an ad: link and text of the source',
    wish: ({ ad }) => ['manage.duplicateAd', { accountId: eur, adId: ad }],
    swap: ({ ad }) => linkOf(ad),
    refused: outdated(/The link of ad \d+ .*evil/),
  },
  {
    what: 'a copy of a campaign: the targeting of the ad set inside',
    wish: ({ campaign }) => ['manage.duplicateCampaign', { accountId: eur, campaignId: campaign }],
    swap: ({ adSet }) => placeOf(adSet),
    refused: outdated(/The targeting of ad set \d+ /),
  },
  {
    what: 'a copy of a campaign: the link of the ad inside',
    wish: ({ campaign }) => [
      'manage.duplicateCampaign',
      { accountId: eur, campaignId: campaign, copyCount: 2 },
    ],
    swap: ({ ad }) => linkOf(ad),
    refused: outdated(/The link of ad \d+ .*evil/),
  },
  {
    what: 'a copy of a campaign: a budget inside',
    wish: ({ campaign }) => ['manage.duplicateCampaign', { accountId: eur, campaignId: campaign }],
    swap: ({ adSet }) => budgetOf(adSet),
    refused: outdated(/The daily budget of ad set/),
  },
  {
    what: 'a copy of an ad set: another ad in it',
    wish: ({ adSet }) => ['manage.duplicateAdSet', { accountId: eur, adsetId: adSet }],
    swap: ({ adSet }) => launched(adOf('Smuggled', adSet)),
    refused: outdated(/Smuggled.* was added/),
  },
  {
    what: 'a campaign that is deleted: an ad launched into it',
    wish: ({ campaign }) => gone('campaign', campaign),
    swap: ({ adSet }) => launched(adOf('Wanted', adSet)),
    refused: outdated(/Wanted.* was added/),
  },
  {
    what: 'an ad that is deleted: its name',
    wish: ({ ad }) => gone('ad', ad),
    swap: ({ ad }) => nameOf('ad', ad),
    refused: outdated(/The name of ad \d+ .*KEEP ME/),
  },
  {
    what: 'a batch that is undone with deletion: the name of an ad',
    wish: ({ batch }) => ['batches.undo', { id: batch, mode: 'delete' }],
    swap: ({ ad }) => nameOf('ad', ad),
    refused: outdated(/The name of ad \d+ .*KEEP ME/),
  },
  {
    what: 'another link of an ad: its texts',
    wish: ({ ad }) => [
      'manage.updateAd',
      { accountId: eur, adId: ad, link: 'https://shop.example/new' },
    ],
    swap: ({ ad }) => textOf(ad),
    refused: outdated(/The texts of ad \d+ .*EVIL/),
  },
  {
    what: 'a change that is undone: the field has another value by now',
    async wish({ ad }) {
      const { updateId } = await post('/v1/manage/update-ad', {
        accountId: eur,
        adId: ad,
        link: 'https://shop.example/new',
      });
      return ['manage.undoUpdate', { updateId }];
    },
    swap: ({ ad }) => linkOf(ad),
    refused: ['changed_since', /creative has been changed since/],
  },
  {
    what: 'a launch: its text template',
    async wish(stage) {
      const texts = { titles: ['T'], descriptions: ['Text'], link: 'https://shop.example/good' };
      const adCopyTemplateId = await made(stage, '/v1/ad-copy-templates', {
        name: `T${stage.n}`,
        ...texts,
      });
      return launchOf(stage, { adCopyTemplateId, link: undefined, description: undefined });
    },
    swap: (stage) => patch(`/v1/ad-copy-templates/${idFor(stage)}`, { link: evil }),
    refused: outdated(/launch/),
  },
  {
    what: 'a launch: its preset',
    async wish(stage) {
      const body = {
        name: `P${stage.n}`,
        level: 'ad',
        platform: 'primary',
        settings: { title: 'Shown' },
      };
      return launchOf(stage, { presetId: await made(stage, '/v1/presets', body) });
    },
    swap: (stage) => patch(`/v1/presets/${idFor(stage)}`, { settings: { title: 'EVIL' } }),
    refused: outdated(/launch/),
  },
  {
    what: 'a launch: its UTM template',
    async wish(stage) {
      const body = { name: `U${stage.n}`, parameters: [{ name: 'utm_source', value: 'shown' }] };
      return launchOf(stage, { utmTemplateId: await made(stage, '/v1/utm-templates', body) });
    },
    swap: (stage) =>
      patch(`/v1/utm-templates/${idFor(stage)}`, {
        parameters: [{ name: 'utm_source', value: 'evil' }],
      }),
    refused: outdated(/launch/),
  },
  {
    what: 'a draft: its link',
    async wish(stage) {
      const { draftId } = await post('/v1/drafts', {
        name: `D${stage.n}`,
        ads: [adOf(`D${stage.n}`, stage.adSet)],
      });
      kept.set(stage.n, draftId);
      return ['drafts.launch', { id: draftId }];
    },
    swap: (stage) =>
      patch(`/v1/drafts/${idFor(stage)}`, {
        revision: 1,
        ads: [adOf(`D${stage.n}`, stage.adSet, { link: evil })],
      }),
    refused: outdated(/launch/),
  },
  {
    what: 'a rule that is run: what it says',
    async wish(stage) {
      const id = await made(stage, '/v1/automations', rule(`R${stage.n}`));
      return ['automations.execute', { id, dryRun: true }];
    },
    swap: (stage) => patch(`/v1/automations/${idFor(stage)}`, { revision: 1, name: 'EVIL' }),
    refused: outdated(/automations\.execute/),
  },
  {
    what: 'a rule that is switched on: what it says',
    async wish(stage) {
      return [
        'automations.toggle',
        { id: await made(stage, '/v1/automations', rule(`R${stage.n}`)), enabled: true },
      ];
    },
    swap: (stage) => patch(`/v1/automations/${idFor(stage)}`, { revision: 1, name: 'EVIL' }),
    refused: outdated(/automations\.toggle/),
  },
  {
    what: 'a new campaign: its preset',
    async wish(stage) {
      const settings = { dailyBudget: 10, status: 'PAUSED', objective: 'OUTCOME_TRAFFIC' };
      const presetId = await made(stage, '/v1/presets', {
        name: `P${stage.n}`,
        level: 'campaign',
        platform: 'primary',
        settings,
      });
      return ['manage.createCampaign', { accountId: eur, name: `Made ${stage.n}`, presetId }];
    },
    swap: (stage) =>
      patch(`/v1/presets/${idFor(stage)}`, {
        settings: { dailyBudget: 999, status: 'ACTIVE', objective: 'OUTCOME_SALES' },
      }),
    async made(stage) {
      const [campaign] = (await f.held('campaigns')).filter(
        ({ name }) => name === `Made ${stage.n}`,
      );
      expect(campaign).toMatchObject({
        daily_budget: 1_000,
        status: 'PAUSED',
        objective: 'OUTCOME_TRAFFIC',
      });
    },
  },
  {
    what: 'a new ad set: its preset',
    async wish(stage) {
      const settings = { dailyBudget: 10, status: 'PAUSED' };
      const presetId = await made(stage, '/v1/presets', {
        name: `P${stage.n}`,
        level: 'adSet',
        platform: 'primary',
        settings,
      });
      return [
        'manage.createAdSet',
        { accountId: eur, campaignId: stage.campaign, name: `Made ${stage.n}`, presetId },
      ];
    },
    swap: (stage) =>
      patch(`/v1/presets/${idFor(stage)}`, { settings: { dailyBudget: 999, status: 'ACTIVE' } }),
    async made(stage) {
      const [adSet] = (await f.held('adsets')).filter(({ name }) => name === `Made ${stage.n}`);
      expect(adSet).toMatchObject({ daily_budget: 1_000, status: 'PAUSED' });
    },
  },
];

/** What the platform holds, without what every look changes. */
const world = async (): Promise<string> =>
  JSON.stringify(
    await Promise.all(
      ['campaigns', 'adsets', 'ads', 'adcreatives'].map(async (kind) =>
        (await f.held(kind)).map(({ id, name, status, daily_budget, link_url }) => [
          id,
          name,
          status,
          daily_budget,
          link_url,
        ]),
      ),
    ),
  );

describe.each([0, 1, 2])('through door %i', (at) => {
  test.each(exchanges)(
    '$what',
    async ({ stage: begin = () => staged(), wish, swap, refused, made: look }) => {
      const door = doors[at] as Door;
      const stage = await begin();
      const [operation, input] = await wish(stage);
      const digest = await door.plan(operation, input);
      must(await person('POST', `/v1/approvals/${digest}`, { body: { decision: 'approve' } }));
      await swap(stage);
      const before = await world();
      const { code, words } = await door.apply(digest);
      if (refused === undefined) {
        expect([door.name, code]).toEqual([door.name, 'applied']);
        return look?.(stage);
      }
      expect([door.name, code, words]).toEqual([
        door.name,
        refused[0],
        expect.stringMatching(refused[1]),
      ]);
      expect(await world()).toBe(before);
    },
  );

  test('the policy: another person than planned it', async () => {
    const door = doors[at] as Door;
    const { ad } = await staged();
    const [operation, input] = on('ad', ad);
    const digest = await door.plan(operation, input);
    must(await person('PUT', '/v1/approval-policy', { body: { approver: 'another-key' } }));
    expect((await door.apply(digest)).code).toMatch(/approval_required|needs_person/);
    must(await person('PUT', '/v1/approval-policy', { body: { approver: 'anyone' } }));
  });
});

test('what is not exchanged is carried out, and the receipt names the content', async () => {
  const { ad } = await staged();
  const [operation, input] = on('ad', ad);
  const door = doors[0] as Door;
  const digest = await door.plan(operation, input);
  must(await person('POST', `/v1/approvals/${digest}`, { body: { decision: 'approve' } }));
  expect(await door.apply(digest)).toMatchObject({ code: 'applied' });
  const { entries } = must(await f.call('GET', `/v1/receipts/${digest}`));
  const planned = entries.find(({ what }: { what: string }) => what === 'planned').data;
  expect(planned.seen[0]).toContainEqual(
    expect.objectContaining({
      type: 'ad',
      id: ad,
      facts: expect.objectContaining({ link: 'https://shop.example/good' }),
    }),
  );
  const { objects } = entries.find(({ what }: { what: string }) => what === 'platform').data;
  expect(objects).toMatchObject([
    { id: ad, status: 'ACTIVE', shows: { link: 'https://shop.example/good', texts: ['Good'] } },
  ]);
});

test('an end that is set is told', async () => {
  const endTime = new Date(f.clock.now() + 60 * 3_600_000).toISOString();
  const { adSet, ad } = await staged({ lifetimeBudget: 300, endTime });
  const status = { businessId: eur, newStatus: 'ACTIVE' };
  await post('/v1/manage/update-status', { ...status, entityType: 'ad', entityIds: [ad] });
  const plan = await post('/v1/approvals', {
    operations: [
      {
        operation: 'manage.updateStatus',
        input: { ...status, entityType: 'adset', entityIds: [adSet] },
      },
    ],
  });
  expect(plan.summary[0]).toContain(`until ${endTime.slice(0, 16)}`);
  expect(plan.summary[0]).not.toContain('no end set');
});
