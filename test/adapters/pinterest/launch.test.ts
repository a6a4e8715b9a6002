import { describe, expect, test } from 'vitest';
import { image, video } from '../../../adapters/testing/test-media.ts';
import type { LaunchOperation } from '../../../core/ports/platform-launch.ts';
import { refOf, sendOne } from '../launch-steps.ts';
import {
  adOf,
  adOperation,
  type PinterestAtSandbox,
  pin,
  pinOperation,
  pinterestAtSandbox,
} from './pinterest-at-sandbox.ts';

async function launched(at: PinterestAtSandbox, operation: LaunchOperation & { kind: 'ad' }) {
  const ref = refOf(await sendOne(at, operation));
  const ad = (await at.held('pinterest_ads')).find(({ id }) => id === ref);
  const shown = (await at.held('pinterest_pins')).find(({ id }) => id === operation.creativeId);
  return { ad, shown };
}

const bodyOf = (at: PinterestAtSandbox, end: string) =>
  JSON.parse(at.sentTo('POST', end).at(-1)?.body ?? 'null');
const boost = (effectiveStoryId: string) =>
  ({ type: 'postBoost', media: [{ type: 'image', filename: '', effectiveStoryId }] }) as const;

describe('an ad', () => {
  test('with an image is a pin on the board, fetched from its address, and an ad that is switched off', async () => {
    const at = await pinterestAtSandbox();
    const ad = adOf(at, {
      utmTags: 'utm_source=pin',
      platformFields: { pinBoardId: pin.boards.ads, pinCta: 'watch_more' },
    });
    const made = await launched(at, await adOperation(at, ad));
    expect(made.ad).toMatchObject({
      name: 'Autumn in Berlin',
      ad_group_id: at.adGroup(),
      creative_type: 'REGULAR',
      status: 'PAUSED',
      destination_url: 'https://shop.example/autumn?utm_source=pin',
      customizable_cta_type: 'WATCH_NOW',
    });
    expect(made.shown).toMatchObject({
      board_id: pin.boards.ads,
      title: 'Autumn',
      description: 'What the pin says',
      link: expect.stringMatching(/^https:\/\/shop\.example\/autumn\?slipway=[0-9a-f]{24}$/),
    });
    expect(bodyOf(at, '/pins').media_source).toEqual({
      source_type: 'image_url',
      url: 'https://media.test/a.png',
    });
  });

  test('with a form names it', async () => {
    const at = await pinterestAtSandbox();
    const [form] = await at.platform.leads.forms(at.access);
    const made = await launched(
      at,
      await adOperation(at, adOf(at, { leadFormId: form?.id ?? '' })),
    );
    expect(made.ad).toMatchObject({ lead_form_id: form?.id });
  });

  test('with an image of our own store carries it inside the request', async () => {
    const at = await pinterestAtSandbox();
    await launched(
      at,
      await adOperation(at, adOf(at, { media: [image('a', { url: 'https://own.test/a.png' })] })),
    );
    expect(bodyOf(at, '/pins').media_source).toMatchObject({
      source_type: 'image_base64',
      content_type: 'image/png',
      data: expect.stringMatching(/^iVBOR/),
    });
  });

  test('with a video is registered, sent to the storage without a token, waited for and covered by its first frame', async () => {
    const at = await pinterestAtSandbox();
    const made = await launched(at, await adOperation(at, adOf(at, { media: [video('film')] })));
    expect(made.ad).toMatchObject({ creative_type: 'VIDEO' });
    expect(bodyOf(at, '/pins').media_source).toMatchObject({
      source_type: 'video_id',
      cover_image_key_frame_time: 0,
    });
    const [stored] = at.sentTo('POST', '/storage/');
    expect(stored?.headers.get('authorization')).toBeNull();
  });

  test('with a video shows the thumbnail that was given', async () => {
    const at = await pinterestAtSandbox();
    const media = [video('film', { thumbnail: 'https://media.test/own.jpg' })];
    await launched(at, await adOperation(at, adOf(at, { media })));
    expect(bodyOf(at, '/pins').media_source).toMatchObject({
      cover_image_url: 'https://media.test/own.jpg',
    });
  });

  test('of several cards leads where each card says', async () => {
    const at = await pinterestAtSandbox();
    const media = [
      image('a', { carouselTitle: 'One', carouselLink: 'https://shop.example/one' }),
      image('b', { carouselTitle: 'Two', carouselDescription: 'The second' }),
    ];
    const made = await launched(
      at,
      await adOperation(at, adOf(at, { type: 'carousel', media, utmTags: 'x=1' })),
    );
    const { media_source } = bodyOf(at, '/pins');
    expect(media_source).toEqual({
      source_type: 'multiple_image_urls',
      items: [
        { title: 'One', link: 'https://shop.example/one', url: 'https://media.test/a.png' },
        {
          title: 'Two',
          description: 'The second',
          link: 'https://shop.example/autumn',
          url: 'https://media.test/b.png',
        },
      ],
    });
    expect(made.ad).toMatchObject({
      creative_type: 'CAROUSEL',
      carousel_destination_urls: [
        'https://shop.example/one?x=1',
        'https://shop.example/autumn?x=1',
      ],
    });
  });

  test.each([
    ['an image', 0, 'REGULAR'],
    ['a video', 1, 'VIDEO'],
    ['a carousel', 2, 'CAROUSEL'],
  ] as const)(
    'that boosts %s makes no pin, and calls it what it is',
    async (_what, position, creative_type) => {
      const at = await pinterestAtSandbox();
      const before = (await at.held('pinterest_pins')).length;
      const ad = adOf(at, boost(`page_${pin.pins[position]}`));
      const made = await launched(at, await adOperation(at, ad));
      expect(made.ad).toMatchObject({ pin_id: pin.pins[position], creative_type });
      expect((await at.held('pinterest_pins')).length).toBe(before);
    },
  );

  test('that boosts a pin that does not exist fails with the pin', async () => {
    const at = await pinterestAtSandbox();
    const outcome = await sendOne(at, await pinOperation(at, adOf(at, boost('123456'))));
    expect(outcome).toMatchObject({
      state: 'failed',
      failure: { class: 'missing', message: expect.stringContaining('123456') },
    });
  });
});

describe('a launch of many', () => {
  const adsOf = (operation: LaunchOperation & { kind: 'ad' }, count: number) =>
    Array.from({ length: count }, (_, position) => ({
      ...operation,
      id: `ad:${position}:0`,
      name: `Ad ${position}`,
    }));

  test('of 60 ads is two requests for ads', async () => {
    const at = await pinterestAtSandbox();
    const ads = adsOf(await adOperation(at, adOf(at)), 60);
    at.sent.length = 0;
    for (const outcome of await at.launch.send(at.access, ads)) refOf(outcome);
    expect(at.sent.map(({ method }) => method)).toEqual(['POST', 'POST']);
    expect(at.sent.map(({ body }) => JSON.parse(body).length)).toEqual([30, 30]);
  });

  test('of 50 ads with ten pictures and one text costs ten pins and two requests, the least there is', async () => {
    const at = await pinterestAtSandbox();
    const wanted = Array.from({ length: 50 }, (_, i) =>
      adOf(at, { index: i, media: [image(`picture-${i % 10}`)] }),
    );
    const pins: LaunchOperation[] = [];
    for (const [i, ad] of wanted.entries()) pins.push(await pinOperation(at, ad, `creative:${i}`));
    await at.control('POST', 'reset', { counters: true });
    const refs = (await at.launch.send(at.access, pins)).map(refOf);
    expect(new Set(refs).size).toBe(10);
    const first = await adOperation(at, wanted[0] ?? adOf(at));
    const ads = refs.map(
      (creativeId, i): LaunchOperation => ({
        ...first,
        id: `ad:${i}:0`,
        name: `Ad ${i}`,
        creativeId,
      }),
    );
    await at.control('POST', 'reset', { counters: true });
    for (const outcome of await at.launch.send(at.access, ads)) refOf(outcome);
    expect(at.launch.cost([...pins, ...ads])).toEqual({ calls: 12, requests: 12 });
    expect(await at.counts()).toEqual({ calls: 2, requests: 2 });
  });

  test('one that is refused inside a good answer fails alone, with its own reason', async () => {
    const at = await pinterestAtSandbox();
    const ads = adsOf(await adOperation(at, adOf(at)), 3);
    await at.fault({ fault: 'pin-sandboxed', times: 1 });
    for (const outcome of await at.launch.send(at.access, ads))
      expect(outcome).toMatchObject({
        state: 'failed',
        failure: { class: 'rule', code: '2781', fix: expect.stringContaining('standard access') },
      });
    await at.fault({ fault: 'items-refused', path: '/ad_accounts/{id}/ads', times: 1 });
    const outcomes = await at.launch.send(at.access, ads);
    expect(outcomes.map(({ state }) => state)).toEqual(['done', 'failed', 'done']);
  });

  test('a request that is refused as a whole is sent one by one, and shows which ad is at fault', async () => {
    const at = await pinterestAtSandbox();
    const [first, second, third] = adsOf(await adOperation(at, adOf(at)), 3);
    if (first === undefined || second === undefined || third === undefined)
      throw new Error('three ads');
    const outcomes = await at.launch.send(at.access, [
      first,
      { ...second, name: 'x'.repeat(256) },
      third,
    ]);
    expect(outcomes.map(({ state }) => state)).toEqual(['done', 'failed', 'done']);
    expect(
      (await at.held('pinterest_ads')).filter(({ ad_group_id }) => ad_group_id === at.adGroup()),
    ).toHaveLength(2);
  });

  test('an answer that says nothing of an ad leaves it unknown', async () => {
    const at = await pinterestAtSandbox({
      http: {
        requestAll: async (requests) =>
          requests.map(() => ({
            ok: true,
            status: 200,
            headers: {},
            text: JSON.stringify({ items: [{ data: { id: '1' } }] }),
          })),
      },
    });
    const adSet = { id: '1', name: 'One', objective: '' };
    const ads = ['a', 'b'].map(
      (id): LaunchOperation => ({
        kind: 'ad',
        id,
        batch: 'b1',
        name: id,
        ad: adOf(at),
        adSet,
        assets: [],
        creativeKey: 'single',
        creativeId: '2',
      }),
    );
    expect((await at.launch.send(at.access, ads)).map(({ state }) => state)).toEqual([
      'done',
      'unknown',
    ]);
  });
});

describe('answers that are lost', () => {
  test.each(['answer-lost', 'failed-but-created', 'html-but-done', 'empty-body'])(
    'a pin is found by the mark in its link: %s',
    async (fault) => {
      const at = await pinterestAtSandbox();
      const before = (await at.held('pinterest_pins')).length;
      const equal = [
        await pinOperation(at, adOf(at)),
        await pinOperation(at, adOf(at), 'creative:1'),
      ];
      const other = await pinOperation(at, adOf(at, { title: 'Other' }), 'creative:2');
      await at.fault({ fault, method: 'POST', path: '/pins', times: 1 });
      const outcomes = await at.launch.send(at.access, equal);
      expect(outcomes.map(({ state }) => state)).toEqual(['unknown', 'unknown']);
      await at.clock.sleep(at.launch.settleMs);
      const found = await at.launch.reconcile(at.access, [...equal, other], []);
      expect(refOf(found[0])).toBe(refOf(found[1]));
      expect(found[2]).toBeUndefined();
      expect((await at.held('pinterest_pins')).length).toBe(before + 1);
    },
  );

  test.each([
    ['whose link the platform cleaned', true],
    ['that has no link', false],
  ])('a pin %s is not sent again: a pin like it is reported', async (_what, hasLink) => {
    const at = await pinterestAtSandbox();
    const { link, ...ad } = adOf(at);
    const operation = {
      ...(await pinOperation(at, hasLink ? { ...ad, link: `${link}?a=1` } : ad)),
      sentAt: at.clock.now(),
    };
    await at.fault({ fault: 'answer-lost', method: 'POST', path: '/pins', times: 1 });
    await at.fault({ fault: 'link-cleaned', times: 1 });
    expect((await sendOne(at, operation)).state).toBe('unknown');
    const [made] = (await at.held('pinterest_pins')).slice(-1);
    const [found] = await at.launch.reconcile(at.access, [operation], []);
    expect(found).toMatchObject({
      state: 'failed',
      failure: {
        class: 'rule',
        retryable: false,
        message: expect.stringContaining(made?.id ?? 'no pin'),
      },
    });
    expect(await at.launch.reconcile(at.access, [operation], [made?.id ?? ''])).toEqual([
      undefined,
    ]);
  });

  test('a video that arrived is taken although the storage did not say so', async () => {
    const at = await pinterestAtSandbox();
    await at.fault({ fault: 'answer-lost', path: '/storage', times: 1 });
    const outcome = await sendOne(at, {
      kind: 'video',
      id: 'video:0',
      batch: 'b1',
      media: video('film'),
    });
    expect((await at.held('pinterest_media')).map(({ id }) => id)).toEqual([refOf(outcome)]);
  });

  test('a video that did not arrive is sent again from the start', async () => {
    const at = await pinterestAtSandbox();
    await at.fault({ fault: 'connection-cut', path: '/storage', times: 1 });
    const operation = { kind: 'video', id: 'video:0', batch: 'b1', media: video('film') } as const;
    expect(await sendOne(at, operation)).toMatchObject({
      state: 'failed',
      failure: { retryable: true },
    });
    refOf(await sendOne(at, operation));
  });

  test('an ad of the same name that shows another pin, or was there before, is not taken', async () => {
    const at = await pinterestAtSandbox();
    const operation = await adOperation(at, adOf(at));
    const ref = refOf(await sendOne(at, operation));
    const sentAtPlatform = at.launch.platformNow?.() ?? 0;
    expect(await at.launch.reconcile(at.access, [{ ...operation, creativeId: '1' }], [])).toEqual([
      undefined,
    ]);
    await at.clock.sleep(60_000);
    const later = { ...operation, sentAtPlatform: sentAtPlatform + 60_000 };
    expect(await at.launch.reconcile(at.access, [later], [])).toEqual([undefined]);
    expect(
      refOf((await at.launch.reconcile(at.access, [{ ...operation, sentAtPlatform }], []))[0]),
    ).toBe(ref);
  });
});

test('a video that cannot be processed says what to do', async () => {
  const at = await pinterestAtSandbox();
  await at.fault({ fault: 'video-error', times: 1 });
  const videoId = refOf(
    await sendOne(at, { kind: 'video', id: 'video:0', batch: 'b1', media: video('film') }),
  );
  const ready = { kind: 'ready', id: 'ready:0', batch: 'b1', videoId } as const;
  expect(await sendOne(at, ready)).toMatchObject({ state: 'waiting' });
  await at.clock.sleep(10_000);
  expect(await sendOne(at, ready)).toMatchObject({
    state: 'failed',
    failure: { class: 'rule', fix: expect.stringContaining('MP4') },
  });
});
