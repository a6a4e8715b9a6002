import type { ComposedLaunch } from '../../../core/sheet/compose-launch.ts';
import type { App } from '../../base/app.ts';
import { accountLabel, accountsNamed } from '../../base/platforms.ts';
import { Problem } from '../../base/problem.ts';
import { say } from '../../base/say.ts';
import { openService } from '../../base/service.ts';
import { handOver, learnFiles } from '../../drive/hand-over.ts';
import { type RowsSummary, summaryOf, withFreshLists } from '../../launch/check-rows.ts';
import { asRequest, composeAll, type Scope, toLaunch } from '../../launch/compose.ts';
import type { LookedAt } from '../../launch/looked-at.ts';
import { writeNotes } from '../../launch/marks.ts';
import { markRefused, withFaults } from '../../launch/refused.ts';
import { lookAndShow, lookAt, whileMoving } from '../../launch/rows.ts';
import { catchUp } from '../../launch/sync.ts';
import { currentLaunchSheet, type LaunchSheet } from '../../sheet/launch-sheet.ts';
import { adsIn, type Plan, repeatsIn, spendingIn, warningsIn } from './plan-rows.ts';

/** What launching now would do: shown before anything happens. */
export interface PlanView {
  /**
   * Stands for these rows as they are, and for a second launch where the plan tells of one;
   * launching asks for it.
   */
  readonly planId: string;
  readonly scope: Scope;
  /** The sheet whose rows these are; it is launched whichever is in front by then. */
  readonly sheetId: string;
  readonly summary: RowsSummary;
  /** Ads to be made, counted once for each ad set. */
  readonly totalAds: number;
  /** How many rows make ads that were launched already. */
  readonly repeats: number;
  readonly launchStatus: 'PAUSED' | 'ACTIVE' | 'MIXED';
  /** The first of them, in words, each with the row it comes from. */
  readonly ads: readonly { readonly row: number; readonly text: string }[];
  readonly accounts: readonly {
    readonly id: string;
    readonly name: string;
    readonly ads: number;
    readonly calls: number;
    readonly quotaPercent?: number;
  }[];
  readonly uploads: number;
  readonly requests: number;
  readonly platformCalls: number;
  readonly estimatedSeconds: number;
  readonly warnings: readonly string[];
}

const LISTED_ADS = 100;

export async function planLaunch(app: App, scope: Scope): Promise<PlanView> {
  const service = openService(app);
  const launchSheet = currentLaunchSheet(app);
  await catchUp(app, service);
  const look = (): Promise<LookedAt> =>
    whileMoving(launchSheet, () =>
      app.locked((store) => lookAndShow(app, store, launchSheet, scope)),
    );
  const first = await withFreshLists(app, await look(), look);
  const known = (await learnFiles(app, first)) ? await look() : first;
  const looked = (await handOver(app, known)) ? await look() : known;
  const { planId, launches } = await composeAll(app, service.companyId, looked);
  const names = new Map(
    looked.lists.accounts.map((account) => [account.id, accountLabel(account)]),
  );
  const hidden = hiddenWarning(looked);
  if (launches.length === 0) throw nothingToLaunch(looked, scope);

  const plans: Plan[] = [];
  for (const { body, record } of launches) {
    try {
      // A plan of many requests takes more than a minute's allowance.
      plans.push(
        await service.call('plan', asRequest({ ...body, faultsLimit: 5_000 }), { patient: true }),
      );
    } catch (error) {
      throw await markRefused(app, error, record.sheetId, record.ads);
    }
  }
  await noteWarnings(app, launchSheet, plans, launches);
  const repeats = repeatsIn(plans);
  const summary = summaryOf(looked);
  const statuses = new Set(plans.map(({ launchStatus }) => launchStatus));
  const [status = 'PAUSED'] = statuses;
  return {
    planId:
      repeats === 0 ? planId : (await composeAll(app, service.companyId, looked, true)).planId,
    scope,
    sheetId: looked.open.id,
    summary,
    totalAds: sum(plans.map(({ totalAds }) => totalAds)),
    repeats,
    launchStatus: statuses.size === 1 ? status : 'MIXED',
    ads: adsIn(looked, plans, launches).slice(0, LISTED_ADS),
    accounts: accountsOf(looked, plans, names),
    uploads: sum(
      plans.map(
        ({ operations }) =>
          operations.filter(({ kind }) => kind === 'image' || kind === 'video').length,
      ),
    ),
    requests: launches.length,
    platformCalls: sum(plans.map(({ cost }) => cost.platformCalls)),
    estimatedSeconds: sum(plans.map(({ cost }) => cost.estimatedSeconds)),
    warnings: [
      ...spendingIn(plans),
      ...hidden,
      ...livingOn(looked),
      ...summary.remarks,
      ...warningsIn(looked, plans, launches),
    ].slice(0, 20),
  };
}

/**
 * Puts warnings as notes at their cells, which are not red; the next look at the row removes them.
 */
async function noteWarnings(
  app: App,
  launchSheet: LaunchSheet,
  plans: readonly Plan[],
  launches: readonly ComposedLaunch[],
): Promise<void> {
  if (plans.every(({ warnings }) => warnings.length === 0)) return;
  await app.locked(async (store) => {
    // The rows may stand elsewhere since they were sent.
    const looked = await lookAt(app, store, launchSheet);
    const faults = launches.reduce(
      (all, { record }, i) =>
        withFaults({ ...looked, faults: all }, record.ads, plans[i]?.warnings ?? []),
      looked.faults,
    );
    writeNotes({ ...looked, faults });
  });
}

function nothingToLaunch({ chosen }: LookedAt, scope: Scope): Problem {
  const count = (turn: string): number => chosen.filter((each) => each.turn === turn).length;
  if (scope === 'failed') return new Problem('rows', say('noFailedRow'));
  if (count('faulty') > 0) return new Problem('rows', say('allFaulty'));
  if (count('unclear') > 0) return new Problem('rows', say('allUnclear'));
  if (count('launching') > 0) return new Problem('rows', say('allLaunching'));
  if (count('launched') > 0) return new Problem('rows', say('allLaunched'));
  return new Problem('rows', say('noneTicked'));
}

function accountsOf(
  looked: LookedAt,
  plans: readonly Plan[],
  names: ReadonlyMap<string, string>,
): PlanView['accounts'] {
  const ads = new Map<string, number>();
  for (const { ad, adSets } of toLaunch(looked)) {
    const [known] = accountsNamed(looked.lists.accounts, String(ad.adAccountId ?? ''));
    const account = known?.id ?? '';
    ads.set(account, (ads.get(account) ?? 0) + adSets.length);
  }
  const costs = plans.flatMap(({ cost }) => cost.byAccount);
  return [...new Set(costs.map(({ adAccountId }) => adAccountId))].map((id) => {
    const own = costs.filter(({ adAccountId }) => adAccountId === id);
    const quota = own[own.length - 1]?.quotaPercent;
    return {
      id,
      name: names.get(id) ?? id,
      ads: ads.get(id) ?? 0,
      calls: sum(own.map(({ calls }) => calls)),
      ...(quota === undefined ? {} : { quotaPercent: Math.round(quota) }),
    };
  });
}

/** A row whose ad sets were replaced makes another ad; the one it made before is not touched. */
const livingOn = (looked: LookedAt): string[] =>
  toLaunch(looked).flatMap(({ keyed, elsewhere }) =>
    elsewhere.length === 0
      ? []
      : `${say('row', { row: keyed.rows[0] ?? 0 })}: ${say('livesOn', { ads: elsewhere.join(', ') })}`,
  );

/** Each row is a call: of more rows it is not asked which of them are hidden. */
const ASKED_ROWS = 100;

/** Which rows a filter hides takes a call a row: the plan says that one is on. */
function hiddenWarning(looked: LookedAt): string[] {
  const { sheet } = looked.open;
  const rows = toLaunch(looked).flatMap(({ keyed }) => keyed.rows);
  const hidden = rows.length > ASKED_ROWS ? [] : rows.filter((row) => sheet.isRowHiddenByUser(row));
  return [
    ...(sheet.getFilter() === null ? [] : [say('filterOn')]),
    ...(hidden.length === 0 ? [] : [say('rowsHidden', { rows: hidden.join(', ') })]),
  ];
}

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, each) => total + each, 0);
