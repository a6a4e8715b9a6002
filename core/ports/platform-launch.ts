import type { PlatformFailure } from '../base/errors.ts';
import type { LaunchAd, LaunchMedia } from './launch-ad.ts';
import type { Access, AdSet } from './platform-accounts.ts';

/** How a platform carries out a launch. The engine (core/launch) decides what to send and when. */
export interface LaunchCapability {
  /** Whether several ads share a creative, or each ad contains its own. */
  readonly creatives: 'shared' | 'inside-ad';
  /** The most operations `send` gets at once; it uses as few requests as it can. */
  readonly waveSize: number;
  /**
   * How long after an unanswered write the platform may still hide what it made. Before that "not
   * found" does not mean "not there".
   */
  readonly settleMs: number;
  /**
   * The longest `send` waits for an answer: what a dead worker had sent may be carried out for that
   * long.
   */
  readonly answerMs: number;
  /**
   * Whether what an operation makes can be told from everything else. Where not, `taken` also names
   * what other batches have made.
   */
  readonly leavesMarks: boolean;
  /**
   * The platform's time, from its last answers; undefined before the first. Asked only where no
   * marks are left: there the creation time tells objects apart, and our clock may be wrong.
   */
  platformNow?(): number | undefined;
  /** A video's first check comes this long after its upload. */
  readonly firstLookMs: number;

  /**
   * Ads for several ad sets share a creative when this is equal. Pure. (Primary builds a flexible
   * ad in two ways, depending on the campaign's objective.)
   */
  creativeKey(ad: LaunchAd, adSet: AdSetFacts): string;

  /** What `send` needs for these operations when nothing fails. Pure. */
  cost(operations: readonly LaunchOperation[]): LaunchCost;

  /**
   * Carries out independent operations of one account; one outcome each, in order. Never throws for
   * the platform's answer. An outcome is 'unknown' whenever the platform may have made something
   * whose id we have not read.
   */
  send(access: Access, operations: readonly LaunchOperation[]): Promise<readonly Outcome[]>;

  /**
   * What exists at the platform for these operations, found by their marks, or without marks by
   * everything else that tells them apart. `undefined`: nothing was found. Operations that cannot
   * be told apart (an ad wanted twice) are answered by count: two found objects answer two of them.
   * Objects in `taken` belong to others.
   */
  reconcile(
    access: Access,
    operations: readonly LaunchOperation[],
    taken: readonly string[],
  ): Promise<readonly (Outcome | undefined)[]>;

  /**
   * Where creatives are shared: deletes those of a batch. One without the batch's mark, or that an
   * ad still shows, is kept. `gone` names ads just deleted that may still be listed, `posts` what
   * the batch boosted and did not make. Answers in the order of `ids`; harmless when repeated.
   */
  removeCreatives?(
    access: Access,
    request: {
      readonly ids: readonly string[];
      readonly batch: string;
      readonly gone: readonly string[];
      readonly posts?: readonly string[];
    },
  ): Promise<readonly CreativeRemoval[]>;

  /**
   * The platform's own validate-only pass. `timeoutMs`: the longest wait, for callers who can do
   * without the answer.
   */
  validate?(
    access: Access,
    operations: readonly LaunchOperation[],
    options?: { readonly timeoutMs?: number },
  ): Promise<readonly Outcome[]>;
  /**
   * Present where `validate` takes one request per account for up to this many ads: every plan then
   * asks it, unless its caller declines. Beyond it, or where absent, only on request.
   */
  readonly validatesPlansOf?: number;

  /** The platform's limit of 24 hours, where it has one. */
  dayQuota?(access: Access): Promise<DayQuota | undefined>;

  /** Where a person can see the ad. */
  managerUrl(access: Pick<Access, 'adAccountId'>, adId: string): string;

  /**
   * The share of the account's call budget in use, per cent, from the last answers; undefined
   * before the first.
   */
  usage(adAccountId: string): number | undefined;
}

export type CreativeRemoval =
  /** Deleted, now or before. */
  | { readonly state: 'removed' }
  /** `why` is a sentence for people. */
  | { readonly state: 'kept'; readonly why: string }
  | { readonly state: 'failed'; readonly failure: PlatformFailure };

/** Read once before planning and kept in the plan. */
export type AdSetFacts = Pick<
  AdSet,
  'id' | 'name' | 'objective' | 'optimizationGoal' | 'destinationType' | 'promotedPage' | 'traits'
> &
  Partial<Pick<AdSet, 'campaignId'>>;

export interface DayQuota {
  /** In the last 24 hours, as counted here. */
  readonly used: number;
  /** Undefined where unknown. */
  readonly limit: number | 'unlimited' | undefined;
}

export interface LaunchCost {
  /** As the platform counts them: each entry of a batch is one. */
  readonly calls: number;
  readonly requests: number;
}

/**
 * One step of a launch. `id` is unique in its batch. `batch` is the mark of the platform object,
 * for finding it again.
 */
export type LaunchOperation = { readonly id: string; readonly batch: string } & (
  | { readonly kind: 'image' | 'video'; readonly media: LaunchMedia & { readonly url: string } }
  | { readonly kind: 'ready'; readonly videoId: string }
  | ({
      readonly kind: 'creative';
      readonly ad: LaunchAd;
      readonly assets: readonly Asset[];
      readonly creativeKey: string;
    } & FirstSent)
  | ({
      readonly kind: 'ad';
      readonly ad: LaunchAd;
      /** Tokens expanded. */
      readonly name: string;
      readonly adSet: AdSetFacts;
      readonly assets: readonly Asset[];
      readonly creativeKey: string;
      /** Set where creatives are shared. */
      readonly creativeId?: string;
    } & FirstSent)
);

interface FirstSent {
  /** When it was first sent, by our clock, which may be wrong. */
  readonly sentAt?: number;
  /** The same by `platformNow`. */
  readonly sentAtPlatform?: number;
}

/** One media item at the platform, in the order of the ad's media. */
export type Asset =
  | { readonly type: 'image'; readonly ref: string }
  | {
      readonly type: 'video';
      readonly ref: string;
      readonly thumbnailUrl?: string;
      /** The platform's id of the picture shown until the video plays, where it wants one. */
      readonly cover?: string;
    };

export type Outcome =
  | {
      readonly state: 'done';
      /**
       * The platform's id of what was made (an image's hash, a video's id, …). Ads name a video by
       * what 'ready' answers; a video without an id before that is asked about by what its upload
       * answered.
       */
      readonly ref: string;
      /** 'ready' only: the thumbnail, and its id where the platform uses ids. */
      readonly thumbnailUrl?: string;
      readonly cover?: string;
      /** 'image' and 'video' whose bytes passed through us. */
      readonly sha256?: string;
      /** For the user although it worked: "the promo code was dropped by the platform". */
      readonly warnings?: readonly string[];
    }
  /** 'ready' only: ask again after that time. */
  | { readonly state: 'waiting'; readonly retryInMs: number }
  | {
      readonly state: 'failed';
      readonly failure: PlatformFailure;
      readonly stage?: 'download';
      /** Failed before the platform was asked (`media_unreachable`, …). */
      readonly ownCode?: string;
      /**
       * The field of the ad that the platform means, as requests name it: `headlines`, `media[1]`.
       */
      readonly adField?: string;
    }
  | { readonly state: 'unknown'; readonly failure: PlatformFailure };
