import { countIn, guardedAccount } from '../../guard/gate.ts';
import type { BudgetWanted, Demand } from '../../guard/judge.ts';
import { copiedAdSet } from '../../guard/pending.ts';
import {
  type AdSetState,
  type CampaignState,
  campaignsOf,
  nothingStarted,
  type Started,
  startedBetween,
} from '../../guard/started.ts';
import type { CopySource } from '../../ports/platform-changes.ts';
import type { EntityFacts } from '../../ports/platform-reads.ts';
import type { Opened } from '../open-account.ts';
import type { PreparedDuplicate } from './submit.ts';

/** What the copies ask for in money. One call where active copies join a campaign that may deliver already. */
export async function copyDemand(
  account: Opened<'duplicate'>,
  plan: PreparedDuplicate['plan'],
  parent: EntityFacts | undefined,
  path: string,
  now: number,
): Promise<Demand> {
  const { source } = plan;
  const started = plan.status === 'ACTIVE' ? await startedByCopies(account, plan, parent, now) : nothingStarted;
  return { wanted: holdersOf(source).flatMap((holder) => copiedBudgets(holder, path)), started, pathOf: () => path };
}

const holdersOf = (source: CopySource): readonly CopySource[] =>
  source.type === 'ad' ? [] : [source, ...source.children.flatMap(holdersOf)];

function copiedBudgets({ type, name, dailyBudget, lifetimeBudget }: CopySource, path: string): BudgetWanted[] {
  if (type === 'ad') return [];
  return [
    ...(dailyBudget === undefined ? [] : [{ type, name, kind: 'daily', amount: dailyBudget, path } as const]),
    ...(lifetimeBudget === undefined ? [] : [{ type, name, kind: 'lifetime', amount: lifetimeBudget, path } as const]),
  ];
}

/** Everything in an active copy is switched on, whatever it is in the source. */
async function startedByCopies(
  account: Opened<'duplicate'>,
  { source, names, parentId }: PreparedDuplicate['plan'],
  parent: EntityFacts | undefined,
  now: number,
): Promise<Started> {
  const count = countIn(guardedAccount(account));
  if (source.type === 'campaign') {
    const copies = names.map(
      (_, copy): CampaignState => ({
        ...copiedAdSet(source, String(copy)),
        adSets: source.children.map((adSet) => copiedAdSet(adSet, String(copy))),
      }),
    );
    return startedBetween([], copies, now, count);
  }
  if (source.type === 'adset' && source.children.length === 0) return nothingStarted;
  const campaignId = source.type === 'adset' ? (parentId ?? source.campaignId) : (parent?.campaignId ?? source.campaignId);
  const adSets = await account.platform.accounts.adSets(account.access, { campaignIds: [campaignId ?? ''] });
  const before = adSets.length > 0 ? campaignsOf(adSets) : [emptyCampaign(campaignId ?? '', parent)];
  const joined = (campaign: CampaignState): CampaignState =>
    source.type === 'adset'
      ? { ...campaign, adSets: [...campaign.adSets, ...names.map((_, copy) => copiedAdSet(source, String(copy)))] }
      : { ...campaign, adSets: campaign.adSets.map((adSet) => withActiveAd(adSet, parentId ?? source.adSetId)) };
  return startedBetween(before, before.map(joined), now, count);
}

const withActiveAd = (adSet: AdSetState, id: string | undefined): AdSetState =>
  adSet.id === id ? { ...adSet, hasActiveAds: true } : adSet;

/** A campaign nobody could read is taken for one that delivers, so that its ad sets are counted. */
function emptyCampaign(id: string, parent: EntityFacts | undefined): CampaignState {
  const { name = '', status = 'ACTIVE', dailyBudget, lifetimeBudget } = parent?.type === 'campaign' ? parent : {};
  return {
    ...{ id, name, status, adSets: [] },
    ...(dailyBudget !== undefined && { dailyBudget }),
    ...(lifetimeBudget !== undefined && { lifetimeBudget }),
  };
}
