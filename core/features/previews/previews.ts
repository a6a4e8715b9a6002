import type * as v from 'valibot';
import { definitionsOf } from '../../accounts/find-account.ts';
import { type PreparePorts, prepareLaunch } from '../../launch/accept/prepare.ts';
import { readPlan } from '../../launch/journal/journal.ts';
import { batchStatus } from '../../launch/show/status.ts';
import type { LaunchAd, LaunchMedia } from '../../ports/launch-ad.ts';
import type { Placement } from '../../ports/placement.ts';
import type { Definitions } from '../../ports/platform-definition.ts';
import type { PreviewCard, PreviewText, PreviewWindow, previewList } from './schema.ts';

type PreviewList = v.InferOutput<typeof previewList>;

export async function previewsOfLaunch(
  ports: PreparePorts,
  companyId: string,
  body: unknown,
  window: PreviewWindow,
): Promise<PreviewList> {
  const { plan } = await prepareLaunch(ports, companyId, body);
  return pageOf(plan.ads, definitionsOf(ports.platforms), window, new Map());
}

/** Ads that exist have ids, by which the platform shows them itself where it can. */
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
    adIndex: ad.index,
    name: ad.adName,
    platform: ad.platform,
    adAccountId: ad.adAccountId,
    adIds: [...(made.get(ad.index) ?? [])],
    cards: cardsOf(ad, definitions[ad.platform]?.launch?.placements ?? []),
  }));
  return { success: true, data, count: data.length, total: ads.length };
}

export const cardsOf = (
  ad: Pick<LaunchAd, 'media'> & Partial<LaunchAd>,
  placements: readonly Placement[],
): PreviewCard[] =>
  placements.map((placement) => {
    const { id, kind, label, covered, source, asOf, format } = placement;
    const media = mediaFor(ad.media, placement);
    return {
      placement: id,
      kind,
      label,
      source,
      asOf,
      safeZone: covered ?? null,
      ownFormat: format ?? null,
      media: media === undefined ? null : framed(media, placement),
      more: ad.type === 'carousel' ? ad.media.length - 1 : 0,
      texts: {
        from: ad.primaryName ?? ad.secondaryName ?? null,
        primary: clipped(ad.description, placement.clips?.primary),
        headline: clipped(
          ad.type === 'carousel' ? (media?.carouselTitle ?? ad.title) : ad.title,
          placement.clips?.headline,
        ),
        description: clipped(ad.adDescription, undefined),
        button: ad.cta ?? null,
        host: /^https?:\/\/([^/?#]+)/i.exec(ad.link ?? '')?.[1] ?? null,
      },
    };
  });

/** The one that the place cuts least; the first where nothing is known. */
function mediaFor(media: readonly LaunchMedia[], placement: Placement): LaunchMedia | undefined {
  const lost = ({ ratio }: LaunchMedia) => {
    if (ratio === undefined) return 1;
    const cut = cutOf(ratio, placement);
    return 1 - cut.width * cut.height;
  };
  return [...media].sort((a, b) => lost(a) - lost(b))[0];
}

function framed(
  { url, type, filename, thumbnail, ratio }: LaunchMedia,
  placement: Placement,
): NonNullable<PreviewCard['media']> {
  const shown = ratio === undefined ? (placement.ratios?.least ?? 1) : shownRatio(ratio, placement);
  return {
    url: url ?? null,
    type,
    filename,
    thumbnail: thumbnail ?? null,
    ratio: rounded(shown),
    cut: ratio === undefined ? null : cutOf(ratio, placement),
  };
}

const shownRatio = (ratio: number, { ratios }: Placement) =>
  ratios === undefined ? ratio : Math.min(Math.max(ratio, ratios.least), ratios.most);

/** The part of the picture that is shown, as shares of it. */
function cutOf(
  ratio: number,
  placement: Placement,
): { x: number; y: number; width: number; height: number } {
  const shown = shownRatio(ratio, placement);
  const width = Math.min(1, shown / ratio);
  const height = Math.min(1, ratio / shown);
  return {
    x: rounded((1 - width) / 2),
    y: rounded((1 - height) / 2),
    width: rounded(width),
    height: rounded(height),
  };
}

const rounded = (share: number) => Math.round(share * 10_000) / 10_000;

function clipped(text: string | undefined, most: number | undefined): PreviewText {
  if (text === undefined) return null;
  const signs = [...text];
  return most === undefined || signs.length <= most
    ? { text, isClipped: false }
    : { text: signs.slice(0, most).join('').trim(), isClipped: true };
}
