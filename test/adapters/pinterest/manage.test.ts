import { describe, expect, test } from 'vitest';
import { image, video } from '../../../adapters/testing/test-media.ts';
import { PlatformError } from '../../../core/base/errors.ts';
import type { CreationRequest } from '../../../core/ports/platform-create.ts';
import { refOf, sendOne } from '../launch-steps.ts';
import { adOf, adOperation, pin, pinterestAtSandbox } from './pinterest-at-sandbox.ts';

test('a new ad group shows ads to those alone who were named', async () => {
  const at = await pinterestAtSandbox();
  const creation = at.platform.create?.adSet;
  if (creation === undefined) throw new Error('it creates');
  const campaignId = pin.campaign(at.access.adAccountId, 'consideration');
  const request = {
    accountId: at.access.adAccountId,
    campaignId,
    name: 'New',
    dailyBudget: 20,
    location: { countries: ['US'] },
  };
  const { faults, send } = await creation.prepare(at.access, request as CreationRequest, undefined);
  const made = await send('mark');
  if ('unanswered' in made) throw new Error('it was answered');
  const held = (await at.held('pinterest_ad_groups')).find(({ id }) => id === made.id);
  expect([faults, held]).toMatchObject([
    [],
    { auto_targeting_enabled: false, targeting_spec: { LOCATION: ['US'] } },
  ]);
});

describe('changes', () => {
  test('go out thirty of a type in a request, with nothing but what changes', async () => {
    const at = await pinterestAtSandbox();
    const operation = await adOperation(at, adOf(at));
    const ads = Array.from({ length: 40 }, (_, i) => ({
      ...operation,
      id: `ad:${i}`,
      name: `Ad ${i}`,
    }));
    const ids = (await at.launch.send(at.access, ads)).map(refOf);
    at.sent.length = 0;
    await at.platform.edit.setStatus(
      at.access,
      ids.map((id) => ({ type: 'ad', id, status: 'ACTIVE' })),
    );
    expect(at.sent.map(({ method, body }) => [method, JSON.parse(body).length])).toEqual([
      ['PATCH', 30],
      ['PATCH', 10],
    ]);
    expect(JSON.parse(at.sent[0]?.body ?? '')[0]).toEqual({ id: ids[0], status: 'ACTIVE' });
  });

  test('of campaigns name the account, as the schema wants it', async () => {
    const at = await pinterestAtSandbox();
    const id = pin.campaign(at.access.adAccountId, 'awareness');
    await at.platform.edit.setBudget(at.access, 'campaign', id, { daily: 12.34 });
    const [sent] = at.sentTo('PATCH', '/campaigns');
    expect(JSON.parse(sent?.body ?? '')).toEqual([
      { id, ad_account_id: at.access.adAccountId, daily_spend_cap: 12_340_000 },
    ]);
  });

  test('of a budget into one of the other kind are refused before anything is sent', async () => {
    const at = await pinterestAtSandbox();
    const change = at.platform.edit.setBudget(at.access, 'adset', at.adGroup(), { lifetime: 100 });
    await expect(change).rejects.toMatchObject({
      failure: { class: 'rule', fix: 'Give a daily budget.' },
    });
    expect(at.sentTo('PATCH', '/ad_groups')).toEqual([]);
  });

  test('that are refused inside a good answer fail alone', async () => {
    const at = await pinterestAtSandbox();
    await at.fault({ fault: 'items-refused', method: 'PATCH', times: 1 });
    const changes = [0, 1, 2].map(
      (number) => ({ type: 'adset', id: at.adGroup(number), name: `New ${number}` }) as const,
    );
    const results = await at.platform.edit.rename(at.access, changes);
    expect(results.map(({ failure }) => failure?.code)).toEqual([undefined, '2006', undefined]);
  });

  test('an ad has no end of its own', async () => {
    const at = await pinterestAtSandbox();
    const [result] = await at.platform.edit.setEnd(at.access, [
      { type: 'ad', id: '1', endTime: at.clock.now() + 1e9 },
    ]);
    expect(result?.failure).toMatchObject({ class: 'rule' });
  });
});

describe('copies', () => {
  const request = (sourceId: string) =>
    ({ type: 'ad', sourceId, deep: false, status: 'PAUSED', marker: '[copy 1]' }) as const;

  test('of an ad group are shown to each person as often as it, and bid as it does', async () => {
    const at = await pinterestAtSandbox();
    const limits = {
      lifetime_frequency_cap: 3,
      bid_multiplier: 1.2,
      targeting_template_ids: ['1'],
    };
    const sourceId = at.adGroup();
    await at.patch(`ad_accounts/${at.access.adAccountId}/ad_groups`, [{ id: sourceId, ...limits }]);
    const outcome = await at.platform.duplicate.recreate(at.access, {
      ...request(sourceId),
      type: 'adset',
    });
    const copy = (await at.held('pinterest_ad_groups')).find(
      ({ id }) => outcome.state === 'done' && id === outcome.id,
    );
    expect(copy).toMatchObject(limits);
  });

  test('of an ad show its pin', async () => {
    const at = await pinterestAtSandbox();
    const sourceId = pin.ad(at.access.adAccountId, 'consideration', 1);
    const before = (await at.held('pinterest_pins')).length;
    const outcome = await at.platform.duplicate.recreate(at.access, request(sourceId));
    const ads = await at.held('pinterest_ads');
    const [source, copy] = [sourceId, outcome.state === 'done' ? outcome.id : ''].map((id) =>
      ads.find((ad) => ad.id === id),
    );
    expect(copy).toMatchObject({
      pin_id: source?.pin_id,
      destination_url: source?.destination_url,
    });
    expect((await at.held('pinterest_pins')).length).toBe(before);
  });

  test('with other texts show a pin of their own, made once even where its answer was lost', async () => {
    const at = await pinterestAtSandbox();
    const media = [image('a', { carouselTitle: 'One' }), image('b', { carouselTitle: 'Two' })];
    const sourceId = refOf(
      await sendOne(at, await adOperation(at, adOf(at, { type: 'carousel', media }))),
    );
    const before = (await at.held('pinterest_pins')).length;
    const wanted = { ...request(sourceId), values: { headlines: ['Other title'] } };
    await at.fault({ fault: 'answer-lost', method: 'POST', path: '/pins', times: 1 });
    expect(await at.platform.duplicate.recreate(at.access, wanted)).toMatchObject({
      state: 'failed',
      failure: { retryable: true },
    });
    expect((await at.platform.duplicate.recreate(at.access, wanted)).state).toBe('done');
    const pins = await at.held('pinterest_pins');
    expect(pins.length).toBe(before + 1);
    expect(pins.at(-1)).toMatchObject({
      title: 'Other title',
      description: 'What the pin says',
      creative_type: 'CAROUSEL',
    });
  });

  test('of a video with other texts are refused: its pin cannot be made again', async () => {
    const at = await pinterestAtSandbox();
    const sourceId = refOf(
      await sendOne(at, await adOperation(at, adOf(at, { media: [video('film')] }))),
    );
    const wanted = { ...request(sourceId), values: { primaryTexts: ['Other'] } };
    expect(await at.platform.duplicate.recreate(at.access, wanted)).toMatchObject({
      state: 'failed',
      failure: { class: 'rule' },
    });
  });
});

describe('reviews', () => {
  test.each([
    ['APPROVED', undefined],
    ['REJECTED', 'ad-rejected'],
  ] as const)('an ad waits for its review and is then %s', async (status, fault) => {
    const at = await pinterestAtSandbox();
    if (fault !== undefined) await at.fault({ fault });
    const operation = await adOperation(at, adOf(at, { paused: false }));
    const id = refOf(await sendOne(at, operation));
    const shown = async () => {
      const { data } = await at.platform.inspect.ads(at.access, {
        adSetId: at.adGroup(),
        limit: 5,
      });
      return data.find((ad) => ad.id === id)?.effectiveStatus;
    };
    expect(await shown()).toBe('PENDING');
    await at.clock.sleep(10_000);
    expect(await shown()).toBe(status);
  });
});

test('boards are listed page by page, with their owner', async () => {
  const at = await pinterestAtSandbox();
  expect(await at.platform.accounts.identities(at.access)).toMatchObject([
    { value: pin.boards.ads, label: 'Ads', handle: 'sandbox' },
    { value: pin.boards.organic, label: 'Ideas' },
  ]);
});

test('accounts tell their zone where the platform does', async () => {
  const at = await pinterestAtSandbox();
  const accounts = await at.platform.accounts.list('c1', at.access.credentials);
  expect(accounts.map(({ timezone }) => timezone)).toEqual(['Europe/Berlin', 'UTC']);
});

test('pins of a board that does not exist are missing', async () => {
  const at = await pinterestAtSandbox();
  const error = await at.platform.inspect
    .posts(at.access, '123')
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(PlatformError);
  expect(error).toMatchObject({ failure: { class: 'missing' } });
});
