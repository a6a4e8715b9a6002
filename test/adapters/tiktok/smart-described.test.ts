import { expect, test } from 'vitest';
import { pixelId } from '../../../adapters/sandbox/tiktok/objects/events.ts';
import { video } from '../../../adapters/testing/test-media.ts';
import { descriptionOf } from '../../../build/simulated/description.ts';
import type { CreationRequest } from '../../../core/ports/platform-create.ts';
import type { UpdateRequest } from '../../../core/ports/platform-update.ts';
import { sendOne } from '../launch-steps.ts';
import {
  adOf,
  adOperation,
  profile,
  shortVideo,
  type TiktokAtSandbox,
  tiktokAtSandbox,
} from './tiktok-at-sandbox.ts';

/**
 * What the adapter sends to Smart+, held against TikTok's own descriptions: those of its SDKs, and
 * of its tools for models.
 */
const { schemas = {}, tools } = descriptionOf('tiktok');
const account = shortVideo.accounts.smart;
const { smart: ids } = shortVideo;

/** Members that only pages of TikTok's portal describe, by their document ids. */
const onPages: { readonly [endpoint: string]: readonly string[] } = {
  // 1843314914438466
  'POST smart_plus/adgroup/budget/update': ['budget', 'budget.adgroup_id', 'budget.budget'],
  // 1843317445798914
  'POST smart_plus/ad/preview': ['preview_type', 'smart_plus_ad_id'],
  // 1740554277061634
  'GET adgroup/review_info': ['adgroup_ids'],
  // 1740571821728770, which was not seen: as callers type it.
  'POST adgroup/appeal': ['adgroup_id', 'ad_id', 'appeal_reason'],
  // Of 2026-06-12, in bububa/tiktok-business@HEAD, model/campaign/smartplus.
  'POST smart_plus/campaign/copy/task/create': [
    'request_id',
    'campaign_id',
    'campaign_name',
    'operation_status',
  ],
  'GET smart_plus/campaign/copy/task/check': ['task_id'],
};

/** Names of all members, with those around them: `creative_list.creative_info.ad_format`. */
function membersIn(value: unknown, before = ''): readonly string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((each) => membersIn(each, before)))];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = before === '' ? name : `${before}.${name}`;
    return [path, ...membersIn(inner, path)];
  });
}

function describedOf(endpoint: string): ReadonlySet<string> {
  const later = (tools?.endpoints[endpoint] ?? '')
    .split(' ')
    .map((token) => token.replace(/^!/, '').split('=', 1)[0] ?? '');
  return new Set([
    'advertiser_id',
    ...Object.keys(schemas[endpoint] ?? {}),
    ...later,
    ...(onPages[endpoint] ?? []),
  ]);
}

const requiredOf = (endpoint: string): readonly string[] =>
  Object.entries(schemas[endpoint] ?? {}).flatMap(([path, line]) =>
    line.startsWith('!') && !path.includes('.') ? [path] : [],
  );

/** Everything that the adapter does with Smart+ objects. */
async function useAll(at: TiktokAtSandbox): Promise<void> {
  const { platform, access } = at;
  const own = { selectedShortVideoUserAccount: profile, shortVideoMusicId: '1' };
  const [post = ''] = shortVideo.posts(account);
  const boosted = {
    type: 'postBoost' as const,
    media: [{ type: 'video' as const, filename: '', effectiveStoryId: post }],
  };
  for (const more of [{}, { media: [video('film')] }, boosted])
    await sendOne(
      at,
      await adOperation(at, adOf(at, { platformFields: own, ...more }), at.smartAdGroup()),
    );
  const target = { location_ids: ['2921044'], gender: 'GENDER_MALE', age_groups: ['AGE_25_34'] };
  const requests = {
    campaign: { objective: 'WEB_CONVERSIONS', isAutomatedCampaign: true, dailyBudget: 100 },
    adSet: {
      campaignId: ids.campaign(account, 'web'),
      optimizationGoal: 'CONVERT',
      promotedObject: { pixel_id: pixelId(account), optimization_event: 'SHOPPING' },
      targeting: target,
      endTime: at.clock.now() + 86_400_000,
    },
  };
  for (const level of ['campaign', 'adSet'] as const) {
    const creation = platform.create?.[level];
    const request = {
      accountId: account,
      name: 'New',
      status: 'ACTIVE',
      ...requests[level],
    } as CreationRequest;
    const made = await (await creation?.prepare(access, request, undefined))?.send(
      `slipway-${level}`,
    );
    if (made !== undefined && 'id' in made) await creation?.finish?.(access, request, made, true);
  }
  const changes = [
    ['campaign', { campaignId: ids.campaign(account, 'web'), name: 'Other' }],
    ['adSet', { adSetId: ids.delivering(account, 'web'), name: 'Other', targeting: target }],
    [
      'ad',
      {
        adId: ids.ad(account, 'web', 1),
        name: 'Other',
        primaryTexts: ['Other'],
        link: 'https://other.example/',
      },
    ],
  ] as const;
  for (const [level, change] of changes) {
    const updating = platform.update?.[level];
    const prepared = await updating?.prepare(access, {
      accountId: account,
      ...change,
    } as UpdateRequest);
    await updating?.write(access, prepared?.object.id ?? '', (await prepared?.settle()) ?? []);
  }
  const objects = {
    campaign: ids.campaign(account, 'leads'),
    adset: ids.delivering(account, 'leads'),
    ad: ids.ad(account, 'leads', 1),
  };
  for (const [type, id] of Object.entries(objects) as ['campaign' | 'adset' | 'ad', string][]) {
    await platform.edit.setStatus(access, [{ type, id, status: 'PAUSED' }]);
    await platform.edit.rename(access, [{ type, id, name: 'Again' }]);
    const request = { type, sourceId: id, deep: true, status: 'PAUSED', marker: '[copy]' } as const;
    await platform.duplicate.recreate(access, request);
    if (type === 'campaign') {
      const [started] = (await platform.duplicate.native?.start?.(access, [request])) ?? [];
      if (started?.state === 'started')
        await platform.duplicate.native?.poll?.(access, [{ session: started.session, request }]);
    }
  }
  await platform.edit.setEnd(access, [
    { type: 'adset', id: objects.adset, endTime: at.clock.now() + 86_400_000 },
  ]);
  await platform.edit.setBudget(access, 'adset', objects.adset, { daily: 140 });
  await platform.edit.setBudget(access, 'campaign', ids.campaign(account, 'web'), { daily: 333 });
  await at.fault({ fault: 'review-rejected' });
  const rejected = [at.smartAdGroup(), shortVideo.emptyAdGroups(account, 'traffic')[0] ?? ''];
  for (const adGroup of rejected)
    await sendOne(at, await adOperation(at, adOf(at, { platformFields: own }), adGroup));
  await at.clock.sleep(60_000);
  for (const adSetId of rejected)
    for (const { id } of (await platform.inspect.ads(access, { adSetId, limit: 50 })).data)
      await platform.edit.appeal(access, [{ id, reason: 'It is allowed.', mayBeAsked: false }]);
  await platform.delivery?.read(access, { type: 'ad', ids: [objects.ad], estimate: false });
  await platform.inspect.preview?.(access, objects.ad, '');
  await platform.inspect.ads(access, { limit: 50 });
  await platform.edit.remove(access, [{ type: 'ad', id: objects.ad }]);
}

test('requests to Smart+ have no member that TikTok does not describe, and all that it requires', async () => {
  const at = await tiktokAtSandbox({ account: 'smart' });
  await useAll(at);
  const seen = at.sent.flatMap(({ method, url, body }) => {
    const { pathname, searchParams } = new URL(url);
    const path = pathname.replace(/^.*\/v1\.3\//, '').replace(/\/$/, '');
    const read = (text: string): unknown => (/^[[{]/.test(text) ? JSON.parse(text) : text);
    const query = Object.fromEntries([...searchParams].map(([name, text]) => [name, read(text)]));
    return /^smart_plus\/|^adgroup\/(appeal|review_info)$/.test(path)
      ? [{ endpoint: `${method} ${path}`, members: membersIn(body ?? query) }]
      : [];
  });
  const unknown = seen.flatMap(({ endpoint, members }) => {
    const known = describedOf(endpoint);
    return members.filter((member) => !known.has(member)).map((member) => `${endpoint} ${member}`);
  });
  const missing = seen.flatMap(({ endpoint, members }) =>
    requiredOf(endpoint).flatMap((name) => (members.includes(name) ? [] : [`${endpoint} ${name}`])),
  );
  expect([...new Set(unknown)]).toEqual([]);
  expect([...new Set(missing)]).toEqual([]);
  expect([...new Set(seen.map(({ endpoint }) => endpoint))].sort()).toEqual([
    'GET adgroup/review_info',
    'GET smart_plus/ad/get',
    'GET smart_plus/ad/review_info',
    'GET smart_plus/adgroup/get',
    'GET smart_plus/campaign/copy/task/check',
    'GET smart_plus/campaign/get',
    'POST adgroup/appeal',
    'POST smart_plus/ad/appeal',
    'POST smart_plus/ad/create',
    'POST smart_plus/ad/preview',
    'POST smart_plus/ad/status/update',
    'POST smart_plus/ad/update',
    'POST smart_plus/adgroup/budget/update',
    'POST smart_plus/adgroup/create',
    'POST smart_plus/adgroup/status/update',
    'POST smart_plus/adgroup/update',
    'POST smart_plus/campaign/copy/task/create',
    'POST smart_plus/campaign/create',
    'POST smart_plus/campaign/status/update',
    'POST smart_plus/campaign/update',
  ]);
});
