import { Busy } from '../../adapters/apps-script/table.ts';
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
  /** Google does not let the script do it: a consent, a quota, an address. */
  | 'refused'
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
  /** Where something can be done about it. */
  readonly url: string | undefined;
  /**
   * The service answered, and what it was asked for is the trouble: the same with something else
   * may do.
   */
  readonly isAnswer: boolean;

  constructor(
    kind: ProblemKind,
    message: string,
    options: {
      details?: readonly Fault[];
      faultCount?: number;
      waitSeconds?: number;
      url?: string;
      isAnswer?: boolean;
    } = {},
  ) {
    super(message);
    this.name = 'Problem';
    this.kind = kind;
    this.details = options.details ?? [];
    this.unlisted = Math.max(0, (options.faultCount ?? 0) - this.details.length);
    this.waitSeconds = options.waitSeconds;
    this.url = options.url;
    this.isAnswer = options.isAnswer ?? false;
  }
}

/** What the sidebar is handed: plain data, whatever happened. */
export type Reply<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly problem: {
        readonly kind: ProblemKind;
        readonly message: string;
        readonly waitSeconds?: number;
        readonly url?: string;
      };
    };

export function replyTo<T>(work: () => T): Reply<T> {
  try {
    return { ok: true, value: work() };
  } catch (error) {
    const { kind, message, waitSeconds, url } = problemOf(error);
    const more = {
      ...(waitSeconds !== undefined && { waitSeconds }),
      ...(url !== undefined && { url }),
    };
    return { ok: false, problem: { kind, message, ...more } };
  }
}

/** Where the user gives a missing consent; undefined when none is missing. */
export function consentUrl(): string | undefined {
  try {
    const info = ScriptApp.getAuthorizationInfo(ScriptApp.AuthMode.FULL);
    return info.getAuthorizationStatus() === ScriptApp.AuthorizationStatus.REQUIRED
      ? info.getAuthorizationUrl()
      : undefined;
  } catch {
    // Formulas may not ask.
    return undefined;
  }
}

export const lacksConsent = (url: string): Problem =>
  new Problem('refused', say('permission'), { url });

/** Google's exceptions are in the language of the user: no word of them decides. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof SlipwayError)
    return new Problem('other', error.message, { details: error.details });
  if (error instanceof Busy) return new Problem('wait', say('busy'), { waitSeconds: 10 });
  const url = consentUrl();
  if (url !== undefined) return lacksConsent(url);
  return new Problem(
    'other',
    say('didNotWork', { message: error instanceof Error ? error.message : String(error) }),
  );
}
