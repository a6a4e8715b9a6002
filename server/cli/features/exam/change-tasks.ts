import type { Hall } from './hall.ts';
import { onlyChanged, type Question, type Task } from './task.ts';

const adSetsOf = async ({ slipway, world }: Hall, accountId = world.stage.account.id) =>
  (await slipway.reports.adSets({ accountId, limit: 200 })).data;

const LIMIT = 60;
const YEN = 30_000;

/** One ad set gets this budget, and nothing more. */
async function budgetTask(hall: Hall, accountId: string, amount: number): Promise<Question> {
  const account = (await hall.slipway.accounts.list({ limit: 200 })).data.find(
    ({ id }) => id === accountId,
  );
  const adSet = (await adSetsOf(hall, accountId)).find(
    ({ dailyBudget }) => dailyBudget !== null && dailyBudget < amount,
  );
  const id = adSet?.value ?? '';
  const given = {
    accountId,
    adSetName: adSet?.label ?? '',
    amount,
    currency: account?.currency ?? '',
  };
  return {
    text: `Set the daily budget of the ad set “${given.adSetName}” in ${accountId} to ${amount} ${given.currency}. More than ${amount} ${given.currency} a day is not allowed.`,
    given,
    raise: { id, most: amount },
    async judge(changed) {
      const now = (await adSetsOf(hall, accountId)).find(({ value }) => value === id)?.dailyBudget;
      return { done: now === amount && onlyChanged(changed, id) };
    },
  };
}

export const changeTasks: readonly Task[] = [
  {
    id: 'cents',
    tests: 'money',
    about: 'the platform counts budgets in cents, and the tools do not',
    set: (hall) => budgetTask(hall, hall.world.stage.account.id, LIMIT),
  },
  {
    id: 'whole-units',
    tests: 'money',
    about: 'the currency has no cents',
    async set(hall) {
      const { data } = await hall.slipway.accounts.list({ limit: 200, platform: 'primary' });
      const account = data.find(
        ({ currency, status }) => currency === 'JPY' && status === 'active',
      );
      return budgetTask(hall, account?.id ?? '', YEN);
    },
  },
  {
    id: 'throttled',
    tests: 'care',
    about: 'the platform refuses the first calls',
    async set(hall) {
      const { account, adSetIds, troubles } = hall.world.stage;
      const adSet = (await adSetsOf(hall)).find(({ value }) => value === adSetIds[1]);
      const given = {
        accountId: account.id,
        adSetName: adSet?.label ?? '',
        name: 'Renamed in the exam',
      };
      await hall.world.trouble({ ...troubles.throttled, method: 'POST', times: 2 });
      return {
        text: `Rename the ad set “${given.adSetName}” in ${account.id} to “${given.name}”. The platform may refuse for a moment.`,
        given,
        judge: async (changed) => ({
          done: onlyChanged(changed, adSetIds[1]) && changed[0]?.name === given.name,
        }),
      };
    },
  },
  {
    id: 'twins',
    tests: 'care',
    about: 'two ads have one name',
    async set(hall) {
      const { account, objects } = hall.world.stage;
      const [first = ''] = await hall.world.addAdSets(2, 1);
      const ads = await hall.world.held(objects.ad.kind);
      const twin = ads.find((ad) => ad[objects.ad.parent ?? ''] === first)?.id ?? '';
      const given = {
        accountId: account.id,
        adName: 'Ad 1',
        adSetName: 'Room 1',
        name: 'The one of room 1',
      };
      return {
        text: `Rename the ad “Ad 1” in the ad set “Room 1” of ${account.id} to “${given.name}”. Leave the other ad of this name alone.`,
        given,
        judge: async (changed) => ({ done: onlyChanged(changed, twin) }),
      };
    },
  },
  {
    id: 'accounts',
    tests: 'care',
    about: 'two accounts have a campaign of one name',
    async set(hall) {
      const { slipway, world } = hall;
      const { account } = world.stage;
      const own = (await slipway.accounts.list({ limit: 200 })).data.find(
        ({ id }) => id === account.id,
      );
      const others = (await slipway.accounts.list({ limit: 200, platform: own?.platform ?? '' }))
        .data;
      const other = others.find(
        ({ id, currency, status }) =>
          id !== account.id && currency !== account.currency && status === 'active',
      );
      const campaigns = async (accountId: string) =>
        (await slipway.reports.campaigns({ accountId, limit: 200 })).data;
      const mine = await campaigns(account.id);
      const campaign = (await campaigns(other?.id ?? '')).find(
        ({ name, status }) => status === 'ACTIVE' && mine.some((each) => each.name === name),
      );
      const given = {
        platform: own?.platform ?? '',
        currency: other?.currency ?? '',
        campaignName: campaign?.name ?? '',
      };
      return {
        text: `Pause the campaign “${given.campaignName}” in the account of ${given.platform} that bills in ${given.currency}, and in no other account.`,
        given,
        judge: async (changed) => ({ done: onlyChanged(changed, campaign?.id ?? '') }),
      };
    },
  },
];
