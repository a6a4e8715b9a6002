import { describe, expect, test } from 'vitest';
import { openai } from '../../../adapters/platforms/openai/index.ts';
import { PlatformError } from '../../../core/base/errors.ts';
import { operationsOf } from '../../../server/invoke.ts';
import { createTestService } from '../../test-service.ts';
import { refOf, sendOne } from '../launch-steps.ts';
import { account, adGroup, adOf, adOperation, ids, openaiAtSandbox } from './openai-at-sandbox.ts';

const failureOf = async (work: Promise<unknown>) => {
  const error = await work.catch((reason: unknown) => reason);
  if (!(error instanceof PlatformError)) throw new Error(`no PlatformError: ${error}`);
  return error.failure;
};
const campaign = ids.campaign(account, 'clicks');
const bodyOf = (sent: { readonly body: string } | undefined) => JSON.parse(sent?.body ?? '{}');

describe('lists', () => {
  test.each(['parents-required', 'parents-left-out'])(
    'are whole where the platform has %s',
    async (fault) => {
      const at = await openaiAtSandbox();
      const expected = await at.platform.accounts.adSets(at.access);
      const ads = await at.platform.inspect.ads(at.access, { limit: 100 });
      await at.fault({ fault });
      const byId = (a: { readonly id: string }, b: { readonly id: string }) =>
        a.id < b.id ? -1 : 1;
      expect([...(await at.platform.accounts.adSets(at.access))].sort(byId)).toEqual(
        [...expected].sort(byId),
      );
      const found = await at.platform.inspect.ads(at.access, { limit: 100 });
      expect([...found.data].sort(byId)).toEqual([...ads.data].sort(byId));
    },
  );
});

test('an account that wants parents refuses two calls, once, and then takes one a page', async () => {
  const at = await openaiAtSandbox();
  await at.fault({ fault: 'parents-required' });
  const groups = await at.platform.accounts.adSets(at.access);
  const pages =
    1 +
    (await at.objects('openai_campaigns')).length +
    (await at.objects('openai_ad_groups')).length;
  expect(groups.length).toBeGreaterThan(10);
  expect(at.sent.length).toBe(2 + pages);
  await at.platform.accounts.adSets(at.access);
  expect(at.sent.length).toBe(2 + 2 * pages);
});

describe('budgets', () => {
  test('are millionths, sent whole, and belong to campaigns', async () => {
    const at = await openaiAtSandbox();
    await at.platform.edit.setBudget?.(at.access, 'campaign', campaign, { daily: 61.5 });
    expect(bodyOf(at.sentTo('POST', `campaigns/${campaign}`)[0])).toEqual({
      budget: { daily_spend_limit_micros: 61_500_000 },
    });
    const lifetime = ids.campaign(account, 'impressions');
    await at.platform.edit.setBudget?.(at.access, 'campaign', lifetime, { daily: 40 });
    const back = await failureOf(
      at.platform.edit.setBudget?.(at.access, 'campaign', lifetime, { lifetime: 900 }) ??
        Promise.resolve(),
    );
    expect(back).toMatchObject({ class: 'rule' });
    const below = await failureOf(
      at.platform.edit.setBudget?.(at.access, 'adset', adGroup(), { daily: 40 }) ??
        Promise.resolve(),
    );
    expect(below).toMatchObject({ class: 'rule', fix: expect.stringContaining('campaign') });
  });
});

describe('bids', () => {
  const changed = async (name: 'clicks' | 'impressions', bidAmount: number) => {
    const at = await openaiAtSandbox();
    const adSetId = ids.delivering(account, name);
    const updating = at.platform.update.adSet;
    const prepared = await updating?.prepare(at.access, {
      accountId: account,
      adSetId,
      bidAmount,
    } as never);
    await updating?.write(at.access, adSetId, (await prepared?.settle()) ?? []);
    return {
      changes: prepared?.changes,
      body: bodyOf(at.sentTo('POST', `ad_groups/${adSetId}`)[0]),
    };
  };

  test('are the price of a click', async () => {
    const { changes, body } = await changed('clicks', 3.1);
    expect(changes).toMatchObject([{ field: 'bidAmount', before: 2.5, after: 3.1 }]);
    expect(body).toEqual({
      bidding_config: {
        billing_event_type: 'click',
        strategy: 'fixed_bid',
        max_bid_micros: 3_100_000,
      },
    });
  });

  test('are the price of a thousand impressions', async () => {
    const { changes, body } = await changed('impressions', 75);
    expect(changes).toMatchObject([{ field: 'bidAmount', before: 60, after: 75 }]);
    expect(body.bidding_config.max_bid_micros).toBe(75_000);
  });

  test('are refused where the platform bids by itself', async () => {
    const at = await openaiAtSandbox();
    const adSetId = ids.delivering(account, 'conversions');
    const prepared = await at.platform.update.adSet?.prepare(at.access, {
      accountId: account,
      adSetId,
      bidAmount: 3,
    } as never);
    expect(prepared?.faults).toMatchObject([{ path: 'bidAmount', code: 'no_bid' }]);
  });

  test('above the limit of the company are refused, and nothing is sent', async () => {
    const service = await createTestService({ platforms: [openai] });
    const { guardrails, manage } = operationsOf(service.ports, service.caller);
    await guardrails.replace({ currencies: { USD: { bid: 3 } } });
    const adSetId = ids.delivering(account, 'clicks');
    const change = (bidAmount: number) =>
      manage.updateAdSet({ accountId: account, adSetId, bidAmount });
    await expect(change(3.01)).rejects.toMatchObject({
      details: [
        {
          code: 'guard_exceeded',
          path: 'bidAmount',
          guard: { name: 'bid', limit: 3, asked: 3.01 },
        },
      ],
    });
    await change(3);
    const held = (await service.held('openai_ad_groups')).find(({ id }) => id === adSetId);
    expect(held).toMatchObject({ bidding_config: { max_bid_micros: 3_000_000 } });
  });
});

describe('what was written a moment ago', () => {
  const stale = { platform: 'openai', fault: 'stale', ms: 8_000 };

  test('a pause right after an activation is sent, and so are an undo and a second change of a card', async () => {
    const service = await createTestService({ platforms: [openai] });
    const { manage } = operationsOf(service.ports, service.caller);
    const [ad] = (await service.held('openai_ads')).filter(({ status }) => status === 'paused');
    const id = String(ad?.id);
    const held = async () => (await service.held('openai_ads')).find((each) => each.id === id);
    const creative = ad?.creative as { readonly title: string };
    await service.fault(stale);
    const switched = (newStatus: string) =>
      manage.updateStatus({ businessId: account, entityType: 'ad', entityIds: [id], newStatus });
    await switched('ACTIVE');
    expect(await held()).toMatchObject({ status: 'active' });
    const { updateId } = await switched('PAUSED');
    expect(await held()).toMatchObject({ status: 'paused' });
    await manage.undoUpdate({ updateId: String(updateId) });
    expect(await held()).toMatchObject({ status: 'active' });
    const update = (values: object) => manage.updateAd({ accountId: account, adId: id, ...values });
    await update({ headlines: ['Another title'] });
    await update({ primaryTexts: ['Another text'] });
    expect(await held()).toMatchObject({
      creative: { ...creative, title: 'Another title', body: 'Another text' },
    });
    await update({ headlines: [creative.title] });
    expect(await held()).toMatchObject({ creative: { ...creative, body: 'Another text' } });
  });

  test('is seen by another process, which waited for nothing', async () => {
    const at = await openaiAtSandbox();
    const id = refOf(await sendOne(at, await adOperation(at)));
    await at.fault({ ...stale, ms: 2_000 });
    expect(
      await at.platform.edit.setStatus(at.access, [{ type: 'ad', id, status: 'ACTIVE' }]),
    ).toEqual([{ id }]);
    expect(await at.another().inspect.entities(at.access, [{ type: 'ad', id }])).toMatchObject([
      { id, status: 'ACTIVE' },
    ]);
  });

  test('gives way to a newer change by others', async () => {
    const at = await openaiAtSandbox();
    const id = refOf(await sendOne(at, await adOperation(at)));
    const read = async () => at.platform.inspect.entities(at.access, [{ type: 'ad', id }]);
    await at.platform.edit.setStatus(at.access, [{ type: 'ad', id, status: 'ACTIVE' }]);
    await at.clock.sleep(2_000);
    await at.another().edit.setStatus(at.access, [{ type: 'ad', id, status: 'PAUSED' }]);
    expect(await read()).toMatchObject([{ status: 'PAUSED' }]);
  });

  test('gives way to others where a later write of its own has shown what they did', async () => {
    const at = await openaiAtSandbox();
    const id = refOf(await sendOne(at, await adOperation(at)));
    const ad = { type: 'ad', id } as const;
    await at.platform.edit.setStatus(at.access, [{ ...ad, status: 'PAUSED' }]);
    await at.another().edit.setStatus(at.access, [{ ...ad, status: 'ACTIVE' }]);
    await at.platform.edit.rename?.(at.access, [{ ...ad, name: 'Another name' }]);
    expect(await at.platform.inspect.entities(at.access, [ad])).toMatchObject([
      { status: 'ACTIVE', name: 'Another name' },
    ]);
  });
});

describe('copies', () => {
  test('name places by id, drop a start that has passed, and carry a key', async () => {
    const at = await openaiAtSandbox();
    const request = {
      type: 'campaign',
      sourceId: campaign,
      deep: false,
      status: 'PAUSED',
    } as const;
    expect(
      await at.platform.duplicate.recreate(at.access, { ...request, marker: '[m1]' }),
    ).toMatchObject({ state: 'done' });
    const [sent] = at.sentTo('POST', 'campaigns');
    expect(bodyOf(sent)).toEqual({
      name: 'Clicks [m1]',
      status: 'paused',
      bidding_type: 'clicks',
      budget: { daily_spend_limit_micros: 120_000_000 },
      targeting: { locations: { countries: ['US', 'CA'] } },
    });
    expect(sent?.headers.get('idempotency-key')).toMatch(/^slipway-/);
    // Without a marker each is wanted.
    for (let copy = 0; copy < 2; copy += 1)
      await at.platform.duplicate.recreate(at.access, request);
    const keys = at
      .sentTo('POST', 'campaigns')
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(3);
  });

  test('of an ad whose file is not named take its picture', async () => {
    const at = await openaiAtSandbox();
    const source = refOf(await sendOne(at, await adOperation(at)));
    await at.fault({ fault: 'file-left-out' });
    const outcome = await at.platform.duplicate.recreate(at.access, {
      type: 'ad',
      sourceId: source,
      deep: false,
      status: 'PAUSED',
    });
    expect(outcome.state).toBe('done');
    expect(bodyOf(at.sentTo('POST', 'upload').at(-1))).toMatchObject({
      image_url: expect.stringContaining('/images/'),
    });
  });
});

describe('reviews', () => {
  test.each([
    ['crawler_captcha', 'captcha'],
    ['crawler_404', 'Crawler 404.'],
    ['Claims we cannot verify', 'Claims we cannot verify'],
  ])('rejected for %s say so', async (message, words) => {
    const at = await openaiAtSandbox();
    await at.fault({ fault: 'ad-rejected', message });
    const id = refOf(await sendOne(at, await adOperation(at, adOf({ paused: false }))));
    const read = async () =>
      (await at.platform.delivery.read(at.access, { type: 'ad', ids: [id], estimate: false }))[0];
    expect(await read()).toMatchObject({
      effectiveStatus: 'in_review',
      rejections: [],
      issues: [],
    });
    await at.clock.sleep(10_000);
    expect(await read()).toMatchObject({
      effectiveStatus: 'rejected',
      rejections: [{ reason: message, message: expect.stringContaining(words) }],
      issues: [{ code: 'review_not_approved' }],
    });
  });
});

test.each(['', 'include-refused'])(
  'delivery of an ad group says that its bid is too low, where the platform tells: %s',
  async (fault) => {
    const at = await openaiAtSandbox();
    const adSetId = adGroup();
    const updating = at.platform.update.adSet;
    const prepared = await updating?.prepare(at.access, {
      accountId: account,
      adSetId,
      bidAmount: 0.05,
    } as never);
    await updating?.write(at.access, adSetId, (await prepared?.settle()) ?? []);
    if (fault !== '') await at.fault({ fault });
    const [told] = await at.platform.delivery.read(at.access, {
      type: 'adset',
      ids: [adSetId],
      estimate: false,
    });
    expect(told).toMatchObject({
      id: adSetId,
      issues: fault === '' ? [{ code: 'bid_too_low' }] : [],
    });
  },
);

test('what is archived is archived again without harm', async () => {
  const at = await openaiAtSandbox();
  const id = refOf(await sendOne(at, await adOperation(at)));
  for (let time = 0; time < 2; time += 1)
    expect(await at.platform.edit.remove(at.access, [{ type: 'ad', id }])).toEqual([{ id }]);
  expect((await at.objects('openai_ads')).find((each) => each.id === id)).toMatchObject({
    status: 'archived',
  });
});
