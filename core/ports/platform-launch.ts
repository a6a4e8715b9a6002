import type { PlatformFailure } from '../base/errors.ts';
import type { LaunchAd, LaunchMedia } from './launch-ad.ts';
import type { Access, AdSet } from './platform-accounts.ts';

/** How a platform carries out a launch. The engine (core/launch) decides what to send and when. */
export interface LaunchCapability {
  /** Whether a creative is an object of its own that several ads share, or part of each ad. */
  readonly creatives: 'shared' | 'inside-ad';
  /** The most operations `send` is handed at once; it puts them into as few requests as it can. */
  readonly waveSize: number;
  /**
   * How long after an unanswered write the platform may still hide what it made. Until it has passed,
   * "not found" does not mean "not there".
   */
  readonly settleMs: number;
  /** The longest `send` waits for an answer: what a worker that died had sent may be carried out for that long. */
  readonly answerMs: number;
  /**
   * Whether what an operation makes can be told from what any other makes. Where it cannot, `taken` names
   * what other batches have made as well.
   */
  readonly leavesMarks: boolean;
  /**
   * What the platform's clock says now, as its answers told; undefined before one did. Only asked where no marks are
   * left: there what was made is told from what was there before by its time, which no wrong clock of ours may decide.
   */
  platformNow?(): number | undefined;
  /** A video is first asked about this long after its upload. */
  readonly firstLookMs: number;

  /**
   * Ads for several ad sets share a creative when this is equal for them. Pure. (Primary builds a
   * flexible ad in two ways, depending on the campaign's objective.)
   */
  creativeKey(ad: LaunchAd, adSet: AdSetFacts): string;

  /** Exactly what `send` will need for these operations when nothing fails. Pure. */
  cost(operations: readonly LaunchOperation[]): LaunchCost;

  /**
   * Carries out independent operations of one account and answers in their order. Never throws for what
   * the platform said: each operation has its own outcome. An outcome is 'unknown' whenever the platform
   * may have made something without us having read its id.
   */
  send(access: Access, operations: readonly LaunchOperation[]): Promise<readonly Outcome[]>;

  /**
   * Asks the platform what exists for these operations, by marks that only they could have left, or where
   * it takes none by everything else that tells them from others.
   * `undefined`: nothing was found. Operations that cannot be told apart (an ad wanted twice) are
   * answered by count: two found objects answer two of them. Objects listed in `taken` belong to others.
   */
  reconcile(
    access: Access,
    operations: readonly LaunchOperation[],
    taken: readonly string[],
  ): Promise<readonly (Outcome | undefined)[]>;

  /**
   * Where creatives are objects of their own: deletes those of a batch. One that does not carry the batch's
   * mark, or that an ad still shows, is kept. `gone` names ads that were just deleted and may still be
   * listed. Answers in the order of `ids`; harmless when repeated.
   */
  removeCreatives?(
    access: Access,
    request: { readonly ids: readonly string[]; readonly batch: string; readonly gone: readonly string[] },
  ): Promise<readonly CreativeRemoval[]>;

  /**
   * The platform's own validate-only pass, where it has one. `timeoutMs`: how long the answer is waited for, where the
   * caller can do without it.
   */
  validate?(
    access: Access,
    operations: readonly LaunchOperation[],
    options?: { readonly timeoutMs?: number },
  ): Promise<readonly Outcome[]>;
  /**
   * Present where `validate` is one request an account for up to so many ads: then every plan asks it, unless its caller
   * does not want that. Beyond, and where it is absent, only those who ask for it.
   */
  readonly validatesPlansOf?: number;

  /** What the platform allows in 24 hours, where it counts so: what is used, and the limit where it is known. */
  dayQuota?(access: Access): Promise<DayQuota | undefined>;

  /** Where a person can look at the ad. */
  managerUrl(access: Pick<Access, 'adAccountId'>, adId: string): string;

  /** The share of the account's call budget in use, per cent, as the last answers told; undefined before the first. */
  usage(adAccountId: string): number | undefined;
}

export type CreativeRemoval =
  /** Also when it was gone before. */
  | { readonly state: 'removed' }
  /** A sentence for people. */
  | { readonly state: 'kept'; readonly why: string }
  | { readonly state: 'failed'; readonly failure: PlatformFailure };

/** What a launch needs to know of an ad set; read once before planning and kept in the plan. */
export type AdSetFacts = Pick<AdSet, 'id' | 'name' | 'objective' | 'optimizationGoal' | 'destinationType' | 'promotedPage'> &
  Partial<Pick<AdSet, 'campaignId'>>;

export interface DayQuota {
  /** In the last 24 hours, as far as it was counted here. */
  readonly used: number;
  /** 'unlimited', or undefined where nobody said. */
  readonly limit: number | 'unlimited' | undefined;
}

export interface LaunchCost {
  /** Calls as the platform counts them: each entry of a batch is one. */
  readonly calls: number;
  readonly requests: number;
}

/**
 * One step of a launch with everything it needs resolved. `id` is unique in its batch. `batch` is the
 * mark the platform object carries, so that it can be found again.
 */
export type LaunchOperation =
  | {
      readonly kind: 'image' | 'video';
      readonly id: string;
      readonly batch: string;
      readonly media: LaunchMedia & { readonly url: string };
    }
  | {
      readonly kind: 'ready';
      readonly id: string;
      readonly batch: string;
      readonly videoId: string;
    }
  | {
      readonly kind: 'creative';
      readonly id: string;
      readonly batch: string;
      readonly ad: LaunchAd;
      readonly assets: readonly Asset[];
      readonly creativeKey: string;
    }
  | {
      readonly kind: 'ad';
      readonly id: string;
      readonly batch: string;
      readonly ad: LaunchAd;
      /** Tokens expanded. */
      readonly name: string;
      readonly adSet: AdSetFacts;
      readonly assets: readonly Asset[];
      readonly creativeKey: string;
      /** Set where creatives are shared. */
      readonly creativeId?: string;
      /** When the operation was first sent; undefined before. Our own clock, which may have been wrong. */
      readonly sentAt?: number;
      /** The same by the platform's clock, where `platformNow` knew it. */
      readonly sentAtPlatform?: number;
    };

/** One media item as the platform knows it, in the order of the ad's media. */
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
       * The platform's id of what was made (an image's hash, a video's id, …). Ads name a video by what 'ready' answers:
       * where a video has no id before, its upload answers something to ask with.
       */
      readonly ref: string;
      /** 'ready' only: the thumbnail to use, and its id where the platform goes by ids. */
      readonly thumbnailUrl?: string;
      readonly cover?: string;
      /** 'image' and 'video' where the bytes passed through us. */
      readonly sha256?: string;
      /** What the user should know although it worked: "the promo code was dropped by the platform". */
      readonly warnings?: readonly string[];
    }
  /** 'ready' only: not yet; ask again after that time. */
  | { readonly state: 'waiting'; readonly retryInMs: number }
  | {
      readonly state: 'failed';
      readonly failure: PlatformFailure;
      readonly stage?: 'download';
      /** What went wrong before the platform was asked at all (`media_unreachable`, …): then it refused nothing. */
      readonly ownCode?: string;
      /** The field of the ad that the platform means, as requests name it, where it is known: `headlines`, `media[1]`. */
      readonly adField?: string;
    }
  | { readonly state: 'unknown'; readonly failure: PlatformFailure };
