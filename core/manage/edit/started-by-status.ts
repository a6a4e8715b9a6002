import type { Actor } from '../../access/caller.ts';
import { defined } from '../../base/defined.ts';
import type { SlipwayError } from '../../base/errors.ts';
import { toMicro } from '../../base/money.ts';
import { breaks } from '../../base/refusal.ts';
import { budgetsWanted, type Judgement, judgeDemand } from '../../gate/gate.ts';
import { guardedAccount } from '../../gate/guarded.ts';
import type { BudgetWanted, Demand } from '../../gate/judge.ts';
import { pendingIn, withPending } from '../../gate/pending.ts';
import { firstSeenToday } from '../../gate/seen.ts';
import {
  type AdSetState,
  type CampaignState,
  campaignsOf,
  startedBetween,
} from '../../gate/started.ts';
import type { Pace } from '../../ports/platform-accounts.ts';
import type { EntityFacts } from '../../ports/platform-reads.ts';
import type { ManagePorts, Opened } from '../open-account.ts';
import type { Read } from './entities.ts';
import type { WantedStatus } from './wanted-status.ts';

/** A member of the pace that is named and undefined is taken away. */
export interface WantedChange {
  readonly status?: 'ACTIVE' | 'PAUSED';
  readonly pace?: { readonly [M in keyof Pace]?: Pace[M] | undefined };
}

interface ChangedObjects {
  readonly reads: readonly Read[];
  pathOf(id?: string): string;
}

/** For a change of status or end. Undefined where it starts nothing and speeds nothing up. */
export async function judgeStatus(
  ports: ManagePorts,
  caller: Actor,
  account: Opened<'edit'>,
  { wanted, ...changed }: ChangedObjects & { readonly wanted: WantedStatus },
): Promise<Judgement | undefined> {
  const { status, endTime } = wanted;
  const change = defined({ status, pace: endTime === undefined ? undefined : { endTime } });
  const demand = await changeDemand(ports, account, change, changed);
  return demand && judgeDemand(ports, caller, account, demand);
}

/**
 * For switching objects on, letting ended ones go on, or spending lifetime budgets at another pace:
 * one call for the ad sets of their campaigns. Undefined where the change does none of these.
 */
export async function changeDemand(
  ports: ManagePorts,
  account: Opened<'edit'>,
  { status, pace }: WantedChange,
  { reads: read, pathOf }: ChangedObjects,
): Promise<Demand | undefined> {
  const now = ports.clock.now();
  const guarded = guardedAccount(account);
  const pending = await pendingIn(ports, guarded.companyId, guarded.key);
  const reads = read.map((each) =>
    pending.starting.has(each.id) && 'status' in each
      ? { ...each, status: 'ACTIVE' as const }
      : each,
  );
  const starts = (read: Read) =>
    (status === 'ACTIVE' && !('status' in read && read.status === 'ACTIVE')) ||
    (pace !== undefined && 'endTime' in pace && 'status' in read && mayGoOn(read, now));
  const concerned = reads.filter(
    (read) => starts(read) || (pace !== undefined && 'status' in read && maySpeedUp(read)),
  );
  if (concerned.length === 0) return undefined;
  const objects = concerned.map((read) => {
    if ('status' in read) return read;
    throw unknownSpend(account.platform.definition.id, pathOf(read.id));
  });
  await Promise.all(
    objects
      .filter(({ type }) => type !== 'ad')
      .map((object) => firstSeenToday(ports, guarded, object)),
  );
  const campaignIds = [
    ...new Set(
      objects.map((object) => (object.type === 'campaign' ? object.id : (object.campaignId ?? ''))),
    ),
  ];
  const held = campaignsOf(await account.platform.accounts.adSets(account.access, { campaignIds }));
  const before = withPending(held, pending);
  const changed = new Map(objects.map((object) => [object.id, object]));
  const adSetOfAd = new Map(
    objects.flatMap(({ adSetId, id }) => (adSetId === undefined ? [] : [[adSetId, id] as const])),
  );

  // Some platforms end a campaign by the ends of its ad sets.
  const endOnly = pace !== undefined && 'endTime' in pace ? { endTime: pace.endTime } : undefined;
  const adSetAfter = (campaignId: string, adSet: AdSetState): AdSetState => ({
    ...withPace(
      adSet,
      changed.has(adSet.id) ? pace : changed.has(campaignId) ? endOnly : undefined,
    ),
    ...(changed.has(adSet.id) && status !== undefined && { status }),
    ...(adSetOfAd.has(adSet.id) && status === 'ACTIVE' && { hasActiveAds: true }),
  });
  const after = before.map(
    (campaign): CampaignState => ({
      ...withPace(campaign, changed.has(campaign.id) ? pace : undefined),
      ...(changed.has(campaign.id) && status !== undefined && { status }),
      adSets: campaign.adSets.map((adSet) => adSetAfter(campaign.id, adSet)),
    }),
  );
  const blamed = (adSetIds: readonly string[]): string => {
    const parents = before
      .filter(({ adSets }) => adSets.some(({ id }) => adSetIds.includes(id)))
      .map(({ id }) => id);
    return pathOf(
      [...adSetIds, ...adSetIds.map((id) => adSetOfAd.get(id) ?? ''), ...parents].find((id) =>
        changed.has(id),
      ),
    );
  };
  const started = objects.filter(starts);
  return {
    wanted: started.flatMap((object) => switchedOn(object, pathOf(object.id))),
    started: startedBetween(before, after, now, toMicro),
    switchesOn: started.length > 0,
    pathOf: blamed,
  };
}

const withPace = <S extends Pace>(state: S, pace: WantedChange['pace']): S =>
  pace === undefined ? state : (defined({ ...state, ...pace }) as S);

/** An ended object goes on with a new end; of a campaign only its ad sets know. */
const mayGoOn = ({ type, status, endTime }: EntityFacts, now: number) =>
  status === 'ACTIVE' && (type === 'campaign' || (endTime !== undefined && endTime <= now));

/** A lifetime budget, its own or a shared one, is spent faster when fewer days are left. */
const maySpeedUp = ({ type, status, dailyBudget }: EntityFacts) =>
  type !== 'ad' && status === 'ACTIVE' && dailyBudget === undefined;

const switchedOn = ({ type, ...object }: EntityFacts, path: string): BudgetWanted[] =>
  type === 'ad' ? [] : budgetsWanted({ ...object, type }, () => path);

function unknownSpend(platform: string, path: string): SlipwayError {
  const message = `${platform} does not tell what this object would spend, so it cannot be switched on here.`;
  return breaks(path, 'spend_unknown', message);
}
