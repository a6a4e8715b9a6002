import type { AccountAccess } from '../../../accounts/access.ts';
import { offeredGroup } from '../../../accounts/capabilities.ts';
import { defined } from '../../../base/defined.ts';
import { PlatformError } from '../../../base/errors.ts';
import { plainStatus } from '../../../base/schema/request-fields.ts';
import { budgetsOf } from '../../../gate/started.ts';
import type {
  AdSet,
  Campaign,
  EntityStatus,
  EntityType,
} from '../../../ports/platform-accounts.ts';
import type { AdListing } from '../../../ports/platform-reads.ts';
import type { BudgetHolder, Entity } from '../judge/world.ts';
import type { Level } from '../schema/rule.ts';

const MOST_ADS = 20_000;

export async function readEntities(
  account: AccountAccess,
  level: Level,
): Promise<readonly Entity[]> {
  const { key, platform, access } = account;
  const base = { account: key, platform: platform.definition.id, level };
  if (level === 'account')
    return [{ ...base, id: access.adAccountId, name: access.adAccountId, status: 'ACTIVE' }];
  if (level === 'campaign')
    return (await platform.accounts.campaigns(access)).map((campaign) => ({
      ...base,
      ...ofCampaign(campaign),
    }));
  const adSets = await platform.accounts.adSets(access);
  if (level === 'adset') return adSets.map((adSet) => ({ ...base, ...ofAdSet(adSet) }));
  const byId = new Map(adSets.map((adSet) => [adSet.id, adSet]));
  return (await readAds(account)).map((ad) => ({ ...base, ...ofAd(ad, byId.get(ad.adSetId)) }));
}

const ofCampaign = (campaign: Campaign) => ({
  id: campaign.id,
  name: campaign.name,
  status: campaign.status,
  effectiveStatus: campaign.effectiveStatus,
  campaignId: campaign.id,
  objective: campaign.objective,
  ...withBudget('campaign', campaign),
});

const ofAdSet = (adSet: AdSet) => ({
  id: adSet.id,
  name: adSet.name,
  status: adSet.status,
  effectiveStatus: adSet.effectiveStatus,
  adCount: adSet.adCount,
  parentId: adSet.campaignId,
  campaignId: adSet.campaignId,
  campaignName: adSet.campaignName,
  objective: adSet.objective,
  ...defined({ optimizationGoal: adSet.optimizationGoal, endTime: adSet.endTime }),
  ...heldBudget(adSet),
});

function ofAd(ad: AdListing, adSet: AdSet | undefined) {
  const createdAt = Date.parse(ad.createdTime);
  return {
    id: ad.id,
    name: ad.name,
    effectiveStatus: ad.effectiveStatus,
    parentId: ad.adSetId,
    status: statusOf(plainStatus(ad.status)),
    ...(Number.isNaN(createdAt) ? {} : { createdAt }),
    ...(adSet !== undefined && {
      campaignId: adSet.campaignId,
      campaignName: adSet.campaignName,
      objective: adSet.objective,
      ...heldBudget(adSet),
    }),
  };
}

const statusOf = (word: string): EntityStatus =>
  word === 'ACTIVE' || word === 'PAUSED' || word === 'ARCHIVED' ? word : 'DELETED';

/** The ad set's own budget, else that of its campaign. */
function heldBudget(adSet: AdSet): { readonly budget?: BudgetHolder } {
  const own = withBudget('adset', adSet);
  if ('budget' in own) return own;
  return withBudget('campaign', {
    ...adSet.campaign,
    id: adSet.campaignId,
    name: adSet.campaignName,
  });
}

function withBudget(
  type: 'campaign' | 'adset',
  holder: Pick<BudgetHolder, 'id' | 'name' | 'status' | 'dailyBudget' | 'lifetimeBudget'>,
): { readonly budget?: BudgetHolder } {
  const { id, name, status } = holder;
  const budgets = budgetsOf(holder);
  return budgets.dailyBudget === undefined && budgets.lifetimeBudget === undefined
    ? {}
    : { budget: { type, id, name, status, ...budgets } };
}

async function readAds({ platform, access }: AccountAccess): Promise<readonly AdListing[]> {
  const inspect = offeredGroup(platform, 'inspect', 'scope.level');
  const ads: AdListing[] = [];
  let after: string | undefined;
  do {
    const page = await inspect.ads(access, { limit: 200, ...defined({ after }) });
    ads.push(...page.data);
    after = page.after;
  } while (after !== undefined && ads.length < MOST_ADS);
  return ads;
}

export async function readAges(
  { platform, access }: AccountAccess,
  entities: readonly Entity[],
): Promise<ReadonlyMap<string, number>> {
  const open = entities.filter(
    ({ createdAt, level }) => createdAt === undefined && level !== 'account',
  );
  const ages = new Map<string, number>();
  if (platform.inspect === undefined) return ages;
  for (let start = 0; start < open.length; start += 50) {
    const objects = open
      .slice(start, start + 50)
      .map(({ id, level }) => ({ id, type: level as EntityType }));
    for (const read of await platform.inspect.entities(access, objects)) {
      const createdAt = 'createdTime' in read ? Date.parse(read.createdTime) : Number.NaN;
      if (!Number.isNaN(createdAt)) ages.set(read.id, createdAt);
    }
  }
  return ages;
}

const learningAdSet = ({ level, id, parentId }: Entity): string | undefined =>
  level === 'adset' ? id : level === 'ad' ? parentId : undefined;

/**
 * Whether the ad set of each entity is in its learning phase; undefined where the platform does not
 * tell.
 */
export async function readLearning(
  { platform, access }: AccountAccess,
  entities: readonly Entity[],
): Promise<ReadonlyMap<string, boolean> | undefined> {
  if (platform.delivery === undefined) return undefined;
  const ids = [...new Set(entities.flatMap((entity) => learningAdSet(entity) ?? []))];
  const isOpen = new Map<string, boolean>();
  for (let start = 0; start < ids.length; start += 50)
    for (const read of await platform.delivery.read(access, {
      type: 'adset',
      ids: ids.slice(start, start + 50),
      estimate: false,
    })) {
      if (!('failure' in read)) isOpen.set(read.id, read.learning?.isOpen === true);
      // A deleted ad set does not learn; the rest can be asked for again.
      else if (read.failure.class !== 'missing') throw new PlatformError(read.failure);
    }
  return new Map(
    entities.map((entity) => [entity.id, isOpen.get(learningAdSet(entity) ?? '') === true]),
  );
}

const MOST_PAGES = 20;

/** When each object was last changed; undefined where the platform tells no changes. */
export async function readChanges(
  { platform, access }: AccountAccess,
  since: number,
): Promise<ReadonlyMap<string, number> | undefined> {
  if (platform.history === undefined) return undefined;
  const changed = new Map<string, number>();
  let after: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const { data, after: next } = await platform.history.changes(access, {
      since,
      limit: 200,
      ...defined({ after }),
    });
    for (const { objectId, eventTime } of data)
      changed.set(objectId, Math.max(eventTime * 1000, changed.get(objectId) ?? 0));
    if (next === undefined) break;
    after = next;
  }
  return changed;
}
