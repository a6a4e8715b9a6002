import { describe, expect, test } from 'vitest';
import { image, video } from '../../../adapters/testing/test-media.ts';
import type { LaunchOperation } from '../../../core/ports/platform-launch.ts';
import { factsOf, refOf, sendOne } from '../launch-steps.ts';
import {
  adOf,
  adOperation,
  profile,
  shortVideo,
  type TiktokAtSandbox,
  tiktokAtSandbox,
} from './tiktok-at-sandbox.ts';

async function launched(at: TiktokAtSandbox, operation: LaunchOperation) {
  const ref = refOf(await sendOne(at, operation));
  const held = (await at.held('tiktok_ads')).find(({ id }) => id === ref);
  if (held === undefined) throw new Error(`the platform holds no ad ${ref}`);
  return held;
}

const upload = (at: TiktokAtSandbox, media: ReturnType<typeof image>, id = `${media.type}:0`) =>
  sendOne(at, { kind: media.type === 'video' ? 'video' : 'image', id, batch: 'b1', media });

describe('an ad', () => {
  test('with an image arrives as it was wanted, switched off', async () => {
    const at = await tiktokAtSandbox();
    const held = await launched(
      at,
      await adOperation(at, adOf(at, { utmTags: 'utm_campaign={{campaign.name}}' }), at.adGroup(0)),
    );
    expect(held).toMatchObject({
      ad_name: 'Autumn in Berlin',
      adgroup_id: at.adGroup(0),
      ad_format: 'SINGLE_IMAGE',
      image_ids: [expect.stringContaining('/')],
      ad_text: 'What the ad says',
      call_to_action: 'SHOP_NOW',
      landing_page_url: 'https://shop.example/autumn?utm_campaign=__CAMPAIGN_NAME__',
      identity_type: shortVideo.identities.custom.type,
      identity_id: shortVideo.identities.custom.id,
      operation_status: 'DISABLE',
    });
  });

  test('with a form opens it instead of an address; one that is not published, and terms that are open, are found before', async () => {
    const at = await tiktokAtSandbox();
    const { adAccountId } = at.access;
    const [form, draft] = await at.platform.leads.forms(at.access);
    expect([form?.state, draft?.state]).toEqual(['active', 'draft']);
    const adGroup = shortVideo.leadAdGroup(adAccountId);
    const ad = adOf(at, { leadFormId: form?.id ?? '' });
    const held = await launched(at, await adOperation(at, ad, adGroup));
    expect([held.page_id, held.landing_page_url]).toEqual([form?.id, undefined]);
    const check = (leadFormId: string) =>
      at.platform.leads.check(at.access, [{ ...ad, leadFormId }]);
    expect(await check(draft?.id ?? '')).toMatchObject([{ code: 'lead_form_inactive' }]);
    await at.fault({ fault: 'lead-terms-open' });
    expect(await check(form?.id ?? '')).toMatchObject([{ code: 'lead_terms' }]);
  });

  test('with a video carries its cover, which is taken into the library once', async () => {
    const at = await tiktokAtSandbox();
    const ad = adOf(at, { media: [video('film')] });
    const first = await adOperation(at, ad, at.adGroup(0));
    const [asset] = first.assets;
    const held = await launched(at, first);
    expect(held).toMatchObject({ ad_format: 'SINGLE_VIDEO', video_id: asset?.ref });
    expect(held.image_ids).toEqual([asset?.type === 'video' ? asset.cover : '']);
    const covers = async () =>
      (await at.held('tiktok_images')).filter(({ file_name }) =>
        String(file_name).startsWith('cover'),
      );
    expect(await covers()).toHaveLength(1);
    await sendOne(at, { kind: 'ready', id: 'ready:9', batch: 'b2', videoId: asset?.ref ?? '' });
    expect(await covers()).toHaveLength(1);
  });

  test('shows the thumbnail the user gave instead, one upload for all that share it', async () => {
    const at = await tiktokAtSandbox();
    const ad = adOf(at, { media: [video('film', { thumbnail: 'https://media.test/own.jpg' })] });
    const operation = await adOperation(at, ad, at.adGroup(0));
    const [asset] = operation.assets;
    const wanted = [
      operation,
      { ...operation, id: 'ad:1', adSet: await factsOf(at, at.adGroup(1)) },
    ];
    await at.control('POST', 'reset', { counters: true });
    const outcomes = await at.launch.send(at.access, wanted);
    expect(await at.counts()).toEqual(at.launch.cost(wanted));
    const [own] = (await at.held('tiktok_images')).slice(-1);
    for (const outcome of outcomes) {
      const held = (await at.held('tiktok_ads')).find(({ id }) => id === refOf(outcome));
      expect(held?.image_ids).toEqual([own?.id]);
      expect(held?.image_ids).not.toEqual([asset?.type === 'video' ? asset.cover : '']);
    }
  });

  test('gets a cover even where its video came into the library without us', async () => {
    const at = await tiktokAtSandbox();
    const operation = await adOperation(at, adOf(at, { media: [video('film')] }), at.adGroup(0));
    const assets = operation.assets.map(({ type, ref }) => ({ type, ref }));
    expect((await launched(at, { ...operation, assets })).image_ids).toEqual([
      expect.stringContaining('/'),
    ]);
  });

  test('from a post of a profile is a spark ad without media of its own', async () => {
    const at = await tiktokAtSandbox();
    const [post = ''] = shortVideo.posts(at.access.adAccountId);
    const spark = (effectiveStoryId: string) =>
      adOf(at, {
        type: 'postBoost',
        media: [{ type: 'video', filename: '', effectiveStoryId }],
        platformFields: { selectedShortVideoUserAccount: profile },
      });
    const held = await launched(at, await adOperation(at, spark(post), at.adGroup(0)));
    expect(held).toMatchObject({
      tiktok_item_id: post,
      identity_type: 'TT_USER',
      ad_format: 'SINGLE_VIDEO',
    });
    expect(held).not.toHaveProperty('video_id');
    // Some callers put a page in front, as the first platform wants it.
    const prefixed = await launched(at, await adOperation(at, spark(`55_${post}`), at.adGroup(1)));
    expect(prefixed.tiktok_item_id).toBe(post);
  });

  test('speaks for a bare id too, whose type is looked up once', async () => {
    const at = await tiktokAtSandbox();
    const { centre } = shortVideo.identities;
    const ad = adOf(at, { platformFields: { selectedShortVideoUserAccount: centre.id } });
    const held = await launched(at, await adOperation(at, ad, at.adGroup(0)));
    expect(held).toMatchObject({
      identity_type: 'BC_AUTH_TT',
      identity_id: centre.id,
      identity_authorized_bc_id: centre.centre,
    });
    await launched(at, await adOperation(at, ad, at.adGroup(1)));
    expect(at.sent.filter(({ url }) => url.includes('identity/get'))).toHaveLength(1);
  });

  test('for an identity the account does not have fails alone and says where to look', async () => {
    const at = await tiktokAtSandbox();
    const good = await adOperation(at, adOf(at), at.adGroup(0));
    const bad = {
      ...good,
      id: 'ad:1',
      ad: adOf(at, { platformFields: { selectedShortVideoUserAccount: '4711' } }),
    };
    const [first, second] = await at.launch.send(at.access, [bad, good]);
    expect(first).toMatchObject({
      state: 'failed',
      failure: { class: 'missing', fix: expect.stringContaining('identities') },
    });
    expect(second?.state).toBe('done');
  });
});

describe('several ads of one ad group', () => {
  const many = async (at: TiktokAtSandbox, count: number) => {
    const operation = await adOperation(at, adOf(at), at.adGroup(0));
    return Array.from({ length: count }, (_, n) => ({
      ...operation,
      id: `ad:${n}`,
      name: `Ad ${n}`,
    }));
  };

  test('travel in one request', async () => {
    const at = await tiktokAtSandbox();
    const wanted = await many(at, 20);
    await at.control('POST', 'reset', { counters: true });
    for (const outcome of await at.launch.send(at.access, wanted)) refOf(outcome);
    expect(await at.counts()).toEqual({ calls: 1, requests: 1 });
  });

  test('one that breaks a rule does not take the others down', async () => {
    const at = await tiktokAtSandbox();
    const wanted = await many(at, 4);
    const bad = { ...wanted[2], ad: adOf(at, { link: 'https://' }) } as (typeof wanted)[number];
    const outcomes = await at.launch.send(at.access, [
      ...wanted.slice(0, 2),
      bad,
      ...wanted.slice(3),
    ]);
    expect(outcomes.map(({ state }) => state)).toEqual(['done', 'done', 'failed', 'done']);
    expect(outcomes[2]).toMatchObject({
      failure: { class: 'invalid', message: expect.stringContaining('landing_page_url') },
    });
  });

  test('more than it holds: those that fit are made, the others say that it is full', async () => {
    const at = await tiktokAtSandbox();
    const wanted = await many(at, 23);
    await at.control('POST', 'reset', { counters: true });
    const outcomes = await at.launch.send(at.access, wanted);
    // Twenty in one call; three more in another that is refused, and each of them alone.
    expect((await at.counts()).calls).toBe(5);
    const full = outcomes.filter(({ state }) => state === 'failed');
    expect(full).toHaveLength(3);
    for (const outcome of full)
      expect(outcome).toMatchObject({
        failure: { class: 'rule', code: '40502', fix: expect.stringContaining('ad group') },
      });
  });

  test('partly made: those that are there are known, the others are asked about and not found', async () => {
    const at = await tiktokAtSandbox();
    await at.fault({ fault: 'partial', times: 1 });
    const wanted = await many(at, 4);
    const outcomes = await at.launch.send(at.access, wanted);
    expect(outcomes.map(({ state }) => state)).toEqual(['done', 'unknown', 'done', 'unknown']);
    const taken = outcomes.flatMap((outcome) => (outcome.state === 'done' ? [outcome.ref] : []));
    const open = wanted.filter((_, position) => outcomes[position]?.state === 'unknown');
    expect(await at.launch.reconcile(at.access, open, taken)).toEqual([undefined, undefined]);
    const names = (await at.held('tiktok_ads'))
      .filter(({ id }) => taken.includes(id))
      .map(({ ad_name }) => ad_name);
    expect(names).toEqual(['Ad 0', 'Ad 2']);
  });
});

describe('finding an ad again', () => {
  test('what was there before it was sent is not it, whatever its name', async () => {
    const at = await tiktokAtSandbox();
    const operation = await adOperation(at, adOf(at), at.adGroup(0));
    const old = refOf(await sendOne(at, operation));
    await at.clock.sleep(600_000);
    // Our own clock is set, either way: the platform's decides.
    const sentAtPlatform = at.launch.platformNow?.() ?? Number.NaN;
    at.clock.step(-7_200_000);
    const sentAt = at.clock.now();
    await at.fault({ fault: 'connection-cut', path: '/ad/create', times: 1 });
    expect((await sendOne(at, operation)).state).toBe('unknown');
    const reconciled = (times: object) =>
      at.launch.reconcile(at.access, [{ ...operation, ...times }], []);
    expect(await reconciled({ sentAt, sentAtPlatform })).toEqual([undefined]);
    // Of one that was sent before, the same ad may be the trace; so it may where nobody knows the
    // platform's time.
    const [found] = await reconciled({ sentAt, sentAtPlatform: sentAtPlatform - 700_000 });
    expect(found).toEqual({ state: 'done', ref: old });
    expect(await reconciled({ sentAt })).toEqual([found]);
  });

  test('one of the same name that shows another video is not it', async () => {
    const at = await tiktokAtSandbox();
    const film = await adOperation(at, adOf(at, { media: [video('one')] }), at.adGroup(0));
    refOf(await sendOne(at, film));
    const other = { ...film, assets: film.assets.map((asset) => ({ ...asset, ref: 'v-other' })) };
    expect(await at.launch.reconcile(at.access, [other], [])).toEqual([undefined]);
  });

  test('one that somebody has deleted since was made all the same', async () => {
    const at = await tiktokAtSandbox();
    const operation = await adOperation(at, adOf(at), at.adGroup(0));
    const ref = refOf(await sendOne(at, operation));
    await at.platform.edit?.remove(at.access, [{ type: 'ad', id: ref }]);
    expect(await at.launch.reconcile(at.access, [operation], [])).toEqual([{ state: 'done', ref }]);
  });
});

describe('media', () => {
  test('an image far back in the library, whose name is taken, is taken under another name', async () => {
    const at = await tiktokAtSandbox();
    await at.fault({ fault: 'name-taken', path: '/file/image/ad/upload', times: 1 });
    refOf(await upload(at, image('b')));
  });

  test('a video sent twice is the same video', async () => {
    const at = await tiktokAtSandbox();
    const first = refOf(await upload(at, video('film')));
    expect(refOf(await upload(at, video('film')))).toBe(first);
    expect(refOf(await upload(at, video('film'), 'video:1'))).not.toBe(first);
  });

  test('a video of our own store travels as bytes with its checksum, any other by its address', async () => {
    const at = await tiktokAtSandbox();
    const own = { ...video('film'), url: 'https://own.test/film.mp4' };
    expect(await upload(at, own)).toMatchObject({
      state: 'done',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(await upload(at, video('film'), 'video:1')).not.toHaveProperty('sha256');
    const [bytes, address] = (await at.held('tiktok_videos')).slice(-2);
    expect(bytes?.size).not.toBe(address?.size);
  });

  test('a wrong checksum is told and not tried again by itself', async () => {
    const at = await tiktokAtSandbox({ md5: () => 'd41d8cd98f00b204e9800998ecf8427e' });
    expect(await upload(at, image('a'))).toMatchObject({
      state: 'failed',
      failure: {
        class: 'invalid',
        code: '40900',
        retryable: false,
        fix: expect.stringContaining('Send the file again'),
      },
    });
  });

  test('a video the platform cannot use says what to do', async () => {
    const at = await tiktokAtSandbox();
    await at.fault({ fault: 'video-error' });
    const ref = refOf(await upload(at, video('film')));
    await at.clock.sleep(at.launch.firstLookMs);
    const outcome = await sendOne(at, { kind: 'ready', id: 'ready:0', batch: 'b1', videoId: ref });
    expect(outcome).toMatchObject({
      state: 'failed',
      failure: { class: 'rule', fix: expect.stringContaining('MP4') },
    });
  });

  test('names stay within a hundred characters and keep their mark', async () => {
    const at = await tiktokAtSandbox();
    const long = video('film', { filename: `${'very '.repeat(40)}long.mp4` });
    refOf(await upload(at, long));
    const name = String((await at.held('tiktok_videos')).at(-1)?.file_name);
    expect(name.length).toBeLessThanOrEqual(100);
    expect(name).toMatch(/\[b1 video:0\]$/);
  });

  test('many videos are looked at in one question', async () => {
    const at = await tiktokAtSandbox();
    const refs = await Promise.all(
      [0, 1, 2].map(async (n) => refOf(await upload(at, video(`film${n}`), `video:${n}`))),
    );
    const looks = refs.map(
      (videoId, n): LaunchOperation => ({ kind: 'ready', id: `ready:${n}`, batch: 'b1', videoId }),
    );
    await at.clock.sleep(at.launch.firstLookMs);
    await at.control('POST', 'reset', { counters: true });
    for (const outcome of await at.launch.send(at.access, looks)) refOf(outcome);
    expect(await at.counts()).toEqual(at.launch.cost(looks));
  });
});
