import { describe, expect, test } from 'vitest';
import { definition } from '../../../adapters/platforms/linkedin/definition.ts';
import { littleText, plainText } from '../../../adapters/platforms/linkedin/read/posts.ts';
import { document, image, video } from '../../../adapters/testing/test-media.ts';
import type { LaunchOperation } from '../../../core/ports/platform-launch.ts';
import { refOf, sendOne } from '../launch-steps.ts';
import {
  adOf,
  adOperation,
  boostOf,
  type LinkedinAtSandbox,
  linkedinAtSandbox,
  professionalNetwork,
} from './linkedin-at-sandbox.ts';

const [imagePost = '', videoPost = '', documentPost = '', closedPost = ''] =
  professionalNetwork.posts;

const creative = async (at: LinkedinAtSandbox, id: string) =>
  (await at.objects('linkedin_creatives')).find((each) => each.id === id);
const upload = (at: LinkedinAtSandbox, name: string, sha256?: string) =>
  sendOne(at, {
    kind: 'image',
    id: `image:${name}`,
    batch: 'b1',
    media: { ...image(name), ...(sha256 && { sha256 }) },
  });

describe('texts', () => {
  test.each([
    [
      'Save 20% (today) [now] {x} a_b *c* <d> ~e~ f|g @h \\i',
      'Save 20% \\(today\\) \\[now\\] \\{x\\} a\\_b \\*c\\* \\<d\\> \\~e\\~ f\\|g \\@h \\\\i',
    ],
    ['#release # 1', '#release \\# 1'],
  ])('%s is written as the platform reads it', (text, little) => {
    expect(littleText(text)).toBe(little);
    expect(plainText(little)).toBe(text);
  });

  test('the long forms of mentions and hashtags become their words', () => {
    expect(plainText('Hello @[Acme](urn:li:organization:1) {hashtag|\\#|Tech}')).toBe(
      'Hello @Acme #Tech',
    );
  });

  test('arrive whole, although they hold characters that end a text', async () => {
    const at = await linkedinAtSandbox();
    const ref = refOf(
      await sendOne(at, await adOperation(at, adOf(at, { description: 'Save (today) #now' }))),
    );
    const { companyId, credentials, adAccountId, currency, timezone } = at.access;
    const asker = { companyId, credentials, accounts: [{ id: adAccountId, currency, timezone }] };
    expect(await at.platform.inspect.creatives?.(asker, [ref])).toMatchObject([
      { bodies: ['Save (today) #now'], titles: ['Autumn'] },
    ]);
  });
});

describe('an ad', () => {
  test('that is to wait is a draft; one that is to run waits for its review, then delivers', async () => {
    const at = await linkedinAtSandbox();
    const draft = refOf(await sendOne(at, await adOperation(at, adOf(at))));
    const active = refOf(
      await sendOne(
        at,
        await adOperation(at, adOf(at, { paused: false }), at.campaign(), { name: 'On' }),
      ),
    );
    expect(await creative(at, draft)).toMatchObject({ intendedStatus: 'DRAFT' });
    const states = async () =>
      Object.fromEntries(
        (await at.own.list(at.access, 'ad', at.campaign())).map((row) => [
          row.id,
          [row.effectiveStatus, row.state],
        ]),
      );
    expect(await states()).toMatchObject({
      [draft]: ['DRAFT', 'A draft: it is not reviewed and does not deliver until it is activated.'],
      [active]: ['IN_REVIEW', expect.stringContaining('review')],
    });
    await at.clock.sleep(6_000);
    expect((await states())[active]).toEqual(['SERVING', 'Delivers.']);
  });

  test('that is rejected in review says so', async () => {
    const at = await linkedinAtSandbox();
    await at.fault({ fault: 'ad-disapproved', times: 1 });
    refOf(await sendOne(at, await adOperation(at, adOf(at, { paused: false }))));
    await at.clock.sleep(6_000);
    expect(await at.own.list(at.access, 'ad', at.campaign())).toMatchObject([
      { review: 'REJECTED', effectiveStatus: 'REJECTED' },
    ]);
  });

  test('whose id comes in the body instead of a header is known all the same', async () => {
    const at = await linkedinAtSandbox();
    await at.fault({ fault: 'id-in-body', times: 1 });
    expect(refOf(await sendOne(at, await adOperation(at, adOf(at))))).toMatch(
      /^urn:li:sponsoredCreative:\d+$/,
    );
  });

  test.each([
    ['an image', imagePost],
    ['a video', videoPost],
    ['a document', documentPost],
  ])('sponsors a post that exists, with %s', async (_what, post) => {
    const at = await linkedinAtSandbox();
    const ref = refOf(await sendOne(at, await adOperation(at, boostOf(at, post))));
    expect(await creative(at, ref)).toMatchObject({ content: { reference: post } });
  });

  test('cannot sponsor a post that not everybody sees, nor show another format than its campaign', async () => {
    const at = await linkedinAtSandbox();
    expect(await sendOne(at, await adOperation(at, boostOf(at, closedPost)))).toMatchObject({
      state: 'failed',
    });
    refOf(await sendOne(at, await adOperation(at, boostOf(at, imagePost))));
    const outcome = await sendOne(at, await adOperation(at, boostOf(at, videoPost)));
    expect(outcome).toMatchObject({
      state: 'failed',
      failure: { class: 'invalid', message: expect.stringContaining('STANDARD_UPDATE') },
    });
  });
});

describe('files', () => {
  test('a video travels in pieces of four megabytes, whose marks are handed back in order', async () => {
    const at = await linkedinAtSandbox();
    const ad = adOf(at, { media: [video('9mb')] });
    const operation = await adOperation(at, ad);
    expect(at.sent.filter(({ method }) => method === 'PUT')).toHaveLength(3);
    expect(refOf(await sendOne(at, operation))).not.toBe('');
    expect(await at.objects('linkedin_videos')).toMatchObject([{}, { bytes: 9 * 1024 * 1024 + 7 }]);
  });

  test('a piece whose answer is lost is sent again', async () => {
    const at = await linkedinAtSandbox();
    await at.fault({ fault: 'answer-lost', path: '/upload/video', times: 1 });
    await adOperation(at, adOf(at, { media: [video('9mb')] }));
    expect(at.sent.filter(({ method }) => method === 'PUT')).toHaveLength(4);
  });

  test('a document is uploaded, waited for, and shown under its title or its name', async () => {
    const at = await linkedinAtSandbox();
    const { title: _title, ...untitled } = adOf(at, { media: [document('guide')] });
    const ref = refOf(await sendOne(at, await adOperation(at, untitled)));
    const { companyId, credentials, adAccountId, currency, timezone } = at.access;
    const asker = { companyId, credentials, accounts: [{ id: adAccountId, currency, timezone }] };
    expect(await at.platform.inspect.creatives?.(asker, [ref])).toMatchObject([
      { titles: ['guide.pdf'], images: [{ ref: expect.stringMatching(/^urn:li:document:/) }] },
    ]);
    const campaign = (await at.objects('linkedin_campaigns')).find(
      ({ id }) => id === at.campaign(),
    );
    expect(campaign?.format).toBe('SPONSORED_UPDATE_NATIVE_DOCUMENT');
  });

  test('what leads to a document although it was to be an image fails alone, and the other way round', async () => {
    const at = await linkedinAtSandbox();
    const wrong = {
      kind: 'image',
      id: 'image:0',
      batch: 'b1',
      media: { ...document('a'), type: 'image' },
    } as const;
    expect(await sendOne(at, wrong)).toMatchObject({
      state: 'failed',
      stage: 'download',
      ownCode: 'media_invalid',
    });
    const other = {
      kind: 'image',
      id: 'image:0',
      batch: 'b1',
      media: { ...image('a'), type: 'document' },
    } as const;
    expect(await sendOne(at, other)).toMatchObject({
      state: 'failed',
      stage: 'download',
      ownCode: 'media_invalid',
    });
  });

  test('bytes that did not arrive, and files the platform cannot use, fail with what to do', async () => {
    const at = await linkedinAtSandbox();
    await at.fault({ fault: 'upload-lost', times: 1 });
    expect(await upload(at, 'a')).toMatchObject({
      state: 'failed',
      failure: { class: 'transient', retryable: true },
    });
    await at.fault({ fault: 'image-error', times: 1 });
    expect(await upload(at, 'b')).toMatchObject({
      state: 'failed',
      failure: { class: 'rule', fix: expect.stringContaining('Export') },
    });
    await at.fault({ fault: 'image-slow', times: 1, ms: 2_500 });
    expect(await upload(at, 'c')).toMatchObject({ state: 'done' });
  });

  test('an image whose bytes were answered by nothing is there once', async () => {
    const at = await linkedinAtSandbox();
    const before = (await at.objects('linkedin_images')).length;
    await at.fault({ fault: 'answer-lost', path: '/upload/image', times: 1 });
    expect(await upload(at, 'a')).toMatchObject({ state: 'done' });
    expect(await at.objects('linkedin_images')).toHaveLength(before + 1);
  });

  test('an unanswered video is found in the media library; an app that may not look there sends it again', async () => {
    const at = await linkedinAtSandbox();
    const operation: LaunchOperation = {
      kind: 'video',
      id: 'video:0',
      batch: 'b1',
      media: video('a'),
    };
    await at.fault({
      fault: 'answer-lost',
      method: 'POST',
      path: '/videos/finalizeUpload',
      times: 1,
    });
    expect(await sendOne(at, operation)).toMatchObject({ state: 'unknown' });
    const [found] = await at.launch.reconcile(at.access, [operation], []);
    expect(refOf(found)).toMatch(/^urn:li:video:/);
    await at.fault({ fault: 'library-closed' });
    expect(await at.launch.reconcile(at.access, [operation], [])).toEqual([undefined]);
  });
});

describe('unanswered ads', () => {
  test('of one name in one campaign are told apart by what they show', async () => {
    const at = await linkedinAtSandbox();
    const [first, second] = [
      await adOperation(at, adOf(at, { media: [image('one')] }), at.campaign(), { id: 'ad:0:0' }),
      await adOperation(at, adOf(at, { media: [image('two')] }), at.campaign(), { id: 'ad:1:0' }),
    ];
    const made = refOf(await sendOne(at, second));
    await at.clock.sleep(at.launch.settleMs);
    expect(await at.launch.reconcile(at.access, [first, second], [])).toMatchObject([
      undefined,
      { state: 'done', ref: made },
    ]);
  });

  test('that may be a creative without a name are uncertain, and are not sent again', async () => {
    const at = await linkedinAtSandbox();
    const operation = await adOperation(at, adOf(at, { media: [image('one')] }), at.campaign());
    await at.fault({ fault: 'name-not-kept', times: 1 });
    const made = refOf(await sendOne(at, operation));
    await at.clock.sleep(at.launch.settleMs);
    const other = await adOperation(at, adOf(at, { media: [image('two')] }), at.campaign(), {
      id: 'ad:1:0',
    });
    const [found, apart] = await at.launch.reconcile(at.access, [operation, other], []);
    expect(found).toMatchObject({
      state: 'failed',
      failure: { class: 'rule', message: expect.stringContaining(made) },
    });
    expect(apart).toBeUndefined();
    expect(await at.launch.reconcile(at.access, [operation], [made])).toEqual([undefined]);
  });

  test('are none that were there before they were sent', async () => {
    const at = await linkedinAtSandbox();
    const operation = await adOperation(at, adOf(at));
    refOf(await sendOne(at, operation));
    await at.clock.sleep(60_000);
    const later = {
      ...operation,
      sentAt: at.clock.now(),
      sentAtPlatform: at.launch.platformNow?.() ?? 0,
    };
    expect(await at.launch.reconcile(at.access, [later], [])).toEqual([undefined]);
  });
});

test('50 ads with ten pictures cost the least the protocol allows: a call an ad, three a picture, one for the organization', async () => {
  const at = await linkedinAtSandbox();
  const pictures = Array.from({ length: 10 }, (_, i) => image(`picture-${i}`));
  const uploads: LaunchOperation[] = pictures.map((media, i) => ({
    kind: 'image',
    id: `image:${i}`,
    batch: 'b1',
    media,
  }));
  const { adSet } = await adOperation(at, boostOf(at, imagePost));
  await at.control('POST', 'reset', { counters: true });
  const refs = (await at.launch.send(at.access, uploads)).map(refOf);
  const ads = Array.from({ length: 50 }, (_, i): LaunchOperation => {
    const ad = adOf(at, { media: [pictures[i % 10] ?? image('a')] });
    const assets = [{ type: 'image', ref: refs[i % 10] ?? '' }] as const;
    return {
      kind: 'ad',
      id: `ad:${i}:0`,
      batch: 'b1',
      name: `Ad ${i}`,
      ad,
      adSet,
      assets,
      creativeKey: ad.type,
    };
  });
  for (const outcome of await at.launch.send(at.access, ads)) refOf(outcome);
  expect(await at.counts()).toEqual({ calls: 50 + 10 * 3 + 1, requests: 81 });
  expect(at.launch.cost([...uploads, ...ads])).toEqual({ calls: 81, requests: 81 });
});

describe('checks', () => {
  const at = { access: { adAccountId: '1' } } as Pick<LinkedinAtSandbox, 'access'>;
  const codes = (ad: Parameters<typeof adOf>[1]) =>
    definition.launch?.check(adOf(at, ad)).map(({ path, code }) => [path, code]);

  test.each([
    [{ platformFields: {} }, [['ads[0].organizationId', 'missing_field']]],
    [{ platformFields: { organizationId: 'ACME' } }, [['ads[0].organizationId', 'identity']]],
    [{ cta: 'SHOP_NOW' }, [['ads[0].cta', 'call_to_action']]],
    [{ description: undefined }, [['ads[0].description', 'missing_field']]],
    [{ link: undefined }, [['ads[0].link', 'missing_field']]],
    [{ media: [image('a', { filename: 'a.webp' })] }, [['ads[0].media[0]', 'media_format']]],
    [{ media: [video('a', { filename: 'a.mov' })] }, [['ads[0].media[0]', 'media_format']]],
    [
      { type: 'postBoost', media: [{ type: 'image', filename: '', effectiveStoryId: '123' }] },
      [['ads[0].media[0].effectiveStoryId', 'post_form']],
    ],
    [
      { platformFields: { organizationId: '1', postUrn: imagePost } },
      [['ads[0].postUrn', 'post_not_boosted']],
    ],
  ] as const)('%j', (more, expected) => {
    expect(codes(more as unknown as Parameters<typeof adOf>[1])).toEqual(expected);
  });

  test('an organization may be named by its URN, a post with a page in front', () => {
    expect(codes({ platformFields: { organizationId: 'urn:li:organization:1' } })).toEqual([]);
    const media = [{ type: 'image', filename: '', effectiveStoryId: `1_${imagePost}` }] as const;
    expect(codes({ type: 'postBoost', media })).toEqual([]);
  });
});
