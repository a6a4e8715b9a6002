import type { Actor } from '../../access/caller.ts';
import { SlipwayError } from '../../errors.ts';
import { budgetsWanted, guardedAccount, type Judgement, judgeDemand } from '../../guard/gate.ts';
import type { BudgetWanted } from '../../guard/judge.ts';
import { pendingIn, withPending } from '../../guard/pending.ts';
import { firstSeenToday } from '../../guard/seen.ts';
import { type AdSetState, type CampaignState, campaignsOf, startedBetween } from '../../guard/started.ts';
import { toMicro } from '../../money.ts';
import type { EntityFacts } from '../../ports/platform-reads.ts';
import type { ManagePorts, Opened } from '../open-account.ts';
import type { Read } from './entities.ts';
import type { WantedStatus } from './wanted-status.ts';

/**
 * What the gate says to switching these objects on, or to letting ended ones go on: one call for the ad sets of
 * their campaigns. Undefined where nothing of that is asked for.
 */
export async function judgeStatus(
  ports: ManagePorts,
  caller: Actor,
  account: Opened<'edit'>,
  { status, endTime }: WantedStatus,
  reads: readonly Read[],
  pathOf: (id?: string) => string,
): Promise<Judgement | undefined> {
  const now = ports.clock.now();
  const starting = reads.filter(
    (read) =>
      (status === 'ACTIVE' && !('status' in read && read.status === 'ACTIVE')) ||
      (endTime !== undefined && 'status' in read && mayGoOn(read, now)),
  );
  if (starting.length === 0) return undefined;
  const objects = starting.map((read) => {
    if ('status' in read) return read;
    throw unknownSpend(account.platform.definition.id, pathOf(read.id));
  });
  const guarded = guardedAccount(account);
  await Promise.all(objects.filter(({ type }) => type !== 'ad').map((object) => firstSeenToday(ports, guarded, object)));
  const campaignIds = [...new Set(objects.map((object) => (object.type === 'campaign' ? object.id : (object.campaignId ?? ''))))];
  const held = campaignsOf(await account.platform.accounts.adSets(account.access, { campaignIds }));
  const before = withPending(held, await pendingIn(ports, guarded.companyId, guarded.key));
  const changed = new Map(objects.map((object) => [object.id, object]));
  const adSetOfAd = new Map(objects.flatMap(({ adSetId, id }) => (adSetId === undefined ? [] : [[adSetId, id] as const])));

  const adSetAfter = (campaignId: string, adSet: AdSetState): AdSetState => ({
    ...adSet,
    ...(changed.has(adSet.id) && status !== undefined && { status }),
    ...((changed.has(adSet.id) || changed.has(campaignId)) && endTime !== undefined && { endTime }),
    ...(adSetOfAd.has(adSet.id) && status === 'ACTIVE' && { hasActiveAds: true }),
  });
  const after = before.map(
    (campaign): CampaignState => ({
      ...campaign,
      ...(changed.has(campaign.id) && status !== undefined && { status }),
      adSets: campaign.adSets.map((adSet) => adSetAfter(campaign.id, adSet)),
    }),
  );
  const blamed = (adSetIds: readonly string[]): string => {
    const parents = before.filter(({ adSets }) => adSets.some(({ id }) => adSetIds.includes(id))).map(({ id }) => id);
    return pathOf([...adSetIds, ...adSetIds.map((id) => adSetOfAd.get(id) ?? ''), ...parents].find((id) => changed.has(id)));
  };
  return judgeDemand(ports, caller, account, {
    // What is switched on is looked at even where it has nothing yet to deliver.
    wanted: objects.flatMap((object) => switchedOn(object, pathOf(object.id))),
    started: startedBetween(before, after, now, toMicro),
    switchesOn: true,
    pathOf: blamed,
  });
}

/** One that has ended goes on with a new end; of a campaign only its ad sets know. */
const mayGoOn = ({ type, status, endTime }: EntityFacts, now: number): boolean =>
  status === 'ACTIVE' && (type === 'campaign' || (endTime !== undefined && endTime <= now));

const switchedOn = ({ type, ...object }: EntityFacts, path: string): BudgetWanted[] =>
  type === 'ad' ? [] : budgetsWanted({ ...object, type }, () => path);

function unknownSpend(platform: string, path: string): SlipwayError {
  const message = `${platform} does not tell what this object would spend, so it cannot be switched on here.`;
  return new SlipwayError('unprocessable_entity', message, { details: [{ path, code: 'spend_unknown', message }] });
}
