/** An effect that is not settled waits for its time to be sent, or for its outcome to show. */
export interface Waiting {
  readonly notBefore: number;
  readonly notedAt?: number;
  /** How long workers have watched its open outcome, and since when the present one does. */
  readonly waitedMs?: number;
  readonly waitingSince?: number;
  /** Its worker died, and its request may have left in the last moment. */
  readonly abandoned?: boolean;
}

/** What a platform needs until "not seen" means "not there". */
export interface SettleTimes {
  /**
   * After an unanswered request was given up, the platform may still make something, and hide it,
   * for this long.
   */
  readonly settleMs: number;
  /**
   * The longest wait for an answer: what a dead worker had sent may be carried out for that long.
   */
  readonly answerMs: number;
}

export const FIRST_QUESTION_MS = 500;
/** Later questions come at growing distances. */
const SECOND_QUESTION_MS = 2_000;

export const waitedMs = (
  { waitedMs: before = 0, waitingSince }: Pick<Waiting, 'waitedMs' | 'waitingSince'>,
  now: number,
): number => before + (waitingSince === undefined ? 0 : now - waitingSince);

/** What is left of the platform's time to make something and to show it. */
export const leftMs = (
  waiting: Omit<Waiting, 'notBefore'>,
  now: number,
  { settleMs, answerMs }: SettleTimes,
): number => (waiting.abandoned ? answerMs : 0) + settleMs - waitedMs(waiting, now);

/**
 * When to ask again about an effect that is not seen, where `left` of the platform's time remains.
 */
export const askAgainAt = (
  waiting: Omit<Waiting, 'notBefore'>,
  now: number,
  left: number,
  longestPauseMs = Number.POSITIVE_INFINITY,
): number =>
  now + Math.min(left, longestPauseMs, Math.max(SECOND_QUESTION_MS, waitedMs(waiting, now)));

/** A worker that must wait longer for an effect hands its job back (core/launch/run/run.ts). */
export const LONG_WAIT_MS = 60_000;

/**
 * When an effect is due in a new run. Times in a journal come from other runs, whose clocks may
 * have been wrong: what they put off further than they asked for comes after the time they asked
 * for, and within this run, because every later run would begin to wait again.
 */
export const rebasedDue = ({ notBefore, notedAt }: Waiting, now: number): number =>
  notedAt !== undefined && notedAt > now
    ? now + Math.min(Math.max(0, notBefore - notedAt), LONG_WAIT_MS)
    : notBefore;
