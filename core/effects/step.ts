import type { AccountKey } from '../base/account-key.ts';
import type { PlatformFailure } from '../base/errors.ts';
import type { Waiting } from './waiting.ts';

/** Something that must happen once at a platform. */
export interface Step {
  /** Unique in its plan and deterministic. */
  readonly id: string;
  readonly account: AccountKey;
  /** Steps before it in the plan that must be done first. */
  readonly dependsOn: readonly string[];
}

/**
 * What became of a step that was sent or asked about. `R`: what the platform made of it. `F`: why
 * it never will.
 */
export type Settled<R extends object = object, F extends object = object> =
  | ({ readonly to: 'done' } & R)
  /** To be sent, perhaps again, at that time. */
  | { readonly to: 'pending'; readonly notBefore: number; readonly failure?: PlatformFailure }
  /** The platform goes on with it by itself, and is looked at again at that time. */
  | { readonly to: 'started'; readonly session: string; readonly notBefore: number }
  /**
   * The platform may have made something: it is asked at that time, before anything is sent again.
   * `waitedMs`: how long workers have waited since it was last sent, by their monotonic clocks.
   * `answered`: the platform has said its last word, so what exists grows no more.
   */
  | {
      readonly to: 'unknown';
      readonly notBefore: number;
      readonly waitedMs?: number;
      readonly answered?: true;
      readonly failure?: PlatformFailure;
    }
  | ({ readonly to: 'failed' } & F)
  /** With a step that it depends on. */
  | { readonly to: 'failed'; readonly because: string };

/** Entries are only added; with the plan they say all about its steps. */
export interface Entry<S extends Settled = Settled> {
  readonly at: number;
  /**
   * Handed to the platform just after this entry was committed; where a step can be sent in several
   * ways, by its way.
   */
  readonly sending?: readonly string[] | { readonly [id: string]: string };
  /** By the platform's clock, where its objects can be told only by when they were made. */
  readonly platformAt?: number;
  readonly outcomes?: { readonly [id: string]: S };
  /**
   * May have been sent unknown to this journal: it was restored from a backup after which the
   * service had gone on. Each is looked for before it is sent.
   */
  readonly doubted?: readonly string[];
  /** Failed or undone steps, wanted once more. */
  readonly again?: readonly string[];
}

export interface StepState<R extends object = object, F extends object = object> extends Waiting {
  readonly phase: 'pending' | 'sending' | 'started' | 'unknown' | 'done' | 'failed';
  /** The way in which it was last sent. */
  readonly how?: string;
  /**
   * How often it was sent in this way and answered, or given up on. A worker's death in between
   * does not count.
   */
  readonly attempts: number;
  readonly throttles?: number;
  /** How long it was put off while the platform was at work on it. */
  readonly processingMs?: number;
  /** By our clock, first and last; and first by the platform's own, where known. */
  readonly firstSentAt?: number;
  readonly sentAt?: number;
  readonly firstSentAtPlatform?: number;
  readonly session?: string;
  readonly answered?: boolean;
  /** How often it was made before, and undone. */
  readonly made?: number;
  /**
   * Something without a known id may exist on the platform. A pending one is looked for before it
   * is sent.
   */
  readonly maybeMade: boolean;
  /**
   * By `Entry.doubted`: it may have been made, and changed or finished, unknown to this journal.
   */
  readonly doubted?: true;
  readonly result?: R;
  readonly failure?: F | { readonly because: string };
  readonly lastFailure?: PlatformFailure;
}

export type States<R extends object = object, F extends object = object> = Map<
  string,
  StepState<R, F>
>;
