import { describe, expect } from 'vitest';
import { type Declaring, unknownId } from '../platform-under-test.ts';

export function accountsSuite({ testOf }: Declaring): void {
  describe('accounts', () => {
    testOf()(
      'lists its accounts with currency, time zone and status',
      async ({ platform, access }) => {
        const accounts = await platform.accounts.list(access.companyId, access.credentials);
        const mine = accounts.find(({ id }) => id === access.adAccountId);
        expect(mine).toMatchObject({
          currency: access.currency,
          timezone: access.timezone,
          status: 'active',
        });
        const ids = accounts.map(({ id }) => id);
        expect(ids).toEqual([...new Set(ids)].sort());
        for (const { minDailyBudget } of accounts) expect(minDailyBudget ?? 1).toBeGreaterThan(0);
      },
    );

    testOf('accounts.exchange')(
      'the credentials it stores for a connection open the same accounts',
      async ({ platform, access }) => {
        const { accounts } = platform;
        const { exchange } = accounts;
        const stored = await exchange(access.companyId, access.credentials);
        const ids = async (credentials: typeof stored) =>
          (await accounts.list(access.companyId, credentials)).map(({ id }) => id);
        expect(await ids(stored)).toEqual(await ids(access.credentials));
      },
    );

    testOf('accounts.renew')(
      'credentials that are renewed before they are needed open the same accounts',
      async ({ platform, access }) => {
        const { accounts } = platform;
        const { renew } = accounts;
        const { companyId } = access;
        const stored =
          (await accounts.exchange?.(companyId, access.credentials)) ?? access.credentials;
        const renewed = await renew({
          companyId,
          connectionId: 'renewed-early',
          credentials: stored,
        });
        const ids = async (credentials: typeof stored) =>
          (await accounts.list(companyId, credentials)).map(({ id }) => id);
        expect(await ids(renewed)).toEqual(await ids(access.credentials));
      },
    );

    testOf('accounts.token')(
      'says of its token whether it ends and what it lacks',
      async ({ platform, access }) => {
        const facts = await platform.accounts.token(access.companyId, access.credentials);
        expect(typeof (facts.endsAt ?? 1)).toBe('number');
        expect(facts.missingScopes).toEqual([]);
      },
    );

    testOf('accounts.accessTier')(
      'tells how much the app may ask, once an answer told it',
      async ({ platform, access }) => {
        await platform.accounts.campaigns(access);
        expect(platform.accounts.accessTier()).toMatch(/./);
      },
    );

    testOf()(
      'reads ad sets, all or by name, and leaves out those that do not exist',
      async ({ platform, access, adSetIds }) => {
        const all = await platform.accounts.adSets(access);
        expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([...adSetIds]));
        const some = await platform.accounts.adSets(access, { ids: [adSetIds[1], unknownId] });
        expect(some).toEqual([expect.objectContaining({ id: adSetIds[1] })]);
        for (const adSet of all) {
          expect(adSet.name).not.toBe('');
          expect(adSet.campaignName).not.toBe('');
          expect(adSet.capacity).toBeGreaterThan(0);
          expect(adSet.adCount).toBeGreaterThanOrEqual(0);
        }
        const campaigns = await platform.accounts.campaigns(access);
        for (const adSet of all) expect(campaigns.map(({ id }) => id)).toContain(adSet.campaignId);
      },
    );

    testOf()(
      'reads the ad sets of a campaign, with the budgets and the status of the campaign',
      async ({ platform, access, adSetIds }) => {
        const all = await platform.accounts.adSets(access);
        const campaignId = all.find(({ id }) => id === adSetIds[0])?.campaignId ?? '';
        const ofCampaign = await platform.accounts.adSets(access, {
          campaignIds: [campaignId, unknownId],
        });
        expect(ofCampaign).toEqual(all.filter((adSet) => adSet.campaignId === campaignId));
        const campaigns = new Map(
          (await platform.accounts.campaigns(access)).map((each) => [each.id, each]),
        );
        for (const { campaign, campaignId: id } of all) {
          const { status, dailyBudget, lifetimeBudget } = campaigns.get(id) ?? {};
          expect({ dailyBudget, lifetimeBudget, ...campaign }).toMatchObject({
            status,
            dailyBudget,
            lifetimeBudget,
          });
        }
      },
    );

    testOf()(
      'names the identities ads can be shown under, each once',
      async ({ platform, access }) => {
        const identities = await platform.accounts.identities(access);
        if (platform.definition.launch?.identity === 'none') expect(identities).toEqual([]);
        else expect(identities.length).toBeGreaterThan(0);
        expect(new Set(identities.map(({ value }) => value)).size).toBe(identities.length);
        for (const { value, label } of identities) {
          expect(value).not.toBe('');
          expect(label).not.toBe('');
        }
      },
    );

    testOf('duplicate.recreate', 'edit.remove')(
      'reads what there is newest first, and nothing that was removed',
      async (at) => {
        const { platform, access, adSetIds } = at;
        const { duplicate } = platform;
        const { edit } = platform;
        const removes = edit.removes?.includes('adset') !== false;
        if (removes) await edit.remove(access, [{ type: 'adset', id: adSetIds[0] }]);
        const made: string[] = [];
        for (let copy = 0; copy < 2; copy += 1) {
          await at.clock.sleep(2_000);
          // Names may have to be unlike.
          const request = {
            type: 'adset',
            sourceId: adSetIds[1],
            deep: false,
            status: 'PAUSED',
            marker: `[copy ${copy}]`,
          } as const;
          const outcome = await duplicate.recreate(access, request);
          if (outcome.state === 'done') made.unshift(outcome.id);
        }
        await at.clock.sleep(duplicate.lagMs);
        const ids = (await platform.accounts.adSets(access)).map(({ id }) => id);
        expect(ids.slice(0, 2)).toEqual(made);
        expect(ids.includes(adSetIds[0])).toBe(!removes);
        expect(new Set(ids).size).toBe(ids.length);
      },
    );
  });
}
