import { describe, expect, test } from 'vitest';
import { image, video } from '../../../adapters/testing/test-media.ts';
import type { AdSetFacts, LaunchOperation, Outcome } from '../../../core/ports/platform-launch.ts';
import { factsOf, refOf, sendOne } from '../launch-steps.ts';
import {
  adOf,
  adOperation,
  identity,
  profile,
  shortVideo,
  type TiktokAtSandbox,
  tiktokAtSandbox,
} from './tiktok-at-sandbox.ts';

const own = { selectedShortVideoUserAccount: profile, shortVideoMusicId: '6900000000000000001' };
const smart = () => tiktokAtSandbox({ account: 'smart' });

async function heldAd(at: TiktokAtSandbox, outcome: Outcome) {
  const held = (await at.held('tiktok_ads')).find(({ id }) => id === refOf(outcome));
  if (held === undefined) throw new Error('the platform holds no such ad');
  return held;
}

const operations = async (at: TiktokAtSandbox, count: number, adGroup = at.smartAdGroup()) =>
  Promise.all(
    Array.from({ length: count }, (_, number) =>
      adOperation(at, adOf(at, { platformFields: own }), adGroup, {
        id: `ad:${number}:0`,
        name: `Ad ${number}`,
      }),
    ),
  );

const madeIn = async (at: TiktokAtSandbox, adGroup = at.smartAdGroup()) =>
  (await at.held('tiktok_ads')).filter((ad) => ad.adgroup_id === adGroup);

const asked = (at: TiktokAtSandbox, path: string) =>
  at.sent.filter(({ url }) => new URL(url).pathname.endsWith(path)).length;

describe('an ad for an Upgraded Smart+ ad group', () => {
  test('with a video is made with its cover, one text, one address and the button as a portfolio, switched off', async () => {
    const at = await smart();
    const ad = adOf(at, {
      media: [video('film')],
      platformFields: own,
      utmTags: 'utm_campaign={{campaign.name}}',
    });
    const operation = await adOperation(at, ad, at.smartAdGroup());
    const [asset] = operation.assets;
    const held = await heldAd(at, await sendOne(at, operation));
    const { type: identity_type, id: identity_id } = shortVideo.identities.profile;
    expect(held).toMatchObject({
      ad_name: 'Autumn in Berlin',
      adgroup_id: at.smartAdGroup(),
      operation_status: 'DISABLE',
      creative_list: [
        {
          creative_info: {
            ad_format: 'SINGLE_VIDEO',
            video_info: { video_id: asset?.ref },
            image_info: [{ web_uri: asset?.type === 'video' ? asset.cover : '' }],
            identity_type,
            identity_id,
          },
        },
      ],
      ad_text_list: [{ ad_text: 'What the ad says' }],
      landing_page_url_list: [
        { landing_page_url: 'https://shop.example/autumn?utm_campaign=__CAMPAIGN_NAME__' },
      ],
      ad_configuration: {
        call_to_action_id: expect.stringMatching(/^\d+$/),
        dark_post_status: 'ON',
        creative_auto_add_toggle: false,
        creative_auto_enhancement_strategy_list: [],
      },
    });
  });

  test('with an image becomes a carousel of one, with the music that it must name', async () => {
    const at = await smart();
    const ad = adOf(at, { platformFields: own });
    const operation = await adOperation(at, ad, at.smartAdGroup());
    const held = await heldAd(at, await sendOne(at, operation));
    expect(held.creative_list).toMatchObject([
      {
        creative_info: {
          ad_format: 'CAROUSEL_ADS',
          image_info: [{ web_uri: operation.assets[0]?.ref }],
          music_info: { music_id: own.shortVideoMusicId },
        },
      },
    ]);
    const silent = adOf(at, { platformFields: { selectedShortVideoUserAccount: profile } });
    expect(at.platform.definition.launch?.check(silent, [operation.adSet])).toMatchObject([
      { path: 'ads[0].shortVideoMusicId', code: 'missing_field' },
    ]);
  });

  test('that boosts a post has the text of the post', async () => {
    const at = await smart();
    const [post = ''] = shortVideo.posts(at.access.adAccountId);
    const media = [{ type: 'video' as const, filename: '', effectiveStoryId: post }];
    const ad = adOf(at, { type: 'postBoost', media, platformFields: own });
    const held = await heldAd(at, await sendOne(at, await adOperation(at, ad, at.smartAdGroup())));
    expect(held.creative_list).toMatchObject([
      { creative_info: { ad_format: 'SINGLE_VIDEO', tiktok_item_id: post } },
    ]);
    expect(held.ad_text_list ?? []).toEqual([]);
  });

  test('that promotes an app or opens a form has no address, and the button of its objective', async () => {
    const at = await smart();
    const [form] = await at.platform.leads.forms(at.access);
    const { link: _link, cta: _cta, ...ad } = adOf(at, { platformFields: own });
    const [app = ''] = shortVideo.smart.empty(at.access.adAccountId, 'app');
    const [leads = ''] = shortVideo.smart.empty(at.access.adAccountId, 'leads');
    const promoted = await heldAd(at, await sendOne(at, await adOperation(at, ad, app)));
    expect(promoted).toMatchObject({ ad_configuration: { call_to_action_id: expect.any(String) } });
    expect(promoted.landing_page_url_list ?? []).toEqual([]);
    const leading = await heldAd(
      at,
      await sendOne(at, await adOperation(at, { ...ad, leadFormId: form?.id ?? '' }, leads)),
    );
    expect(leading).toMatchObject({ page_list: [{ page_id: form?.id }] });
  });

  test('whose button TikTok does not recommend names it in words', async () => {
    const at = await smart();
    await at.fault({ fault: 'button-list-taken' });
    const ad = adOf(at, { cta: 'VISIT_STORE', platformFields: own });
    const held = await heldAd(at, await sendOne(at, await adOperation(at, ad, at.smartAdGroup())));
    expect(held.call_to_action_list).toEqual([{ call_to_action: 'VISIT_STORE' }]);
  });

  test('with an identity that is no TikTok account is refused when it is planned, and where only its id was given, before it is sent', async () => {
    const at = await smart();
    const adSet = await factsOf(at, at.smartAdGroup());
    const custom = adOf(at, {
      platformFields: { ...own, selectedShortVideoUserAccount: identity },
    });
    expect(at.platform.definition.launch?.check(custom, [adSet])).toMatchObject([
      {
        path: 'ads[0].selectedShortVideoUserAccount',
        code: 'identity',
        message: expect.stringContaining('CUSTOMIZED_USER'),
      },
    ]);
    const bare = adOf(at, {
      platformFields: { ...own, selectedShortVideoUserAccount: shortVideo.identities.custom.id },
    });
    expect(await sendOne(at, await adOperation(at, bare, at.smartAdGroup()))).toMatchObject({
      state: 'failed',
      failure: { class: 'rule', message: expect.stringContaining('CUSTOMIZED_USER') },
    });
    expect(await madeIn(at)).toEqual([]);
  });
});

test('the plan says the family of the ad, why, and what it has otherwise; a manual ad group says nothing', async () => {
  const at = await smart();
  const adSet = await factsOf(at, at.smartAdGroup());
  const warnings = (ad = adOf(at), facts: AdSetFacts = adSet) =>
    at.platform.definition.launch?.warnings?.(ad, [facts]);
  expect(adSet).toMatchObject({
    traits: ['upgraded-smart-plus', 'on-tiktok'],
    capacity: 30,
    objective: 'WEB_CONVERSIONS',
  });
  expect(warnings(adOf(at, { utmTags: 'a={{ad.id}}' }))).toMatchObject([
    {
      path: 'ads[0].adSets',
      code: 'smart_plus',
      message: expect.stringMatching(
        /Upgraded Smart\+ campaign.*carousel of one image.*\{\{ad\.id\}\}/,
      ),
    },
  ]);
  const manual = await tiktokAtSandbox();
  expect(warnings(adOf(manual), await factsOf(manual, manual.adGroup()))).toEqual([]);
});

describe('calls', () => {
  test('fifty ads take fifty creations, and two calls for their button', async () => {
    const at = await smart();
    const groups = [at.smartAdGroup(0), at.smartAdGroup(1)];
    const facts = await Promise.all(groups.map((group) => factsOf(at, group)));
    const image = await operations(at, 1);
    const ads = Array.from({ length: 50 }, (_, number): LaunchOperation => {
      const [first] = image;
      if (first === undefined) throw new Error('there is one');
      return {
        ...first,
        id: `ad:${number}:0`,
        name: `Ad ${number}`,
        adSet: facts[number % 2] ?? first.adSet,
      };
    });
    const before = (await at.counts()).calls;
    const outcomes = await at.launch.send(at.access, ads);
    expect(outcomes.filter(({ state }) => state === 'done')).toHaveLength(50);
    expect((await at.counts()).calls - before).toBe(52);
    expect(at.launch.cost(ads)).toEqual({ calls: 52, requests: 52 });
  });
});

describe('an ad group that turns out to be of the other family', () => {
  const moved = (operation: LaunchOperation & { kind: 'ad' }, traits: readonly string[]) => ({
    ...operation,
    adSet: { ...operation.adSet, traits },
  });

  test('is read again, and the ad is sent once where it belongs', async () => {
    const at = await smart();
    const [operation] = await operations(at, 1);
    if (operation === undefined) throw new Error('there is one');
    const outcome = await sendOne(at, moved(operation, []));
    expect(outcome.state).toBe('done');
    expect([asked(at, '/v1.3/ad/create/'), asked(at, 'smart_plus/ad/create/')]).toEqual([1, 1]);
    expect(await madeIn(at)).toHaveLength(1);
  });

  test('the other way round too', async () => {
    const at = await tiktokAtSandbox();
    const operation = await adOperation(at, adOf(at, { platformFields: own }), at.adGroup());
    const outcome = await sendOne(at, moved(operation, ['upgraded-smart-plus']));
    expect(outcome.state).toBe('done');
    expect(asked(at, 'smart_plus/ad/create/')).toBe(1);
  });

  test('that is of the family that was tried is not tried elsewhere', async () => {
    const at = await smart();
    const [operation] = await operations(at, 1);
    if (operation === undefined) throw new Error('there is one');
    const message = 'This API does not support Upgraded Smart Plus ads.';
    await at.fault({ fault: 'error', path: '/smart_plus/ad/create', code: 40002, message });
    expect(await sendOne(at, operation)).toMatchObject({
      state: 'failed',
      failure: { code: '40002' },
    });
    expect(asked(at, '/v1.3/ad/create/')).toBe(0);
  });
});

describe('answers that do not come', () => {
  const sentAt = (at: TiktokAtSandbox, operation: LaunchOperation & { kind: 'ad' }) => ({
    ...operation,
    sentAt: at.clock.now(),
    sentAtPlatform: at.clock.now(),
  });

  test('an ad that was made is found by its ad group, name, content and time, and no other', async () => {
    const at = await smart();
    const before = await operations(at, 1);
    await at.launch.send(at.access, before);
    await at.clock.sleep(120_000);
    const [operation] = (await operations(at, 1)).map((each) => sentAt(at, each));
    if (operation === undefined) throw new Error('there is one');
    await at.fault({ fault: 'answer-lost', path: '/smart_plus/ad/create', times: 1 });
    expect((await sendOne(at, operation)).state).toBe('unknown');
    const [found] = await at.launch.reconcile(at.access, [operation], []);
    const made = (await madeIn(at)).map(({ id }) => id);
    expect(made).toHaveLength(2);
    expect(refOf(found as Outcome)).toBe(made.at(-1));
  });

  test('the rest of its ad group waits until it is found, and other ad groups do not', async () => {
    const at = await smart();
    const [lost, next] = (await operations(at, 2)).map((each) => sentAt(at, each));
    const [other] = (await operations(at, 1, at.smartAdGroup(1))).map((each) => ({
      ...each,
      id: 'ad:9:0',
    }));
    if (lost === undefined || next === undefined || other === undefined)
      throw new Error('there are three');
    await at.fault({ fault: 'answer-lost', path: '/smart_plus/ad/create', times: 1 });
    const [first, second] = await at.launch.send(at.access, [lost, next]);
    expect(first?.state).toBe('unknown');
    expect(second).toMatchObject({
      state: 'failed',
      failure: { class: 'throttled', retryAfterMs: expect.any(Number) },
    });
    expect((await sendOne(at, other)).state).toBe('done');
    expect(await madeIn(at)).toHaveLength(1);
    await at.launch.reconcile(at.access, [lost], []);
    expect((await sendOne(at, next)).state).toBe('done');
    expect(await madeIn(at)).toHaveLength(2);
  });

  test('a refusal for another creation at the same moment is waited out, whoever the other is', async () => {
    const at = await smart();
    await at.fault({ fault: 'writes-too-close' });
    const outcomes = await at.launch.send(at.access, await operations(at, 8));
    expect(outcomes.map(({ state }) => state)).toEqual(Array.from({ length: 8 }, () => 'done'));
    expect(await madeIn(at)).toHaveLength(8);
    await at.clearFaults();
    await at.fault({ fault: 'concurrent-create', path: '/smart_plus/ad/create' });
    const [operation] = await operations(at, 1, at.smartAdGroup(1));
    if (operation === undefined) throw new Error('there is one');
    expect(await sendOne(at, operation)).toMatchObject({
      state: 'failed',
      failure: { class: 'flaky', retryAfterMs: 5_000 },
    });
    expect(await madeIn(at, at.smartAdGroup(1))).toEqual([]);
  });

  test('creations of several launches in one account follow each other', async () => {
    const at = await smart();
    const groups = [at.smartAdGroup(0), at.smartAdGroup(1)];
    const waves = await Promise.all(groups.map((group) => operations(at, 5, group)));
    const outcomes = (
      await Promise.all(waves.map((wave) => at.launch.send(at.access, wave)))
    ).flat();
    expect(outcomes.map(({ state }) => state)).toEqual(Array.from({ length: 10 }, () => 'done'));
  });
});

test('an account that TikTok has not let in shows its words and whom to ask, and that is remembered until it is', async () => {
  const notes: unknown[] = [];
  const accountNotes = { note: (...note: readonly unknown[]) => void notes.push(note) };
  const at = await tiktokAtSandbox({ account: 'smart', accountNotes });
  const [first, second] = await operations(at, 2);
  if (first === undefined || second === undefined) throw new Error('there are two');
  await at.fault({ fault: 'smart-plus-forbidden', times: 1 });
  expect(await sendOne(at, first)).toMatchObject({
    state: 'failed',
    failure: {
      message: expect.stringContaining('Enter a valid Campaign Type'),
      fix: expect.stringContaining('representative'),
    },
  });
  await sendOne(at, second);
  const about = [
    { companyId: 'c1', platform: 'short-video', adAccountId: at.access.adAccountId },
    'upgraded-smart-plus',
  ];
  expect(notes).toEqual([
    [...about, { isAllowed: false, says: expect.stringContaining('Campaign Type') }],
    [...about, { isAllowed: true }],
  ]);
});

test('a refusal that blames a field says nothing about the account', async () => {
  const notes: unknown[] = [];
  const at = await tiktokAtSandbox({
    account: 'smart',
    accountNotes: { note: (...note) => void notes.push(note) },
  });
  const operation = await adOperation(
    at,
    adOf(at, { platformFields: own, media: [image('x')] }),
    at.smartAdGroup(),
  );
  await at.fault({
    fault: 'error',
    path: '/smart_plus/ad/create',
    code: 40002,
    message: 'landing_page_url_list: wrong',
  });
  expect((await sendOne(at, operation)).state).toBe('failed');
  expect(notes).toEqual([]);
});
