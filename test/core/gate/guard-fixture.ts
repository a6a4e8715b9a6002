import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { accessAccount } from '../../../core/accounts/access.ts';
import { accountKey } from '../../../core/base/account-key.ts';
import { SlipwayError } from '../../../core/base/errors.ts';
import { parseRequest } from '../../../core/base/schema/parse.ts';
import { changeGuardrails } from '../../../core/gate/guardrails.ts';
import { guardrailsBody } from '../../../core/gate/schema.ts';
import { submitLaunch } from '../../../core/launch/accept/submit.ts';
import { createAdSet, createCampaign } from '../../../core/manage/create/create-object.ts';
import { duplicateAd } from '../../../core/manage/duplicate/duplicate-ad.ts';
import { duplicateAdSet } from '../../../core/manage/duplicate/duplicate-ad-set.ts';
import { duplicateCampaign } from '../../../core/manage/duplicate/duplicate-campaign.ts';
import { updateBudget } from '../../../core/manage/edit/update-budget.ts';
import { updateStatus } from '../../../core/manage/edit/update-status.ts';
import * as duplicate from '../../../core/manage/schema/duplicate.ts';
import * as edit from '../../../core/manage/schema/edit.ts';
import { undoUpdateRequest } from '../../../core/manage/schema/update.ts';
import { undoUpdate } from '../../../core/manage/undo/undo.ts';
import { updateObject } from '../../../core/manage/update/update-object.ts';
import * as create from '../../creation.ts';
import { createTwoPlatforms, shortVideo } from '../../two-platforms.ts';

export const eur = seed.accounts.eur;
export const clips = shortVideo.accounts.eur;
export { seed, shortVideo };

export type GuardFixture = Awaited<ReturnType<typeof createGuardFixture>>;

/** A company with accounts on both platforms and every operation that can spend, by its name. */
export async function createGuardFixture() {
  const fixture = await createTwoPlatforms();
  const { ports, caller, companyId } = fixture;
  const open = (adAccountId: string) =>
    accessAccount(
      ports,
      companyId,
      accountKey(adAccountId.startsWith('act_') ? 'primary' : 'short-video', adAccountId),
    );
  return {
    ...fixture,
    campaign: (body: object) =>
      createCampaign(
        ports,
        caller,
        parseRequest(create.createCampaignRequest, { ...newCampaign, ...body }),
      ).then(({ campaignId }) => campaignId),
    adSet: (body: object) =>
      createAdSet(
        ports,
        caller,
        parseRequest(create.createAdSetRequest, { ...newAdSet, ...body }),
      ).then(({ adSetId }) => adSetId),
    budget: (body: object) =>
      updateBudget(
        ports,
        caller,
        parseRequest(edit.updateBudgetRequest, { businessId: eur, ...body }),
      ),
    status: (body: object) =>
      updateStatus(
        ports,
        caller,
        parseRequest(edit.updateStatusRequest, { businessId: eur, ...body }),
      ),
    updateCampaign: (body: object) =>
      updateObject(ports, caller, { level: 'campaign', body: { accountId: eur, ...body } }),
    updateAdSet: (body: object) =>
      updateObject(ports, caller, { level: 'adSet', body: { accountId: eur, ...body } }),
    undo: (body: object) => undoUpdate(ports, caller, parseRequest(undoUpdateRequest, body)),
    copyCampaign: (body: object) =>
      duplicateCampaign(
        ports,
        caller,
        parseRequest(duplicate.duplicateCampaignRequest, { accountId: eur, ...body }),
      ),
    copyAdSet: (body: object) =>
      duplicateAdSet(
        ports,
        caller,
        parseRequest(duplicate.duplicateAdSetRequest, { accountId: eur, ...body }),
      ),
    copyAd: (body: object) =>
      duplicateAd(
        ports,
        caller,
        parseRequest(duplicate.duplicateAdRequest, { accountId: eur, ...body }),
      ),
    launch: (body: object) => submitLaunch(ports, caller, body),
    limits: (body: object) => changeGuardrails(ports, caller, parseRequest(guardrailsBody, body)),
    /** Changes a budget at the platform itself, past this service. */
    async rawBudget(
      adAccountId: string,
      type: 'campaign' | 'adset',
      id: string,
      daily: number,
    ): Promise<void> {
      const { platform, access } = await open(adAccountId);
      await platform.edit?.setBudget?.(access, type, id, { daily });
    },
    async rawStatus(
      adAccountId: string,
      type: 'campaign' | 'adset' | 'ad',
      id: string,
      status: 'ACTIVE' | 'PAUSED',
    ) {
      const { platform, access } = await open(adAccountId);
      await platform.edit?.setStatus(access, [{ type, id, status }]);
    },
    /** The daily budget the platform holds, in whole units. */
    async dailyBudget(
      adAccountId: string,
      type: 'campaign' | 'adset',
      id: string,
    ): Promise<number | undefined> {
      const { platform, access } = await open(adAccountId);
      const [facts] = (await platform.inspect?.entities(access, [{ type, id }])) ?? [];
      return facts !== undefined && 'status' in facts ? facts.dailyBudget : undefined;
    },
  };
}

const newCampaign = { accountId: eur, name: 'New', objective: 'OUTCOME_TRAFFIC' };
const newAdSet = {
  accountId: eur,
  name: 'New',
  location: { countries: ['US'] },
  optimizationGoal: 'LINK_CLICKS',
};

/** An ad for a launch. */
export const adIn = (adSets: readonly string[], more: object = {}) => ({
  adName: 'Boat',
  adAccountId: eur,
  adSets,
  link: 'https://example.com',
  media: [{ url: 'https://cdn.test/boat.png' }],
  page: seed.page,
  secondary: seed.profile,
  ...more,
});

/**
 * The guards a refusal names, with what was asked and what is allowed; throws when it was something
 * else.
 */
export async function exceeded(work: Promise<unknown>) {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof SlipwayError) || error.code !== 'unprocessable_entity') throw error;
    if (error.details.some(({ code }) => code !== 'guard_exceeded')) throw error;
    return error.details.map(({ path, guard, message }) => ({
      path,
      message,
      guard: guard?.name,
      asked: guard?.asked,
      limit: guard?.limit,
      account: guard?.adAccountId,
    }));
  }
  throw new Error('The gate let it pass.');
}
