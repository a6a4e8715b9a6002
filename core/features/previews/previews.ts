import type * as v from 'valibot';
import { definitionsOf } from '../../accounts/find-account.ts';
import { type PreparePorts, prepareLaunch } from '../../launch/accept/prepare.ts';
import { readPlan } from '../../launch/journal/journal.ts';
import { batchStatus } from '../../launch/show/status.ts';
import type { LaunchAd } from '../../ports/launch-ad.ts';
import type { Definitions } from '../../ports/platform-definition.ts';
import { cardsOf } from './cards.ts';
import type { PreviewWindow, previewList } from './schema.ts';

type PreviewList = v.InferOutput<typeof previewList>;

/** How the ads of a launch would look. It is checked as a plan is, and nothing is created. */
export async function previewsOfLaunch(
  ports: PreparePorts,
  companyId: string,
  body: unknown,
  window: PreviewWindow,
): Promise<PreviewList> {
  const { plan } = await prepareLaunch(ports, companyId, body);
  return pageOf(plan.ads, definitionsOf(ports.platforms), window, new Map());
}

/** How the ads of a batch look. Those that exist have ids, by which the platform shows them itself where it can. */
export async function previewsOfBatch(
  ports: PreparePorts,
  companyId: string,
  batchId: string,
  window: PreviewWindow,
): Promise<PreviewList> {
  const { launchedAds } = await batchStatus(ports, companyId, batchId);
  const plan = await readPlan(ports.store, companyId, batchId);
  const made = new Map<number, string[]>();
  for (const { index, adId } of launchedAds) made.set(index, [...(made.get(index) ?? []), adId]);
  return pageOf(plan.ads, definitionsOf(ports.platforms), window, made);
}

function pageOf(
  ads: readonly LaunchAd[],
  definitions: Definitions,
  { offset = 0, limit = 10 }: PreviewWindow,
  made: ReadonlyMap<number, readonly string[]>,
): PreviewList {
  const data = ads.slice(offset, offset + limit).map((ad) => ({
    ...{ adIndex: ad.index, name: ad.adName, platform: ad.platform, adAccountId: ad.adAccountId },
    adIds: [...(made.get(ad.index) ?? [])],
    cards: cardsOf(ad, definitions[ad.platform]?.launch?.placements ?? []),
  }));
  return { success: true, data, count: data.length, total: ads.length };
}
