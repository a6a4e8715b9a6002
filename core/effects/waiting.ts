/** How an effect that is not settled waits: for its time to be sent, or for its outcome to show. */
export interface Waiting {
  /** When to send it, or to ask about it, at the earliest. */
  readonly notBefore: number;
  /** When `notBefore` was written down. */
  readonly notedAt?: number;
  /** For how long its outcome has been open, as far as workers have watched it, and since when the present one does. */
  readonly waitedMs?: number;
  readonly waitingSince?: number;
  /** Its outcome is open because its worker died, whose request may have left in its last moment. */
  readonly abandoned?: boolean;
}

/** What a platform needs until "not to be seen" means "not there". */
export interface SettleTimes {
  /** How long after an unanswered request was given up on the platform may still make something, and hide it. */
  readonly settleMs: number;
  /** The longest an answer is waited for: what a worker that died had sent may be carried out for that long. */
  readonly answerMs: number;
}

/** How soon after an unanswered request the platform is asked for the first time. */
export const FIRST_QUESTION_MS = 500;
/** After that it is asked at growing distances. */
const SECOND_QUESTION_MS = 2_000;

/** For how long the outcome of an effect has been open, for certain. */
export const waitedMs = (
  { waitedMs: before = 0, waitingSince }: Pick<Waiting, 'waitedMs' | 'waitingSince'>,
  now: number,
): number => before + (waitingSince === undefined ? 0 : now - waitingSince);

/** How much of its time to make something and to show it the platform still has. Zero or less: none. */
export const leftMs = (waiting: Omit<Waiting, 'notBefore'>, now: number, { settleMs, answerMs }: SettleTimes): number =>
  (waiting.abandoned ? answerMs : 0) + settleMs - waitedMs(waiting, now);

/** When to ask again about an effect that is not to be seen, where the platform still has `left` of its time. */
export const askAgainAt = (
  waiting: Omit<Waiting, 'notBefore'>,
  now: number,
  left: number,
  longestPauseMs = Number.POSITIVE_INFINITY,
): number => now + Math.min(left, longestPauseMs, Math.max(SECOND_QUESTION_MS, waitedMs(waiting, now)));

/** The longest a worker waits for an effect without handing its job back (core/launch/run/run.ts). */
export const LONG_WAIT_MS = 60_000;

/**
 * When an effect is due in a new run. Times in a journal come from other runs, whose clocks may have been wrong or set
 * since: what they have put off into a future that is further away than they asked for comes when they asked for it, and
 * while this run lasts: every later run would begin to wait anew.
 */
export const rebasedDue = ({ notBefore, notedAt }: Waiting, now: number): number =>
  notedAt !== undefined && notedAt > now ? now + Math.min(Math.max(0, notBefore - notedAt), LONG_WAIT_MS) : notBefore;
