import type { PlatformId } from '../base/platforms.ts';

/** An ad's type after normalisation (normalize.ts). */
export type LaunchType = (typeof launchTypes)[number];

export const launchTypes = [
  'single',
  'multi',
  'carousel',
  'flexible',
  'postBoost',
  'partnershipCode',
] as const;

export interface LaunchAd {
  /** Position in the request's `ads`, from 0. */
  readonly index: number;
  /**
   * The ad's place in the request as sent: `ads[3]`, `creativeState.ads[0]`, or '' when its fields
   * are at top level.
   */
  readonly path: string;
  readonly platform: PlatformId;
  /** In the platform's registered spelling. */
  readonly adAccountId: string;
  readonly type: LaunchType;
  /** May still hold tokens such as `{{adset.name}}`; names.ts expands them per ad set. */
  readonly adName: string;
  readonly adSets: readonly LaunchAdSet[];
  /** Their place in the request as sent: in the ad, or at top level for all ads. */
  readonly adSetsPath: string;
  readonly media: readonly LaunchMedia[];
  /** Created without delivery. */
  readonly paused: boolean;
  /** Headline. */
  readonly title?: string;
  /** Primary text. */
  readonly description?: string;
  /** The small text under the headline. */
  readonly adDescription?: string;
  readonly headlineVariations?: readonly string[];
  readonly bodyVariations?: readonly string[];
  readonly cta?: string;
  readonly link?: string;
  /**
   * Query string without a leading question mark: `utm_source=x&utm_campaign={{campaign.name}}`.
   */
  readonly utmTags?: string;
  readonly page?: string;
  readonly primaryName?: string;
  readonly secondary?: string;
  readonly secondaryName?: string;
  readonly promoCode?: string;
  /** The form that the ad opens. */
  readonly leadFormId?: string;
  readonly aiMediaSelfDisclosure?: boolean;
  readonly partnershipCode?: string;
  readonly partnershipAd?: { readonly creatorId?: string; readonly creatorPageId?: string };
  /** Enhancements the user named; all others are stated as off. */
  readonly enhancements?: readonly string[];
  /**
   * Fields of one platform, by their names in requests (`selectedShortVideoUserAccount`,
   * `pinBoardId`, …).
   */
  readonly platformFields?: { readonly [field: string]: string };
}

export interface LaunchAdSet {
  readonly id: string;
  readonly label: string;
}

export interface LaunchMedia {
  /** Absent only on post boosts. */
  readonly url?: string;
  /** Documents are uploaded like images, on platforms that take them. */
  readonly type: 'image' | 'video' | 'document';
  /** With its ending, from `name`, the media store or the address. */
  readonly filename: string;
  readonly thumbnail?: string;
  /** `{page}_{post}`, post boosts only. */
  readonly effectiveStoryId?: string;
  readonly carouselTitle?: string;
  readonly carouselDescription?: string;
  readonly carouselLink?: string;
  readonly adCopyDescription?: string;
  /** Width / height, where known from the media store or marks in the file name. */
  readonly ratio?: number;
  /** Of the content, where known before reading it. */
  readonly sha256?: string;
}
