import type { LaunchAd, LaunchMedia } from '../../ports/launch-ad.ts';
import type { Placement } from '../../ports/placement.ts';
import type { PreviewCard, PreviewText } from './schema.ts';

/** What a card is drawn from: an ad of a launch, or a file alone. */
type Shown = Pick<LaunchAd, 'media'> & Partial<LaunchAd>;

/** A card for each place in which the platform would show the ad. */
export const cardsOf = (ad: Shown, placements: readonly Placement[]): PreviewCard[] =>
  placements.map((placement) => {
    const { id, kind, label, covered, source, asOf, format } = placement;
    const media = mediaFor(ad.media, placement);
    return {
      ...{ placement: id, kind, label, source, asOf },
      safeZone: covered ?? null,
      ownFormat: format ?? null,
      media: media === undefined ? null : framed(media, placement),
      more: ad.type === 'carousel' ? ad.media.length - 1 : 0,
      texts: {
        from: ad.primaryName ?? ad.secondaryName ?? null,
        primary: clipped(ad.description, placement.clips?.primary),
        headline: clipped(ad.type === 'carousel' ? (media?.carouselTitle ?? ad.title) : ad.title, placement.clips?.headline),
        description: clipped(ad.adDescription, undefined),
        button: ad.cta ?? null,
        host: /^https?:\/\/([^/?#]+)/i.exec(ad.link ?? '')?.[1] ?? null,
      },
    };
  });

/** Of several the one that the place cuts least; the first where nothing is known. */
function mediaFor(media: readonly LaunchMedia[], placement: Placement): LaunchMedia | undefined {
  const lost = ({ ratio }: LaunchMedia): number => {
    if (ratio === undefined) return 1;
    const cut = cutOf(ratio, placement);
    return 1 - cut.width * cut.height;
  };
  return [...media].sort((a, b) => lost(a) - lost(b))[0];
}

function framed({ url, type, filename, thumbnail, ratio }: LaunchMedia, placement: Placement): NonNullable<PreviewCard['media']> {
  const shown = ratio === undefined ? (placement.ratios?.least ?? 1) : shownRatio(ratio, placement);
  return {
    ...{ url: url ?? null, type, filename, thumbnail: thumbnail ?? null },
    /** Of the frame. */
    ratio: rounded(shown),
    cut: ratio === undefined ? null : cutOf(ratio, placement),
  };
}

const shownRatio = (ratio: number, { ratios }: Placement): number =>
  ratios === undefined ? ratio : Math.min(Math.max(ratio, ratios.least), ratios.most);

/** Which part of the picture is shown, as shares of it. */
function cutOf(ratio: number, placement: Placement): { x: number; y: number; width: number; height: number } {
  const shown = shownRatio(ratio, placement);
  const width = Math.min(1, shown / ratio);
  const height = Math.min(1, ratio / shown);
  return { x: rounded((1 - width) / 2), y: rounded((1 - height) / 2), width: rounded(width), height: rounded(height) };
}

const rounded = (share: number): number => Math.round(share * 10_000) / 10_000;

function clipped(text: string | undefined, most: number | undefined): PreviewText {
  if (text === undefined) return null;
  const signs = [...text];
  return most === undefined || signs.length <= most
    ? { text, isClipped: false }
    : { text: signs.slice(0, most).join('').trim(), isClipped: true };
}
