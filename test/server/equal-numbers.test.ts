import { beforeAll, describe, expect, test } from 'vitest';
import type { AdPlatform } from '../../core/ports/ad-platform.ts';
import { testDefinition } from '../test-definition.ts';
import { moduleOf } from '../test-service.ts';
import { failOnDrift, type Harness, startHarness } from './harness.ts';
import { createTinyPlatform, GOOD_TOKEN } from './tiny-platform.ts';

failOnDrift();

/** A platform whose one account has the number 77. */
function platformWith(id: string, account: string, adSet: string): AdPlatform {
  const tiny = createTinyPlatform();
  const currency = id === 'pin' ? 'USD' : 'EUR';
  return {
    ...tiny,
    definition: testDefinition(id),
    accounts: {
      ...tiny.accounts,
      list: async () => [
        { id: account, name: `Shop on ${id}`, currency, timezone: 'UTC', status: 'active' },
      ],
      identities: async () => [{ value: '1', label: `Page on ${id}` }],
      adSets: async (access) =>
        (await tiny.accounts.adSets(access)).map((each) => ({
          ...each,
          id: adSet,
          name: `Set on ${id}`,
          campaignId: `c-${id}`,
        })),
    },
  };
}

const platforms = {
  primary: platformWith('primary', 'act_77', '1'),
  'short-video': platformWith('short-video', '77', '2'),
  pin: platformWith('pin', '77', '3'),
};
const credentials: { readonly [platform: string]: object } = {
  primary: { accessToken: GOOD_TOKEN },
  'short-video': { accessToken: GOOD_TOKEN, advertiserIds: '77' },
  pin: { accessToken: GOOD_TOKEN },
};

let harness: Harness;
const get = async (path: string) => (await harness.call('GET', path)).body;

beforeAll(async () => {
  harness = await startHarness({ platforms: Object.values(platforms).map(moduleOf) });
  for (const [platform, given] of Object.entries(credentials)) {
    const { status } = await harness.call('POST', '/v1/connections', {
      body: { platform, credentials: given },
    });
    expect(status).toBe(201);
  }
});

describe('accounts of three platforms with the same number', () => {
  test('are three accounts, whichever was connected last', async () => {
    expect(
      (await get('/v1/adaccounts')).data.map(
        ({ id, platform }: { id: string; platform: string }) => [platform, id],
      ),
    ).toEqual([
      ['primary', 'act_77'],
      ['short-video', '77'],
      ['pin', '77'],
    ]);
  });

  test('are named by a spelling only one has, or with their platform under any of its names', async () => {
    const pages = async (id: string) =>
      (await get(`/v1/profiles?accountId=${id}`)).data.map(
        ({ primaryName }: { primaryName: string }) => primaryName,
      );
    expect(await pages('act_77')).toEqual(['Page on primary']);
    expect(await pages('primary:77')).toEqual(['Page on primary']);
    expect(await pages('tiktok:77')).toEqual(['Page on short-video']);
    expect(await pages('pin:77')).toEqual(['Page on pin']);
  });

  test('are not guessed at: a number all of them have is refused, with all of them by name', async () => {
    const { status, body } = await harness.call('GET', '/v1/adsets?accountId=77');
    expect(status).toBe(422);
    expect(body.error.details).toMatchObject([{ path: 'accountId', code: 'ambiguous_account' }]);
    for (const key of ['primary:act_77', 'short-video:77', 'pin:77'])
      expect(body.error.message).toContain(key);
  });

  test('in a launch the platform beside the id settles it, and without it the ad is at fault', async () => {
    const plan = async (fields: object) => {
      const ad = {
        adName: 'A',
        adSets: ['2'],
        page: '1',
        secondary: '2',
        title: 'T',
        description: 'D',
        link: 'https://a.example/',
      };
      const body = { ads: [{ ...ad, media: [{ url: 'https://a.example/a.png' }], ...fields }] };
      const answer = await harness.call('POST', '/v1/launch/plan', { body });
      return (answer.body.error?.details ?? []) as { path: string; code: string }[];
    };
    const codes = async (fields: object) =>
      (await plan(fields)).map(({ path, code }) => `${path} ${code}`);
    expect(await codes({ adAccountId: '77' })).toContain('ads[0].adAccountId ambiguous_account');
    expect(await codes({ adAccountId: '77', adAccountType: 'tiktok' })).not.toContain(
      'ads[0].adAccountId ambiguous_account',
    );
    expect(await codes({ adAccountId: 'act_77', adAccountType: 'pin' })).toContain(
      'ads[0].adAccountId account_platform_mismatch',
    );
    // The ad set is known in the account of that platform alone.
    expect(await codes({ adAccountId: 'pin:77', adSets: ['2'] })).toContain(
      'ads[0].adSets[0] unknown_ad_set',
    );
    expect(await codes({ adAccountId: 'short-video:77', adSets: ['2'] })).not.toContain(
      'ads[0].adSets[0] unknown_ad_set',
    );
  });

  test('have defaults and limits of their own', async () => {
    for (const [account, title] of [
      ['tiktok:77', 'Short'],
      ['pin:77', 'Pin'],
    ])
      await harness.call('PUT', `/v1/launch-defaults?adAccountId=${account}`, { body: { title } });
    expect((await get('/v1/launch-defaults?adAccountId=short-video:77')).data.title).toBe('Short');
    expect((await get('/v1/launch-defaults?adAccountId=pin:77')).data.title).toBe('Pin');
    expect((await get('/v1/launch-defaults?adAccountId=act_77')).data.title).toBeUndefined();
    const limits = {
      accounts: { 'pin:77': { dailyBudget: 5 }, 'short-video:77': { dailyBudget: 6 } },
    };
    const { body } = await harness.call('PUT', '/v1/guardrails', { body: limits });
    const byPlatform = Object.fromEntries(
      body.accounts.map(
        ({
          platform,
          limits: { dailyBudget },
        }: {
          platform: string;
          limits: { dailyBudget: number };
        }) => [platform, dailyBudget],
      ),
    );
    expect(byPlatform).toEqual({ primary: 10_000, 'short-video': 6, pin: 5 });
    // Where an id would not tell, the answer says the platform.
    expect(body.own.accounts).toEqual({
      'pin:77': { dailyBudget: 5 },
      'short-video:77': { dailyBudget: 6 },
    });
  });

  test('go one by one: what is disconnected takes no other with it', async () => {
    const connections = (await get('/v1/connections')).data as { id: string; platform: string }[];
    const pin = connections.find(({ platform }) => platform === 'pin')?.id ?? '';
    await harness.call('DELETE', `/v1/connections/${pin}`);
    expect(
      (await get('/v1/adaccounts')).data.map(({ platform }: { platform: string }) => platform),
    ).toEqual(['primary', 'short-video']);
  });
});
