import type { ChosenAd } from '../../core/sheet/choose-ads.ts';
import { type ComposedLaunch, composeLaunch, splitAds } from '../../core/sheet/compose-launch.ts';
import type { InputOf } from '../../server/client/types.ts';
import type { App } from '../base/app.ts';
import type { LookedAt } from './looked-at.ts';

export type Scope = 'ready' | 'failed';

/** Rows say what they like; the service checks it. */
export const asRequest = (body: object | undefined): InputOf<'launch'> =>
  (body ?? {}) as InputOf<'launch'>;

interface ComposedPlan {
  readonly planId: string;
  readonly launches: readonly ComposedLaunch[];
}

/** The requests a launch of a sheet is made of. */
export async function composeAll(
  app: App,
  companyId: string,
  looked: LookedAt,
  again = false,
): Promise<ComposedPlan> {
  const now = app.clock.now();
  const where = { spreadsheetId: app.spreadsheet.getId(), sheetId: looked.open.id, companyId };
  const launches: ComposedLaunch[] = [];
  for (const [i, ads] of splitAds(toLaunch(looked)).entries()) {
    const composed = await composeLaunch(app.secrets, { ...where, now: now + i }, ads, again);
    const own = newCampaignsIn(composed);
    const follows = launches.flatMap((each) =>
      newCampaignsIn(each).some((ref) => own.includes(ref)) ? each.key : [],
    );
    launches.push(
      follows.length === 0 ? composed : { ...composed, record: { ...composed.record, follows } },
    );
  }
  return { planId: await app.secrets.sha256(launches.map(({ key }) => key).join()), launches };
}

/** What stands for an ad set that a row describes begins with what stands for its campaign. */
const newCampaignsIn = ({ record: { ads } }: ComposedLaunch): readonly string[] =>
  ads.flatMap(({ adSets }) =>
    adSets.flatMap((id) => (id.startsWith('new:') ? id.slice(0, id.lastIndexOf('/')) : [])),
  );

/**
 * The requests of the plan with that id; undefined when the rows are no longer those of the plan.
 */
export async function composeAgreed(
  app: App,
  companyId: string,
  looked: LookedAt,
  planId: string,
): Promise<ComposedPlan | undefined> {
  for (const again of [false, true]) {
    const composed = await composeAll(app, companyId, looked, again);
    if (composed.planId === planId) return composed;
  }
  return undefined;
}

export const toLaunch = ({ chosen }: LookedAt): ChosenAd[] =>
  chosen.filter(({ turn }) => turn === 'launch');
