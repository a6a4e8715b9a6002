import type * as v from 'valibot';
import type { Actor } from '../../access/caller.ts';
import { definitionsOf } from '../../accounts/find-account.ts';
import {
  type AccountKey,
  accountKeyOf,
  accountOfKey,
  adAccountIdOf,
} from '../../base/account-key.ts';
import { counted } from '../../base/counted.ts';
import { defined } from '../../base/defined.ts';
import { quoted } from '../../base/schema/quoted.ts';
import { tightest, type Verdict } from '../../gate/judge.ts';
import type { Preview } from '../../gate/preview.ts';
import { askFor, hostOf } from '../../media/hosts.ts';
import type { Outbound } from '../../ports/outbound.ts';
import { inTurns, type Steps, turnFor } from '../../records/steps.ts';
import { adSetKey, type Plan, type PlannedOperation } from '../plan/plan.ts';
import { adOf, isAbove } from '../plan/resolve.ts';
import type { AdsInto } from '../request-schema.ts';
import type { launchPlan } from '../schema.ts';
import {
  isActive,
  isTop,
  type NewParent,
  newId,
  parentOf,
  parentSummary,
} from '../structure/parents.ts';
import { adsEach } from './check.ts';
import { priceLaunch } from './cost.ts';
import { withDayQuota } from './day-quota.ts';
import { followLinks } from './follow-links.ts';
import { identityWarnings } from './identity-warnings.ts';
import { askPlatforms, type Validation } from './platform-opinion.ts';
import { type PreparedLaunch, type PreparePorts, prepareLaunch } from './prepare.ts';
import { type ActiveAd, judgeSpending, judgeWhole, unknownSpending } from './spending.ts';

type LaunchPlanAnswer = v.InferOutput<typeof launchPlan>;

/** What a launch would do and cost. Creates nothing. */
export async function dryRun(
  ports: PreparePorts & { readonly outbound?: Outbound },
  companyId: string,
  body: unknown,
  options: {
    readonly validate?: Validation | undefined;
    readonly links?: 'follow' | undefined;
    readonly by?: Actor;
  } = {},
): Promise<LaunchPlanAnswer> {
  return dryRunOf(ports, companyId, await prepareLaunch(ports, companyId, body), options);
}

async function dryRunOf(
  ports: PreparePorts & { readonly outbound?: Outbound },
  companyId: string,
  prepared: PreparedLaunch,
  options: NonNullable<Parameters<typeof dryRun>[3]>,
): Promise<LaunchPlanAnswer> {
  const { plan, digest, launchStatus } = prepared;
  const by = options.by ?? { companyId, keyId: '' };
  const { active, ...made } = prepared.spending;
  const before = madeBefore(prepared.after, plan.parents);
  const structure =
    before.length === 0
      ? made.structure
      : { ...made.structure, parents: [...(plan.parents ?? []), ...before] };
  const spending = await judgeSpending(ports, by, {
    ...made,
    ...defined({ structure }),
    active: [...active, ...activeAfter(prepared.after)],
  });
  const whole = await judgeWhole(ports, by, plan);
  const added = prepared.additions.flatMap(({ warnings = [] }) => warnings);
  await turnFor(ports.turns, plan.operations.length);
  const cost = await inTurns(ports.turns, priceLaunch(plan, ports.platforms));
  await turnFor(ports.turns, plan.operations.length);
  const quota = await withDayQuota(ports, companyId, plan, cost);
  const ask = askFor(ports, by, 'link');
  const followed =
    options.links === 'follow' && ports.outbound
      ? await followLinks(ports.outbound, plan.ads, (address) =>
          ask(hostOf(address) ?? address.slice(0, 100)),
        )
      : [];
  const operations = await inTurns(ports.turns, shownOperations(plan));
  const answer: LaunchPlanAnswer = {
    success: true,
    digest,
    totalAds: plan.operations.filter(({ kind }) => kind === 'ad').length,
    launchStatus,
    operations,
    ...becomesOf(plan, ports.platforms),
    ...(plan.parents && { creates: createsOf(plan) }),
    adSets: adsIntoEach(prepared),
    cost: quota.cost,
    guards: tightest([...spending.judgements.flatMap(({ verdicts }) => verdicts), ...whole]),
    moneyAtStake: spending.judgements.map(({ moneyAtStake }) => moneyAtStake),
    warnings: [
      ...added,
      ...prepared.warnings,
      ...unknownSpending(spending),
      ...(await identityWarnings(ports, companyId, plan)),
      ...quota.warnings,
      ...(await askPlatforms(ports, companyId, plan, options.validate)),
      ...followed,
    ],
  };
  // The caller writes it as JSON in one go.
  await turnFor(ports.turns, plan.operations.length);
  return answer;
}

function* shownOperations(plan: Plan): Steps<LaunchPlanAnswer['operations']> {
  const shown: LaunchPlanAnswer['operations'] = [];
  for (const operation of plan.operations) {
    const { id, kind, adIndex, adSetId, name, dependsOn, account } = operation;
    const adSetName = plan.adSets[adSetKey(account, adSetId ?? '')]?.name || undefined;
    const status = kind === 'ad' ? (adOf(plan, operation).paused ? 'PAUSED' : 'ACTIVE') : undefined;
    const more = defined({ adSetId, name, adSetName, launchStatus: status } as const);
    shown.push({
      id,
      kind,
      adIndex,
      ...more,
      dependsOn: [...dependsOn],
      summary: summaryOf(plan, operation),
    });
    yield;
  }
  return shown;
}

/** Ads that their platform can only show as several. */
function becomesOf(
  plan: Plan,
  platforms: PreparePorts['platforms'],
): Pick<LaunchPlanAnswer, 'becomes'> {
  const definitions = definitionsOf(platforms);
  const becomes = plan.ads
    .map((ad) => ({ adIndex: ad.index, ads: adsEach(ad, definitions) }))
    .filter(({ ads }) => ads > 1);
  return becomes.length === 0 ? {} : { becomes };
}

const createsOf = ({ parents = [] }: Plan) => ({
  campaigns: parents.filter(({ level }) => level === 'campaign').length,
  adSets: parents.filter(({ level }) => level === 'adSet').length,
});

const activeAfter = (after: readonly AdsInto[]): ActiveAd[] =>
  after.flatMap((each) =>
    each.activeAds === 0
      ? []
      : [{ account: accountKeyOf(each), adSetId: each.adSetId, path: 'after' }],
  );

function adsIntoEach({ plan, after }: PreparedLaunch): AdsInto[] {
  const into = new Map<string, AdsInto>(
    after.map((each) => [adSetKey(accountKeyOf(each), each.adSetId), each]),
  );
  for (const operation of plan.operations) {
    const { account, adSetId } = operation;
    if (adSetId === undefined) continue;
    const key = adSetKey(account, adSetId);
    const {
      ads = 0,
      activeAds = 0,
      makes = madeFor(adSetId, account, plan.parents),
    } = into.get(key) ?? {};
    const active = adOf(plan, operation).paused ? 0 : 1;
    const counts = { ads: ads + 1, activeAds: activeAds + active };
    into.set(key, {
      ...accountOfKey(account),
      adSetId,
      ...counts,
      ...(makes.length > 0 && { makes: [...makes] }),
    });
  }
  return [...into.values()];
}

type Made = NonNullable<AdsInto['makes']>[number];

/** A new ad set and the new campaign above it, for the plan of the next part. */
function madeFor(
  id: string,
  account: AccountKey,
  parents: readonly NewParent[] = [],
): readonly Made[] {
  const find = (wanted: string) =>
    parents.find((each) => each.account === account && newId(each.ref) === wanted);
  const adSet = find(id);
  return [adSet, find(adSet?.request.campaignId ?? '')].flatMap((parent) => {
    if (parent === undefined) return [];
    const { level, ref, request, pace: { startTime, endTime, weekdays } = {} } = parent;
    const { name, status, dailyBudget, lifetimeBudget, campaignId } = request;
    const pace = defined({ startTime, endTime, weekdays });
    return [
      { level, ref, name, pace, ...defined({ status, dailyBudget, lifetimeBudget, campaignId }) },
    ];
  });
}

/** What the parts before this one make, and this one does not. */
function madeBefore(
  after: readonly AdsInto[],
  own: readonly NewParent[] = [],
): readonly NewParent[] {
  const known = new Set(own.map(({ account, ref }) => `${account} ${ref}`));
  return after.flatMap(({ makes = [], ...each }) => {
    const account = accountKeyOf(each);
    return makes.flatMap(({ level, ref, pace, ...request }): NewParent[] => {
      const key = `${account} ${ref}`;
      if (known.has(key)) return [];
      known.add(key);
      const id = `${level} before: ${ref}`;
      return [
        {
          id,
          level,
          ref,
          account,
          request: { accountId: each.adAccountId, ...request },
          ...(pace && { pace: defined(pace) }),
        },
      ];
    });
  });
}

/** Carried out from a plan, a launch makes exactly this, or nothing. */
export async function previewLaunch(
  ports: PreparePorts,
  caller: Actor,
  body: unknown,
): Promise<Preview> {
  const prepared = await prepareLaunch(ports, caller.companyId, body);
  const plan = await dryRunOf(ports, caller.companyId, prepared, { by: caller });
  const { digest, totalAds, launchStatus, guards, moneyAtStake, cost, warnings } = plan;
  const state = {
    PAUSED: 'paused',
    ACTIVE: 'delivering at once',
    MIXED: 'some of them delivering at once',
  }[launchStatus];
  return {
    guards: guards as readonly Verdict[],
    moneyAtStake,
    warnings,
    startsDelivering: launchStatus !== 'PAUSED',
    summary: `Launch ${counted(totalAds, 'ad')}${newWords(prepared.plan)}, ${state}`,
    lines: [
      ...parentLines(prepared.plan),
      ...linesOf(prepared.plan),
      ...toldToApprovers(ports.platforms, warnings),
    ],
    adAccountIds: cost.byAccount.map(({ adAccountId }) => adAccountId),
    input: { ...(body as object), planDigest: digest },
  };
}

/** Warnings that something else is made than the fields say, each once. */
function toldToApprovers(
  platforms: PreparePorts['platforms'],
  warnings: Preview['warnings'] = [],
): readonly string[] {
  const codes = Object.values(platforms).flatMap(
    ({ definition }) => definition.launch?.decisive ?? [],
  );
  return [
    ...new Set(warnings.filter(({ code }) => codes.includes(code)).map(({ message }) => message)),
  ].slice(0, MOST_TOLD);
}

function newWords(plan: Plan): string {
  const { campaigns, adSets } = createsOf(plan);
  const parts = [
    ...(campaigns === 0 ? [] : [counted(campaigns, 'new campaign')]),
    ...(adSets === 0 ? [] : [counted(adSets, 'new ad set')]),
  ];
  return parts.length === 0 ? '' : ` in ${parts.join(' and ')}`;
}

const MOST_TOLD = 20;

const parentLines = ({ parents = [] }: Plan): readonly string[] =>
  parents.map((parent) =>
    [
      parentSummary(parent, parent.level === 'campaign' ? 'campaign' : 'adset'),
      ...(isTop(parent) && isActive(parent) ? ['switched on once all of it is there'] : []),
    ].join(', '),
  );

export function linesOf(
  plan: Plan,
  of: readonly PlannedOperation[] = plan.operations,
): readonly string[] {
  const ads = of.filter(({ kind }) => kind === 'ad');
  const lines = ads.slice(0, MOST_TOLD).map((operation) => {
    const ad = adOf(plan, operation);
    const { title, description, adDescription, cta, link, utmTags, page } = ad;
    const adSet = plan.adSets[adSetKey(operation.account, operation.adSetId ?? '')];
    const texts = { link, utmTags, title, description, adDescription, ...ad.platformFields };
    return [
      `${ad.paused ? 'Paused' : 'Active'} ad in ad set ${operation.adSetId} ${quoted(adSet?.name ?? '')}: name ${quoted(operation.name ?? '')}`,
      ...(cta === undefined ? [] : [`cta ${cta}`]),
      ...(page === undefined ? [] : [`page ${page}`]),
      ...Object.entries(texts).flatMap(([name, text]) =>
        text === undefined ? [] : [`${name} ${quoted(text, 200)}`],
      ),
      ...ad.media.map(({ filename, url = '' }) => `media ${quoted(filename || url)}`),
    ].join(', ');
  });
  return ads.length <= MOST_TOLD ? lines : [...lines, `And ${ads.length - MOST_TOLD} more ads`];
}

function summaryOf(plan: Plan, operation: PlannedOperation): string {
  if (isAbove(operation)) return parentSummary(parentOf(plan, operation), operation.kind);
  const ad = adOf(plan, operation);
  const filename = ad.media[operation.mediaIndex ?? 0]?.filename ?? '';
  switch (operation.kind) {
    case 'image':
    case 'video':
      return `Upload ${filename || operation.kind} to ${adAccountIdOf(operation.account)}`;
    case 'ready':
      return `Wait until ${filename || 'the video'} is processed`;
    case 'creative':
      return `Create the ${ad.type} creative of ad ${ad.index + 1}`;
    case 'ad': {
      const adSet = plan.adSets[adSetKey(operation.account, operation.adSetId ?? '')];
      return `Create ${ad.paused ? 'paused' : 'active'} ad ${quoted(operation.name ?? '')} in ${adSet?.name ? quoted(adSet.name) : operation.adSetId}`;
    }
    default:
      throw new Error(`${operation.id} has no sentence.`);
  }
}
