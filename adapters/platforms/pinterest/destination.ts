import type { LaunchAd } from '../../../core/ports/launch-ad.ts';

/** One for each card. */
export const cardLinks = ({ media, link }: Pick<LaunchAd, 'media' | 'link'>): readonly string[] =>
  media.map(({ carouselLink }) => carouselLink ?? link ?? '');
