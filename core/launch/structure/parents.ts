import { type AccountKey, adAccountIdOf } from '../../base/account-key.ts';
import { quoted } from '../../base/schema/quoted.ts';
import type { Next } from '../../effects/schedule.ts';
import type { AdSetState, CampaignState } from '../../gate/started.ts';
import type { AdPlatform } from '../../ports/ad-platform.ts';
import type { Pace } from '../../ports/platform-accounts.ts';
import type { CreationRequest, CreationTogether } from '../../ports/platform-create.ts';

/** A campaign or an ad set that a launch makes for its ads. */
export interface NewParent {
  /** Of the operation that makes it: `campaign:0`, `adset:3`. */
  readonly id: string;
  readonly level: 'campaign' | 'adSet';
  readonly ref: string;
  readonly account: AccountKey;
  /**
   * As its platform takes it. `campaignId` names a campaign that is made too by its ref (`newId`).
   */
  readonly request: CreationRequest;
  /** Ad sets: when it spends its budget. */
  readonly pace?: Pace;
}

/** Stands for the id of what is yet to be made. */
export const newId = (ref: string): string => `new:${ref}`;
export const isNewId = (id: string | undefined): boolean => id?.startsWith('new:') === true;

/**
 * Nothing above it is new. It is made paused and switched on last, so that nothing delivers before
 * all of it is there.
 */
export const isTop = ({ request }: NewParent): boolean => !isNewId(request.campaignId);

export const isActive = ({ request }: NewParent): boolean => request.status === 'ACTIVE';

export const parentWords = ({ level, request }: NewParent): string =>
  `${level === 'campaign' ? 'campaign' : 'ad set'} ${quoted(request.name)}`;

/** As asked for, with ads that are switched on or not. */
const adSetState = (parent: NewParent, hasActiveAds: boolean): AdSetState => ({
  ...parent.pace,
  ...stateOf(parent),
  hasActiveAds,
});

const campaignState = (parent: NewParent, adSets: readonly AdSetState[]): CampaignState => ({
  ...stateOf(parent),
  adSets,
});

function stateOf({
  ref,
  request: { name, status = 'PAUSED', dailyBudget, lifetimeBudget },
}: NewParent) {
  return {
    id: newId(ref),
    name,
    status,
    ...(dailyBudget !== undefined && { dailyBudget }),
    ...(lifetimeBudget !== undefined && { lifetimeBudget }),
  };
}

/**
 * What new campaigns and ad sets of an account will spend once the ads in these ad sets are
 * switched on. `idOf`: of what is made by now.
 */
export function newSpenders(
  parents: readonly NewParent[],
  account: AccountKey,
  active: ReadonlySet<string>,
  idOf: (id: string) => string = (id) => id,
): {
  readonly campaigns: readonly CampaignState[];
  readonly adSets: ReadonlyMap<string, readonly AdSetState[]>;
} {
  const own = parents.filter((parent) => parent.account === account);
  const byCampaign = new Map<string, AdSetState[]>();
  for (const parent of own) {
    if (parent.level !== 'adSet') continue;
    const campaign = parent.request.campaignId ?? '';
    const adSet = adSetState(parent, active.has(newId(parent.ref)));
    byCampaign.set(campaign, [
      ...(byCampaign.get(campaign) ?? []),
      { ...adSet, id: idOf(adSet.id) },
    ]);
  }
  const campaigns = own.flatMap((parent) => {
    if (parent.level !== 'campaign') return [];
    const campaign = campaignState(parent, byCampaign.get(newId(parent.ref)) ?? []);
    return [{ ...campaign, id: idOf(campaign.id) }];
  });
  return { campaigns, adSets: new Map([...byCampaign].filter(([id]) => !isNewId(id))) };
}

/** The sentence of a plan for an operation on what a launch makes above its ads. */
export function parentSummary(parent: NewParent, kind: string): string {
  const words = parentWords(parent);
  if (kind === 'finish') return `Finish ${words}`;
  if (kind === 'start') return `Switch ${words} on, once all of it is there`;
  const { dailyBudget, lifetimeBudget } = parent.request;
  const money = [
    ...(dailyBudget === undefined ? [] : [`${dailyBudget} a day`]),
    ...(lifetimeBudget === undefined ? [] : [`${lifetimeBudget} in all`]),
  ].map((amount) => `, ${amount}`);
  const state = isActive(parent) && !isTop(parent) ? 'active' : 'paused';
  return `Create ${state} ${words} in ${adAccountIdOf(parent.account)}${money.join('')}`;
}

/** Of any plan that makes parents; `parent`: what it makes, finishes or starts. */
interface AnyOperation {
  readonly id: string;
  readonly kind: string;
  readonly parent?: string;
}

interface Parents {
  readonly parents?: readonly NewParent[];
}

/** Operations above the ads that leave as one request. */
export interface Parcel<O extends AnyOperation = AnyOperation> {
  readonly kind: 'make' | 'finish' | 'start';
  readonly operations: readonly O[];
  /** Of the operations, in order. */
  readonly parents: readonly NewParent[];
  /** Absent: the platform takes one at a time. */
  readonly together?: CreationTogether | undefined;
}

/**
 * Objects of one level travel together where the platform takes several: campaigns, and ad sets
 * whose campaign the launch has made. An ad set of a campaign that was there before is looked at by
 * itself. Pure.
 */
export function parcelsOf<O extends AnyOperation>(
  plan: Parents,
  operations: readonly O[],
  platform: Pick<AdPlatform, 'create'> | undefined,
  mostOf: (together: CreationTogether | undefined) => number = (together) => together?.most ?? 1,
): readonly Parcel<O>[] {
  const groups = new Map<
    string,
    { readonly parcel: Omit<Parcel, 'operations' | 'parents'>; readonly own: O[] }
  >();
  for (const operation of operations) {
    const { level, request } = parentOf(plan, operation);
    const kind =
      operation.kind === 'finish' || operation.kind === 'start' ? operation.kind : 'make';
    const { together } = platform?.create?.[level] ?? {};
    const isAlone =
      kind !== 'start' &&
      (together === undefined || (level === 'adSet' && !isNewId(request.campaignId)));
    const campaign = together?.perCampaign && kind !== 'start' ? request.campaignId : '';
    const key = isAlone ? operation.id : `${kind} ${level} ${campaign}`;
    const group = groups.get(key) ?? {
      parcel: { kind, together: isAlone ? undefined : together },
      own: [],
    };
    groups.set(key, group);
    group.own.push(operation);
  }
  return [...groups.values()].flatMap(({ parcel, own }) => {
    const most = parcel.kind === 'make' ? mostOf(parcel.together) : own.length;
    return Array.from({ length: Math.ceil(own.length / most) }, (_, part) => {
      const some = own.slice(part * most, (part + 1) * most);
      return {
        ...parcel,
        operations: some,
        parents: some.map((operation) => parentOf(plan, operation)),
      };
    });
  });
}

export function parentOf(plan: Parents, { id, parent }: AnyOperation): NewParent {
  const found = plan.parents?.find((each) => each.id === parent);
  if (found === undefined)
    throw new Error(`Operation ${id} names ${parent}, which its plan does not make.`);
  return found;
}

/** Ads of the launch that are in it. */
export function adsIn<O extends AnyOperation & { readonly adSet?: string }>(
  { id, level, ref }: NewParent,
  { parents = [], operations }: Parents & { readonly operations: readonly O[] },
  isMade: (operation: O) => boolean,
): number {
  const below = parents.flatMap((each) =>
    each.request.campaignId === newId(ref) ? [each.id] : [],
  );
  const own = new Set(level === 'adSet' ? [id] : below);
  return operations.filter(
    (each) => each.kind === 'ad' && own.has(each.adSet ?? '') && isMade(each),
  ).length;
}

/** What is made above the ads goes first, side by side, so that it fills few requests. */
export function aboveFirst<O extends AnyOperation>(next: Next<O>): Next<O> {
  if (next.do !== 'send') return next;
  const above = next.steps.filter(({ parent }) => parent !== undefined);
  if (above.length === 0) return next;
  const order = (kind: string) => above.filter((operation) => operation.kind === kind);
  const sorted = ['campaign', 'adset', 'finish', 'start'].flatMap(order);
  return {
    ...next,
    steps: [...sorted, ...next.steps.filter(({ parent }) => parent === undefined)],
  };
}
