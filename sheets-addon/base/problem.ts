import { type Fault, SlipwayError } from '../../core/base/errors.ts';
import { say } from './say.ts';

/** What kind of trouble it is decides what the sidebar offers to do about it. */
type ProblemKind =
  /** No key yet, or the service does not take it (any more). */
  | 'connect'
  /** The service cannot be reached; nothing is lost, the same step can be taken again. */
  | 'offline'
  /** The service asks to wait. */
  | 'wait'
  /** The rows must be fixed; their cells say how. */
  | 'rows'
  /** What the user looked at is no longer what would happen. */
  | 'changed'
  | 'other';

/** Something a person can read and do something about. */
export class Problem extends Error {
  readonly kind: ProblemKind;
  readonly details: readonly Fault[];
  /** How many faults there are beyond those listed. */
  readonly unlisted: number;
  readonly waitSeconds: number | undefined;

  constructor(
    kind: ProblemKind,
    message: string,
    options: { details?: readonly Fault[]; faultCount?: number; waitSeconds?: number } = {},
  ) {
    super(message);
    this.name = 'Problem';
    this.kind = kind;
    this.details = options.details ?? [];
    this.unlisted = Math.max(0, (options.faultCount ?? 0) - this.details.length);
    this.waitSeconds = options.waitSeconds;
  }
}

/** What the sidebar is handed: plain data, whatever happened. */
export type Reply<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly problem: { readonly kind: ProblemKind; readonly message: string; readonly waitSeconds?: number };
    };

export function replyTo<T>(work: () => T): Reply<T> {
  try {
    return { ok: true, value: work() };
  } catch (error) {
    const { kind, message, waitSeconds } = problemOf(error);
    return { ok: false, problem: { kind, message, ...(waitSeconds === undefined ? {} : { waitSeconds }) } };
  }
}

export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof SlipwayError) return new Problem('other', error.message, { details: error.details });
  const words = error instanceof Error ? error.message : String(error);
  if (/lock timeout|holding the lock/i.test(words))
    return new Problem('wait', say('busy'), {
      waitSeconds: 10,
    });
  if (/permission|authoriz|authoris/i.test(words)) return new Problem('other', say('permission'));
  return new Problem('other', say('didNotWork', { message: words }));
}
