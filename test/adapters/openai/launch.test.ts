import { describe, expect, test } from 'vitest';
import { openai } from '../../../adapters/platforms/openai/index.ts';
import { openai as simulation } from '../../../adapters/sandbox/openai/index.ts';
import { image } from '../../../adapters/testing/test-media.ts';
import type { LaunchOperation } from '../../../core/ports/platform-launch.ts';
import { operationsOf } from '../../../server/invoke.ts';
import { createTestService } from '../../test-service.ts';
import { refOf, sendOne } from '../launch-steps.ts';
import {
  account,
  adGroup,
  adOf,
  adOperation,
  adsHeld,
  openaiAtSandbox,
} from './openai-at-sandbox.ts';

const keyOf = (sent: { readonly headers: Headers } | undefined) =>
  sent?.headers.get('idempotency-key');

describe('a launch', () => {
  test('of 50 ads with 10 images takes 60 calls, the least there can be', async () => {
    const service = await createTestService({ platforms: [openai] });
    const { launch, batches } = operationsOf(service.ports, service.caller);
    const ads = Array.from({ length: 50 }, (_, n) => ({
      adName: `Boots ${n}`,
      adAccountId: account,
      adSets: [adGroup()],
      title: 'Warm boots',
      description: 'For wet days.',
      link: 'https://shop.example/boots',
      media: [{ url: `https://cdn.example/single-${n % 10}.png` }],
    }));
    const { adBatchId } = await launch({ ads });
    await service.control('POST', 'reset', { counters: true });
    await service.run(adBatchId);
    expect(await batches.status({ id: adBatchId })).toMatchObject({
      status: 'success',
      failedAds: [],
    });
    const { counted } = (await service.control('GET', 'state')) as { readonly counted: number };
    expect(counted).toBe(60);
    expect(counted).toBe(simulation.stage.leastCalls?.({ ads: 50, pictures: 10, adSets: 1 }));
  });

  test('sends a card with its image, and the tags as a template with the signs of the platform', async () => {
    const at = await openaiAtSandbox();
    const utmTags = 'utm_campaign={{campaign.id}}&utm_content={{ad.name}}&utm_term={{adset.name}}';
    const operation = await adOperation(at, adOf({ utmTags }));
    refOf(await sendOne(at, operation));
    const [created] = at.sentTo('POST', 'ads');
    expect(JSON.parse(created?.body ?? '')).toEqual({
      ad_group_id: adGroup(),
      name: 'Autumn in Berlin',
      status: 'paused',
      creative: {
        type: 'chat_card',
        title: 'Warm boots',
        body: 'For wet days.',
        target_url: 'https://shop.example/boots',
        file_id: operation.assets[0]?.ref,
      },
      landing_page_configuration: {
        query_string_template:
          'utm_campaign={campaign_id}&utm_content=Autumn%20in%20Berlin&utm_term=Clicks%20open%201',
      },
    });
  });

  test('every creation carries a key: the same for a repetition, another for other content or another ad', async () => {
    const at = await openaiAtSandbox();
    const operation = await adOperation(at);
    const other = { ...operation, ad: adOf({ title: 'Warmer boots' }) };
    for (const each of [operation, operation, other, { ...operation, id: 'ad:0:1' }])
      refOf(await sendOne(at, each));
    const keys = at.sentTo('POST', 'ads').map(keyOf);
    expect(keys[0]).toBe(keys[1]);
    expect(new Set(keys).size).toBe(3);
    expect(await adsHeld(at)).toHaveLength(3);
    for (const key of keys) expect(key).toMatch(/^slipway-[0-9a-f]{40}$/);
  });

  test('an image too small for a card fails with the reason of the platform', async () => {
    const at = await openaiAtSandbox();
    await at.fault({ fault: 'image-refused' });
    const outcome = await sendOne(at, {
      kind: 'image',
      id: 'image:0',
      batch: 'b1',
      media: image('small'),
    });
    expect(outcome).toMatchObject({
      state: 'failed',
      failure: { class: 'invalid', retryable: false },
    });
    if (outcome.state === 'failed') expect(outcome.failure.message).toContain('640x640');
  });

  test('an upload without an answer is sent again at once', async () => {
    const at = await openaiAtSandbox();
    await at.fault({ fault: 'answer-lost', path: '/upload', nth: 1 });
    expect(
      await sendOne(at, { kind: 'image', id: 'image:0', batch: 'b1', media: image('a') }),
    ).toMatchObject({ state: 'done' });
    expect(at.sentTo('POST', 'upload')).toHaveLength(2);
  });
});

/** Each reading of what is not known about keys. */
describe.each(['', 'key-forgotten', 'key-conflict', 'key-used-up'])(
  'after a lost answer, where the key means: %s',
  (reading) => {
    const opened = async () => {
      const at = await openaiAtSandbox();
      if (reading !== '') await at.fault({ fault: reading });
      return at;
    };

    test('an ad that was made is found by its name, and made once', async () => {
      const at = await opened();
      const operation = await adOperation(at);
      await at.fault({ fault: 'answer-lost', path: '/ads', method: 'POST', nth: 1 });
      expect(await sendOne(at, operation)).toMatchObject({ state: 'unknown' });
      await at.clock.sleep(at.launch.settleMs);
      const [found] = await at.launch.reconcile(at.access, [operation], []);
      expect((await adsHeld(at)).map(({ id }) => id)).toEqual([refOf(found)]);
    });

    test('an ad that was not made is sent again, and made once', async () => {
      const at = await opened();
      const operation = await adOperation(at);
      await at.fault({ fault: 'connection-cut', path: '/ads', method: 'POST', nth: 1 });
      expect(await sendOne(at, operation)).toMatchObject({ state: 'unknown' });
      await at.clock.sleep(at.launch.settleMs);
      expect(await at.launch.reconcile(at.access, [operation], [])).toEqual([undefined]);
      const made = refOf(await sendOne(at, operation));
      expect((await adsHeld(at)).map(({ id }) => id)).toEqual([made]);
    });

    test('an ad that was refused is launched once it is corrected', async () => {
      const at = await opened();
      const operation = await adOperation(at);
      const wrong = { ...operation, ad: adOf({ link: 'nowhere' }) };
      expect(await sendOne(at, wrong)).toMatchObject({
        state: 'failed',
        failure: { class: 'invalid' },
      });
      refOf(await sendOne(at, operation));
      expect(await adsHeld(at)).toHaveLength(1);
    });
  },
);

describe('an ad without an answer', () => {
  test('is found in the audit log where the list does not show it yet', async () => {
    const at = await openaiAtSandbox();
    const operation = await adOperation(at);
    await at.fault({ fault: 'answer-lost', path: '/ads', method: 'POST', nth: 1 });
    await sendOne(at, operation);
    await at.fault({ fault: 'list-lag', path: '/ads', ms: 600_000 });
    await at.clock.sleep(at.launch.settleMs);
    const [found] = await at.launch.reconcile(at.access, [operation], []);
    expect((await adsHeld(at)).map(({ id }) => id)).toEqual([refOf(found)]);
    expect(at.sentTo('GET', 'audit_logs')).toHaveLength(1);
  });

  test('is not taken for an older one of the same name, nor for one with other words', async () => {
    const at = await openaiAtSandbox();
    refOf(await sendOne(at, await adOperation(at, adOf(), { batch: 'b0' })));
    await at.clock.sleep(60_000);
    refOf(
      await sendOne(
        at,
        await adOperation(at, adOf({ title: 'Other words' }), { batch: 'b0', id: 'ad:9' }),
      ),
    );
    const operation: LaunchOperation = {
      ...(await adOperation(at)),
      sentAt: at.clock.now(),
      sentAtPlatform: at.clock.now(),
    };
    expect(await at.launch.reconcile(at.access, [operation], [])).toEqual([undefined]);
  });

  test('is distinguished from an ad with another link', async () => {
    const at = await openaiAtSandbox();
    const operations: LaunchOperation[] = [];
    for (const [n, page] of ['a', 'b'].entries())
      operations.push(
        await adOperation(at, adOf({ link: `https://shop.example/${page}` }), { id: `ad:${n}` }),
      );
    await at.fault({ fault: 'answer-lost', path: '/ads', method: 'POST', times: 2 });
    for (const operation of operations) await sendOne(at, operation);
    await at.clock.sleep(at.launch.settleMs);
    const found = (await at.launch.reconcile(at.access, [...operations].reverse(), [])).map(refOf);
    const links = new Map(
      (await at.objects('openai_ads')).map(({ id, creative }) => [
        id,
        (creative as { target_url: string }).target_url,
      ]),
    );
    expect(found.map((ref) => links.get(ref))).toEqual([
      'https://shop.example/b',
      'https://shop.example/a',
    ]);
  });
});
