import { describe, expect, test } from 'vitest';
import { image, video } from '../../../adapters/testing/test-media.ts';
import {
  adOf,
  adOperations,
  creativeOperation,
  refOf,
  sendOne,
  snapchatAtSandbox,
  states,
} from './snapchat-at-sandbox.ts';

const adsPath = '/adsquads/{id}/ads';

describe('the fewest calls', () => {
  test('fifty ads that share five pictures: a look, one that makes the files, one for each file, creatives and ads in one each', async () => {
    const at = await snapchatAtSandbox();
    const { launch, access } = at;
    const pictures = Array.from({ length: 5 }, (_, i) =>
      image(`picture-${i}`, { sha256: String(i).repeat(64) }),
    );
    const uploads = pictures.map(
      (media, i) => ({ kind: 'image', id: `image:${i}`, batch: 'b1', media }) as const,
    );
    const refs = (await launch.send(access, uploads)).map(refOf);
    const creatives = Array.from({ length: 50 }, (_, i) => {
      const ad = adOf(at, { index: i, adName: `Ad ${i}` });
      const assets = [{ type: 'image', ref: refs[i % 5] ?? '' }] as const;
      return {
        kind: 'creative',
        id: `creative:${i}`,
        batch: 'b1',
        ad,
        assets,
        creativeKey: 'single',
      } as const;
    });
    const made = (await launch.send(access, creatives)).map(refOf);
    const [adSet] = await at.platform.accounts.adSets(access, { ids: [at.squad()] });
    if (adSet === undefined) throw new Error('no ad squad');
    const ads = creatives.map((each, i) => ({
      ...each,
      kind: 'ad',
      id: `ad:${i}:0`,
      name: `Ad ${i}`,
      adSet,
      creativeId: made[i] ?? '',
    })) as Parameters<typeof launch.send>[1];
    expect(states(await launch.send(access, ads))).toEqual(Array(50).fill('done'));
    expect(await at.calls()).toMatchObject({
      'GET adaccounts/{id}/media': 1,
      'POST adaccounts/{id}/media': 1,
      'POST media/{id}/upload': 5,
      'POST adaccounts/{id}/creatives': 1,
      'POST adsquads/{id}/ads': 1,
    });
    const all = [uploads, creatives, ads].map((some) => launch.cost(some).calls);
    expect(all).toEqual([7, 1, 1]);
  });
});

describe('files', () => {
  test('a large film goes in pieces, as parts of forms, and is ready when the platform has processed it', async () => {
    const at = await snapchatAtSandbox();
    const operation = {
      kind: 'video',
      id: 'video:0',
      batch: 'b1',
      media: video('film-70mb'),
    } as const;
    const ref = refOf(await sendOne(at, operation));
    expect(await at.calls()).toMatchObject({ 'POST media/{id}/multipart-upload-v2': 5 });
    const ready = { kind: 'ready', id: 'ready:0', batch: 'b1', videoId: ref } as const;
    expect((await sendOne(at, ready)).state).toBe('waiting');
    await at.clock.sleep(5_000);
    expect(await sendOne(at, ready)).toMatchObject({ state: 'done', ref });
    const [held] = await at.objects('snapchat_videos');
    expect(held).toMatchObject({ file_size_in_bytes: 70 * 1024 * 1024 + 7 });
  });

  test('a file that was made and not filled is filled, not made again', async () => {
    const at = await snapchatAtSandbox();
    const operation = { kind: 'image', id: 'image:0', batch: 'b1', media: image('a') } as const;
    const before = (await at.objects('snapchat_images')).length;
    for (const path of ['/adaccounts/{id}/media', '/media/{id}/upload']) {
      await at.fault({ fault: 'answer-lost', method: 'POST', path, times: 1 });
      expect((await sendOne(at, operation)).state).toBe('unknown');
    }
    expect((await sendOne(at, operation)).state).toBe('done');
    expect((await at.objects('snapchat_images')).length).toBe(before + 1);
  });

  test('an image that is not ready at once is asked for again; one that the platform cannot use says so', async () => {
    const at = await snapchatAtSandbox();
    const operation = { kind: 'image', id: 'image:0', batch: 'b1', media: image('a') } as const;
    await at.fault({ fault: 'image-slow', ms: 4_000, times: 1 });
    expect(await sendOne(at, operation)).toMatchObject({
      state: 'failed',
      failure: { class: 'flaky', retryAfterMs: 5_000 },
    });
    await at.clock.sleep(5_000);
    expect((await sendOne(at, operation)).state).toBe('done');
    await at.fault({ fault: 'media-error', times: 1 });
    const film = { kind: 'video', id: 'video:1', batch: 'b1', media: video('b') } as const;
    const videoId = refOf(await sendOne(at, film));
    expect(await sendOne(at, { kind: 'ready', id: 'ready:1', batch: 'b1', videoId })).toMatchObject(
      {
        state: 'failed',
        failure: { class: 'rule' },
      },
    );
  });

  test('a type of content that is refused fails for good', async () => {
    const at = await snapchatAtSandbox();
    await at.fault({ fault: 'unsupported-media-type', times: 1 });
    expect(
      await sendOne(at, { kind: 'image', id: 'image:0', batch: 'b1', media: image('a') }),
    ).toMatchObject({
      state: 'failed',
      failure: { class: 'invalid', code: 'E1006', retryable: false },
    });
  });
});

describe('creatives', () => {
  test('hold profile, brand, headline, page and button; a text that has no place is told', async () => {
    const at = await snapchatAtSandbox();
    const ad = adOf(at, { cta: 'LEARN_MORE', utmTags: 'utm_source=x', description: 'A text' });
    const outcome = await sendOne(at, await creativeOperation(at, ad));
    expect(outcome).toMatchObject({
      state: 'done',
      warnings: [expect.stringContaining('headline')],
    });
    const held = (await at.objects('snapchat_creatives')).find(({ id }) => id === refOf(outcome));
    expect(held).toMatchObject({
      name: 'Autumn [b1 creative:0]',
      type: 'WEB_VIEW',
      headline: 'What the ad says',
      brand_name: 'Brand',
      call_to_action: 'MORE',
      web_view_properties: { url: 'https://shop.example/autumn?utm_source=x' },
    });
  });

  test('media that is still processed is waited for', async () => {
    const at = await snapchatAtSandbox();
    const creative = await creativeOperation(at, adOf(at));
    await at.fault({ fault: 'not-uploaded-yet', times: 1 });
    expect(await sendOne(at, creative)).toMatchObject({
      state: 'failed',
      failure: { class: 'flaky', retryAfterMs: 5_000 },
    });
    expect((await sendOne(at, creative)).state).toBe('done');
  });

  test('without a link an ad is a picture alone, and its ad of the same type', async () => {
    const at = await snapchatAtSandbox();
    const { link: _link, cta: _cta, ...ad } = adOf(at);
    const [operation] = await adOperations(at, 1, ad);
    if (operation === undefined) throw new Error('no operation');
    const { ref } = (await sendOne(at, operation)) as { readonly ref: string };
    expect((await at.objects('snapchat_ads')).find(({ id }) => id === ref)).toMatchObject({
      type: 'SNAP_AD',
    });
  });
});

describe('lists of objects in one request', () => {
  test.each([
    [
      'one of them is refused in a good answer',
      { fault: 'partial', path: adsPath, times: 1 },
      ['done', 'failed', 'done', 'failed'],
    ],
    [
      'the answer is the other way round',
      { fault: 'items-shuffled', path: adsPath, times: 1 },
      ['done', 'done', 'done', 'done'],
    ],
    [
      'more than one is too many',
      { fault: 'list-too-long', path: adsPath, limit: 1 },
      ['done', 'done', 'done', 'done'],
    ],
  ] as const)('%s', async (_title, fault, expected) => {
    const at = await snapchatAtSandbox();
    const operations = await adOperations(at, 4);
    await at.fault(fault);
    const outcomes = await at.launch.send(at.access, operations);
    expect(states(outcomes)).toEqual(expected);
    const held = await at.objects('snapchat_ads');
    outcomes.forEach((outcome, position) => {
      if (outcome.state === 'done')
        expect(held.find(({ id }) => id === outcome.ref)?.name).toBe(`Ad ${position}`);
      else expect(outcome).toMatchObject({ failure: { code: 'E1008', retryable: false } });
    });
  });

  test('one that refuses the whole request fails alone when the others are sent without it', async () => {
    const at = await snapchatAtSandbox();
    const operations = (await adOperations(at, 3)).map((each, i) =>
      i === 1 ? { ...each, creativeId: at.squad() } : each,
    );
    await at.fault({ fault: 'items-refuse-all', path: adsPath });
    expect(states(await at.launch.send(at.access, operations))).toEqual(['done', 'failed', 'done']);
  });
});

describe('unanswered ads', () => {
  test('are told from older ones of the same name and creative by their time, and from others by their creative', async () => {
    const at = await snapchatAtSandbox();
    const [operation] = await adOperations(at, 1);
    if (operation === undefined) throw new Error('no operation');
    refOf(await sendOne(at, operation));
    await at.clock.sleep(60_000);
    const sentAtPlatform = at.clock.now();
    expect(await at.launch.reconcile(at.access, [{ ...operation, sentAtPlatform }], [])).toEqual([
      undefined,
    ]);
    const newer = refOf(await sendOne(at, operation));
    expect(await at.launch.reconcile(at.access, [{ ...operation, sentAtPlatform }], [])).toEqual([
      { state: 'done', ref: newer },
    ]);
    expect(
      await at.launch.reconcile(at.access, [{ ...operation, creativeId: at.squad() }], []),
    ).toEqual([undefined]);
  });

  test('are found although somebody has deleted them since', async () => {
    const at = await snapchatAtSandbox();
    const [operation] = await adOperations(at, 1);
    if (operation === undefined) throw new Error('no operation');
    const id = refOf(await sendOne(at, operation));
    await at.platform.edit.remove(at.access, [{ type: 'ad', id }]);
    expect(await at.launch.reconcile(at.access, [operation], [])).toEqual([
      { state: 'done', ref: id },
    ]);
  });
});
