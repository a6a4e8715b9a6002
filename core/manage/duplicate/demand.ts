import { defined } from '../../base/defined.ts';
import { toMicro } from '../../base/money.ts';
import { budgetsWanted } from '../../gate/gate.ts';
import type { BudgetWanted, Demand } from '../../gate/judge.ts';
import { copiedAdSet, copiedCampaign, type Pending, withStarting } from '../../gate/pending.ts';
import {
  type AdSetState,
  budgetsOf,
  type CampaignState,
  campaignsOf,
  nothingStarted,
  type Started,
  startedBetween,
} from '../../gate/started.ts';
import type { CopySource } from '../../ports/platform-changes.ts';
import type { EntityFacts } from '../../ports/platform-reads.ts';
import type { Opened } from '../open-account.ts';
import type { PreparedDuplicate } from './submit.ts';

interface Copies {
  readonly plan: PreparedDuplicate['plan'];
  readonly parent: EntityFacts | undefined;
  readonly pending: Pick<Pending, 'starting'>;
  readonly now: number;
}

/** One call where active copies join a campaign that may deliver already. */
export async function copyDemand(
  account: Opened<'duplicate'>,
  copies: Copies,
  path: string,
): Promise<Demand> {
  const { plan } = copies;
  const started =
    plan.status === 'ACTIVE' ? await startedByCopies(account, copies) : nothingStarted;
  return {
    wanted: copiedBudgets(plan.source, path),
    started,
    switchesOn: plan.status === 'ACTIVE',
    pathOf: () => path,
  };
}

const copiedBudgets = ({ type, ...source }: CopySource, path: string): BudgetWanted[] => [
  ...(type === 'ad'
    ? []
    : budgetsWanted({ name: source.name, ...budgetsOf(source), type }, () => path)),
  ...source.children.flatMap((child) => copiedBudgets(child, path)),
];

/** All of an active copy is switched on, or as much of it as in the source (`inherit`). */
async function startedByCopies(
  account: Opened<'duplicate'>,
  { plan, parent, pending, now }: Copies,
): Promise<Started> {
  const { source, names, parentId, inherit } = plan;
  if (source.type === 'campaign') {
    const copies = names.map((_, copy) => copiedCampaign(source, String(copy), { inherit, now }));
    return startedBetween([], copies, now, toMicro);
  }
  if (source.type === 'adset' && source.children.length === 0) return nothingStarted;
  if (inherit && source.status !== 'ACTIVE') return nothingStarted;
  const campaignId =
    source.type === 'adset'
      ? (parentId ?? source.campaignId)
      : (parent?.campaignId ?? source.campaignId);
  const adSets = await account.platform.accounts.adSets(account.access, {
    campaignIds: [campaignId ?? ''],
  });
  const held = adSets.length > 0 ? campaignsOf(adSets) : [emptyCampaign(campaignId ?? '', parent)];
  const before = withStarting(held, pending);
  const joined = (campaign: CampaignState): CampaignState =>
    source.type === 'adset'
      ? {
          ...campaign,
          adSets: [
            ...campaign.adSets,
            ...names.map((_, copy) =>
              copiedAdSet(source, String(copy), { inherit, now, parentId }),
            ),
          ],
        }
      : {
          ...campaign,
          adSets: campaign.adSets.map((adSet) => withActiveAd(adSet, parentId ?? source.adSetId)),
        };
  return startedBetween(before, before.map(joined), now, toMicro);
}

const withActiveAd = (adSet: AdSetState, id: string | undefined): AdSetState =>
  adSet.id === id ? { ...adSet, hasActiveAds: true } : adSet;

/** An unread campaign is taken for one that delivers, so that its ad sets are counted. */
function emptyCampaign(id: string, parent: EntityFacts | undefined): CampaignState {
  const {
    name = '',
    status = 'ACTIVE',
    endTime,
    ...budgets
  } = parent?.type === 'campaign' ? parent : {};
  return { id, name, status, adSets: [], ...budgetsOf(budgets), ...defined({ endTime }) };
}
