import type { Fault } from '../../core/base/errors.ts';
import type { LaunchLimits } from '../../core/base/limits.ts';
import { type BatchBefore, madeAs, notToFollow } from '../../core/sheet/launch-after.ts';
import { splitBySize } from '../../core/sheet/split.ts';
import { ApiError } from './api-error.ts';
import type { AnswerOf } from './types.ts';

/**
 * Rows too many for one launch are launched in parts, one after the other; their plans are shown as
 * one.
 */

type Ad = { readonly [field: string]: unknown };
type Plan = AnswerOf<'plan'>;

export interface Part {
  readonly from: number;
  readonly ads: readonly Ad[];
}

export interface PlannedPart extends Part {
  readonly plan: Plan;
}

/**
 * An ad is whole in one part, however many rows it was written in. One without ad sets goes into
 * those for all.
 */
export function partsOf(
  ads: readonly Ad[],
  limits: LaunchLimits,
  adSetsForAll = 0,
): readonly Part[] {
  const parts: Part[] = [];
  const sizeOf = (ad: Ad) => ({
    creations: Array.isArray(ad.adSets) ? ad.adSets.length : adSetsForAll,
    characters: JSON.stringify(ad).length,
  });
  let from = 0;
  for (const each of splitBySize(ads, sizeOf, limits)) {
    parts.push({ from, ads: each });
    from += each.length;
  }
  return parts.length < 2 ? parts : parts.map(numbered);
}

/** `{{index}}` counts the ads of one request: in parts it goes on from the part before. */
const numbered = ({ from, ads }: Part): Part => ({
  from,
  ads: ads.map((ad, at) =>
    typeof ad.adName === 'string' ? { ...ad, adName: withIndex(ad.adName, from + at + 1) } : ad,
  ),
});

const withIndex = (name: string, index: number): string =>
  name.replace(/\{\{ {0,9}index {0,9}(?:: {0,9}0(\d{1,2}) {0,9})?\}\}/g, (_, digits?: string) =>
    String(index).padStart(Number(digits ?? 0), '0'),
  );

/**
 * Of an ad that an earlier part holds too: the service would take it for a repetition, and refuse
 * its part.
 */
export const repeatedFault = (at: number): Fault => ({
  path: `ads[${at}].adName`,
  code: 'already_launched',
  message:
    'An earlier row is the same ad. Give it another name, with {{index}} for example, or delete one of the two.',
});

/** What the service says of an ad of a part, said of the same ad among all. */
export const amongAll = <F extends { readonly path: string }>(
  { from }: Part,
  told: readonly F[],
): readonly F[] =>
  from === 0
    ? told
    : told.map((fault) => ({
        ...fault,
        path: fault.path.replace(
          /^ads\[(\d{1,6})\]/,
          (_, index: string) => `ads[${Number(index) + from}]`,
        ),
      }));

/**
 * The plans of all parts as one, each planned `after` those before it: limits and money are told by
 * the last. Its digest stands for all of theirs; what is launched is agreed to part by part.
 */
export function summedPlan(parts: readonly PlannedPart[]): Plan | undefined {
  const plans = parts.map(({ plan }) => plan);
  const [first] = plans;
  const last = plans[plans.length - 1];
  if (first === undefined || last === undefined || plans.length === 1) return first;
  const statuses = new Set(plans.map(({ launchStatus }) => launchStatus));
  const keyOf = ({ adAccountId, guard }: Plan['guards'][number]) => `${adAccountId} ${guard}`;
  // What one part exceeds is exceeded, whatever a later one asks for.
  const all = plans.flatMap(({ guards }) => guards.map((each) => ({ each, guards })));
  const byExcess = [...all].sort((a, b) => Number(a.each.exceeded) - Number(b.each.exceeded));
  const guardsOf = new Map(byExcess.map(({ each, guards }) => [keyOf(each), guards]));
  // A part finds what one before it has made, so that the plans of parts do not add up to what is
  // made above the ads.
  const { creates: _, ...rest } = last;
  return {
    ...rest,
    digest: plans.map(({ digest }) => digest).join(' '),
    totalAds: sum(plans.map(({ totalAds }) => totalAds)),
    launchStatus: statuses.size === 1 ? first.launchStatus : 'MIXED',
    operations: parts.flatMap(({ from, plan }, at) =>
      plan.operations.map((each) => ({
        ...each,
        id: `${at} ${each.id}`,
        adIndex: each.adIndex + from,
        dependsOn: each.dependsOn.map((id) => `${at} ${id}`),
      })),
    ),
    cost: summedCost(plans.map(({ cost }) => cost)),
    guards: parts.flatMap((part) =>
      amongAll(
        part,
        part.plan.guards.filter((each) => guardsOf.get(keyOf(each)) === part.plan.guards),
      ),
    ),
    warnings: parts.flatMap((part) => amongAll(part, part.plan.warnings)),
  };
}

type Cost = Plan['cost'];

function summedCost(costs: readonly Cost[]): Cost {
  const accounts = new Map<string, Cost['byAccount'][number]>();
  // What an account has left is said last by the last plan.
  for (const each of costs.flatMap(({ byAccount }) => byAccount))
    accounts.set(each.adAccountId, {
      ...each,
      calls: each.calls + (accounts.get(each.adAccountId)?.calls ?? 0),
    });
  return {
    platformCalls: sum(costs.map(({ platformCalls }) => platformCalls)),
    httpRequests: sum(costs.map(({ httpRequests }) => httpRequests)),
    estimatedSeconds: sum(costs.map(({ estimatedSeconds }) => estimatedSeconds)),
    byAccount: [...accounts.values()],
  };
}

export const repeatsIn = (plan: Plan): number =>
  plan.warnings.filter(({ code }) => code === 'already_launched').length;

/**
 * Whether a part as it is planned now does no more than what was agreed to. What the parts before
 * it have done may have made it less: files that are uploaded, ad sets that deliver.
 */
function isWithin(agreed: Plan, now: Plan): boolean {
  // An ad set that was to be made may be there by now: a part before this one has made it.
  const isNew = ({ adSetId = '' }: Plan['operations'][number]): boolean =>
    adSetId.startsWith('new:');
  const adsOf = ({ operations }: Plan) => operations.filter(({ kind }) => kind === 'ad');
  const [wanted, planned] = [adsOf(agreed), adsOf(now)];
  const areSame = planned.every((ad, i) => {
    const other = wanted[i];
    const isThere =
      other !== undefined && (ad.adSetId === other.adSetId || (isNew(other) && !isNew(ad)));
    return isThere && ad.adIndex === other.adIndex && ad.name === other.name;
  });
  const moneyIn = (plan: Plan, account: string): readonly [daily: number, lifetime: number] => {
    const stake = plan.moneyAtStake.find(({ adAccountId }) => adAccountId === account);
    return [stake?.dailyBudget ?? 0, stake?.lifetimeBudget ?? 0];
  };
  return (
    now.launchStatus === agreed.launchStatus &&
    repeatsIn(now) <= repeatsIn(agreed) &&
    planned.length === wanted.length &&
    areSame &&
    now.moneyAtStake.every(({ adAccountId, dailyBudget, lifetimeBudget }) => {
      const [daily, lifetime] = moneyIn(agreed, adAccountId);
      return dailyBudget <= daily && lifetimeBudget <= lifetime;
    })
  );
}

/** What a refusal says whose plan is no longer the one that was agreed to. */
export const DIFFERS = 'plan_differs';

/**
 * A later part as it is planned after the parts before it. Throws `plan_differs` where it does more
 * than was agreed to.
 */
export async function plannedNow(
  { ads, plan: agreed }: PlannedPart,
  plan: (ads: Part['ads']) => Promise<Plan>,
): Promise<Plan> {
  const now = await plan(ads);
  if (isWithin(agreed, now)) return now;
  const message = 'What would happen now differs from the plan you agreed to.';
  throw new ApiError(409, 'conflict', message, {
    details: [{ path: 'planDigest', code: DIFFERS, message }],
  });
}

export interface Outcome<B> {
  readonly parts: number;
  readonly batches: readonly B[];
  /** Why the next part, and none after it, was not launched. */
  readonly refused?: ApiError;
}

/** The campaigns and ad sets that a part would make, as the status of a batch calls them. */
const makesOf = ({ plan }: { readonly plan?: Plan }): readonly string[] =>
  (plan?.operations ?? []).flatMap(({ kind, name = '' }) =>
    kind === 'campaign' || kind === 'adset' ? madeAs(kind, name) : [],
  );

/**
 * Launches parts one after the other until all are launched or one is refused. A part that would
 * make what an earlier one makes waits until that one's batch has ended, and is launched if it is
 * there then. An earlier part without a plan is launched already: what it makes is told by its
 * batch.
 */
export async function launchInOrder<P extends { readonly plan?: Plan }, B>(
  parts: readonly P[],
  launch: (part: P, at: number) => Promise<B>,
  ended: (batch: B, waiting: number) => Promise<BatchBefore>,
): Promise<Outcome<B>> {
  const batches: B[] = [];
  for (const [at, part] of parts.entries()) {
    try {
      const wanted = new Set(makesOf(part));
      for (const [before, batch] of batches.entries()) {
        const earlier = parts[before];
        const mayMakeIt =
          earlier?.plan === undefined || makesOf(earlier).some((each) => wanted.has(each));
        if (wanted.size === 0 || !mayMakeIt) continue;
        const reason = notToFollow(await ended(batch, at), wanted);
        if (reason !== undefined) throw new ApiError(409, 'conflict', reason);
      }
      batches.push(await launch(part, at));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { parts: parts.length, batches, refused: error };
    }
  }
  return { parts: parts.length, batches };
}

/** A refusal is an answer: the part is not launched. Without one it may be. */
export const mayBeLaunched = ({ status }: ApiError): boolean => status < 400 || status >= 500;

const MAX_NAME = 200;

/** The name of the batch that a part becomes: `Autumn (2 of 3)`. */
export const partName = (name: string, part: string): string =>
  `${name.slice(0, MAX_NAME - part.length - 3)} (${part})`;

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, each) => total + each, 0);
