import { describe, expect, test } from 'vitest';
import { createFetchHttp } from '../../../adapters/http/fetch-http.ts';
import { createManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { linkedin as simulation } from '../../../adapters/sandbox/linkedin/index.ts';
import { seededSandbox } from '../../../adapters/testing/seeded-sandbox.ts';
import { PlatformError } from '../../../core/base/errors.ts';
import { refOf, sendOne } from '../launch-steps.ts';
import {
  adOf,
  adOperation,
  type LinkedinAtSandbox,
  linkedinAtSandbox,
  professionalNetwork,
} from './linkedin-at-sandbox.ts';

const day = (from: string, to = from) => ({ from, to, breakdown: 'none' }) as const;
const analytics = (at: LinkedinAtSandbox) =>
  at.sent.filter(({ url }) => url.includes('/adAnalytics'));

describe('edit', () => {
  test('objects may be named by number or by URN, and a URN of another type is missing', async () => {
    const at = await linkedinAtSandbox();
    const urn = `urn:li:sponsoredCampaign:${at.campaign()}`;
    const results = await at.platform.edit.setStatus(at.access, [
      { id: urn, status: 'PAUSED' },
      { type: 'campaign', id: urn, status: 'PAUSED' },
    ]);
    expect(results.map(({ id, failure }) => [id, failure?.class])).toEqual([
      [urn, undefined],
      [urn, 'missing'],
    ]);
  });

  test('a draft that the platform does not pause is paused enough', async () => {
    const at = await linkedinAtSandbox();
    const draft = refOf(await sendOne(at, await adOperation(at, adOf(at))));
    await at.fault({
      fault: 'error',
      method: 'POST',
      path: '*/creatives/*',
      status: 400,
      message: 'Not from DRAFT.',
    });
    expect(await at.platform.edit.setStatus(at.access, [{ id: draft, status: 'PAUSED' }])).toEqual([
      { id: draft },
    ]);
    expect(
      await at.platform.edit.setStatus(at.access, [{ id: draft, status: 'ACTIVE' }]),
    ).toMatchObject([{ failure: { class: 'invalid' } }]);
  });

  test('drafts are deleted at once, everything else is marked for it', async () => {
    const at = await linkedinAtSandbox();
    const draft = refOf(await sendOne(at, await adOperation(at, adOf(at))));
    const active = professionalNetwork.creative(at.access.adAccountId, 'visits', 1);
    const objects = [draft, active].map((id) => ({ type: 'ad', id }) as const);
    expect(await at.platform.edit.remove(at.access, objects)).toEqual([
      { id: draft },
      { id: active },
    ]);
    const held = await at.objects('linkedin_creatives');
    expect(held.find(({ id }) => id === draft)).toBeUndefined();
    expect(held.find(({ id }) => id === active)).toMatchObject({
      intendedStatus: 'PENDING_DELETION',
    });
  });

  test('an end is sent with the start that was there', async () => {
    const at = await linkedinAtSandbox();
    const before = (await at.objects('linkedin_campaigns')).find(({ id }) => id === at.campaign());
    const endTime = at.clock.now() + 86_400_000;
    await at.platform.edit.setEnd?.(at.access, [{ type: 'adset', id: at.campaign(), endTime }]);
    const after = (await at.objects('linkedin_campaigns')).find(({ id }) => id === at.campaign());
    expect(after?.runSchedule).toEqual({ ...(before?.runSchedule as object), end: endTime });
  });

  test('a sixteenth active creative is refused by the platform', async () => {
    const at = await linkedinAtSandbox();
    const operation = await adOperation(at, adOf(at, { paused: false }));
    const wanted = Array.from({ length: 16 }, (_, i) => ({
      ...operation,
      id: `ad:${i}:0`,
      name: `Ad ${i}`,
    }));
    const states = (await at.launch.send(at.access, wanted)).map(({ state }) => state);
    expect(states.filter((state) => state === 'done')).toHaveLength(15);
    expect(states.filter((state) => state === 'failed')).toHaveLength(1);
    const [adSet] = await at.platform.accounts.adSets(at.access, { ids: [at.campaign()] });
    expect(adSet).toMatchObject({
      adCount: 15,
      capacity: 100,
      active: { count: 15, capacity: 15 },
    });
  });
});

test('a change that reaches the post and not its ad says what was done, and what was not', async () => {
  const at = await linkedinAtSandbox();
  const adId = professionalNetwork.creative(at.access.adAccountId, 'visits', 1);
  const updating = at.platform.update?.ad;
  const wanted = {
    accountId: at.access.adAccountId,
    adId,
    name: 'Renamed',
    primaryTexts: ['Other words'],
  };
  const prepared = await updating?.prepare(at.access, wanted as never);
  await at.fault({ fault: 'permission', method: 'POST', path: '*/creatives/*', times: 1 });
  const write = async () => updating?.write(at.access, adId, (await prepared?.settle()) ?? []);
  const error: unknown = await write().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(PlatformError);
  expect(error).toMatchObject({
    failure: {
      class: 'blocked',
      message: expect.stringMatching(/changed \(primaryTexts\).*\(name\)/),
    },
  });
  const again = await updating?.prepare(at.access, wanted as never);
  expect(again?.changes.map(({ field }) => field)).toEqual(['name']);
});

describe('copies', () => {
  test('of a creative show the same post; with other words they get one of their own', async () => {
    const at = await linkedinAtSandbox();
    const sourceId = professionalNetwork.creative(at.access.adAccountId, 'visits', 1);
    const request = { type: 'ad', sourceId, deep: false, status: 'PAUSED' } as const;
    const reference = async (id: string) =>
      (await at.objects('linkedin_creatives')).find((each) => each.id === id)?.content as {
        reference: string;
      };
    const same = await at.platform.duplicate.recreate(at.access, request);
    const other = await at.platform.duplicate.recreate(at.access, {
      ...request,
      values: { headlines: ['New'], urlTags: 'a=b' },
    });
    if (same.state !== 'done' || other.state !== 'done') throw new Error('not copied');
    expect(await reference(same.id)).toEqual(await reference(sourceId));
    expect(await reference(other.id)).not.toEqual(await reference(sourceId));
    const { companyId, credentials, adAccountId, currency, timezone } = at.access;
    const asker = { companyId, credentials, accounts: [{ id: adAccountId, currency, timezone }] };
    expect(await at.platform.inspect.creatives?.(asker, [other.id])).toMatchObject([
      {
        titles: ['New'],
        bodies: ['All about it'],
        link: 'https://shop.example.com/?a=b',
        cta: 'LEARN_MORE',
      },
    ]);
  });

  test('of a campaign keep their targeting and start now', async () => {
    const at = await linkedinAtSandbox();
    const request = {
      type: 'adset',
      sourceId: at.campaign(),
      deep: false,
      status: 'PAUSED',
    } as const;
    const copy = await at.platform.duplicate.recreate(at.access, request);
    if (copy.state !== 'done') throw new Error('not copied');
    const held = await at.objects('linkedin_campaigns');
    const [source, made] = [at.campaign(), copy.id].map((id) =>
      held.find((each) => each.id === id),
    );
    expect(made?.targetingCriteria).toEqual(source?.targetingCriteria);
    const { start = 0 } = (made?.runSchedule ?? {}) as { readonly start?: number };
    expect(at.clock.now() - start).toBeLessThan(60_000);
    expect(made).toMatchObject({
      status: 'PAUSED',
      politicalIntent: 'NOT_POLITICAL',
      offsiteDeliveryEnabled: false,
    });
  });
});

test('a campaign that nobody declared is not copied: a copy would declare that it is not political', async () => {
  const sandbox = seededSandbox(createManualClock(Date.UTC(2026, 10, 15, 12), { auto: true }), 7, [
    simulation,
  ]);
  const http = createFetchHttp({
    async fetch(url, init) {
      const answer = await sandbox.fetch(new Request(url, init));
      return new Response((await answer.text()).replace(/,"politicalIntent":"\w+"/g, ''), answer);
    },
  });
  const at = await linkedinAtSandbox({ http });
  const request = {
    type: 'adset',
    sourceId: at.campaign(),
    deep: false,
    status: 'PAUSED',
  } as const;
  const why = expect.stringContaining('Declare it in Campaign Manager first');
  expect(await at.platform.duplicate.tree(at.access, 'adset', at.campaign())).toMatchObject({
    notCopyable: why,
  });
  expect(await at.platform.duplicate.recreate(at.access, request)).toMatchObject({
    state: 'failed',
    failure: { message: why },
  });
});

describe('report', () => {
  test('a quarter is one question, and a longer range as few as there can be', async () => {
    const at = await linkedinAtSandbox();
    await at.platform.report.daily(at.access, day('2026-08-16', '2026-11-15'));
    expect(analytics(at)).toHaveLength(1);
    await at.platform.report.daily(at.access, day('2026-08-15', '2026-11-15'));
    expect(analytics(at)).toHaveLength(3);
  });

  test('an answer that is full asks for fewer days, and a full day is asked for campaign by campaign', async () => {
    const at = await linkedinAtSandbox();
    await at.fault({ fault: 'report-full' });
    await expect(
      at.platform.report.daily(at.access, day('2026-11-01', '2026-11-10')),
    ).rejects.toThrow('15,000');
    await at.clearFaults();
    const whole = await at.platform.report.daily(at.access, day('2026-11-10'));
    await at.fault({ fault: 'report-full', times: 1 });
    expect(await at.platform.report.daily(at.access, day('2026-11-10'))).toEqual(whole);
    expect(analytics(at).at(-1)?.url).toContain('campaigns=List(');
  });

  test('costs below zero are nothing', async () => {
    const at = await linkedinAtSandbox();
    const before = await at.platform.report.daily(at.access, day('2026-11-10'));
    await at.fault({ fault: 'cost-below-zero' });
    expect(await at.platform.report.daily(at.access, day('2026-11-10'))).toEqual(before);
  });

  test('results are what the campaign is after', async () => {
    const at = await linkedinAtSandbox();
    const rows = await at.platform.report.daily(at.access, day('2026-10-20', '2026-11-10'));
    const of = (type: string) => rows.filter(({ resultType }) => resultType === type);
    const sum = (type: string, field: 'results' | 'conversions') =>
      of(type).reduce((total, row) => total + row[field], 0);
    expect(sum('lead_generation', 'results')).toBeGreaterThan(0);
    expect(sum('lead_generation', 'conversions')).toBe(0);
    expect(sum('website_conversion', 'results')).toBe(sum('website_conversion', 'conversions'));
    expect(sum('website_conversion', 'conversions')).toBeGreaterThan(0);
  });

  test('reach over more than 92 days is asked for in vain', async () => {
    const at = await linkedinAtSandbox();
    const query = { from: '2026-08-15', to: '2026-11-15', level: 'account', by: 'all' } as const;
    await expect(at.platform.report.reach(at.access, query)).rejects.toThrow(PlatformError);
    expect(
      await at.platform.report.reach(at.access, { ...query, from: '2026-08-16' }),
    ).toHaveLength(1);
  });

  test('figures that come late are there later', async () => {
    const at = await linkedinAtSandbox();
    await at.fault({ fault: 'figures-late', ms: 172_800_000 });
    expect(await at.platform.report.daily(at.access, day('2026-11-14'))).toEqual([]);
    await at.clearFaults();
    expect(await at.platform.report.daily(at.access, day('2026-11-14'))).not.toEqual([]);
  });
});

describe('organizations', () => {
  test('are listed with their names; one whose page is closed keeps its number', async () => {
    const at = await linkedinAtSandbox();
    const { organization } = professionalNetwork;
    expect(await at.platform.accounts.identities(at.access)).toEqual([
      { value: organization, label: expect.stringContaining('Organization'), handle: 'sandbox-1' },
    ]);
    await at.fault({ fault: 'permission', path: '/organizations/*' });
    expect(await at.platform.accounts.identities(at.access)).toEqual([
      { value: organization, label: `urn:li:organization:${organization}` },
    ]);
  });

  test('have posts of every kind; one for connections only cannot be sponsored', async () => {
    const at = await linkedinAtSandbox();
    const posts = await at.platform.inspect.posts?.(at.access, professionalNetwork.organization);
    expect(posts?.map(({ id, boostable }) => [id, boostable])).toEqual(
      [...professionalNetwork.posts].reverse().map((id, at) => [id, at !== 0]),
    );
  });
});
