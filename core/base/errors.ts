import type { PlatformId } from './platforms.ts';

/**
 * Codes of refusals and failures, each with the status of an answer that is refused with it.
 * Failures of single ads, copies or rows are values, never throws.
 */
const statuses = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  invite_expired: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  unprocessable_entity: 422,
  rate_limit_exceeded: 429,
  internal_server_error: 500,
  platform_error: 502,
  unavailable: 503,
  // Never the code of an answer: of a program that embeds the service, inside an ad's failure, in a
  // start-up message.
  closed: 503,
  media_unreachable: 422,
  media_too_large: 413,
  media_invalid: 415,
  unreadable_secret: 503,
  storage_unusable: 503,
} as const;

export type ErrorCode = keyof typeof statuses;

/**
 * The status of an HTTP answer that is refused with a code.
 *
 * @example
 * import { statusOf } from 'slipway/core';
 *
 * console.log(statusOf('not_found')); // 404
 */
export const statusOf = (code: ErrorCode): number => statuses[code];

/** One fault in what the caller sent. */
export interface Fault {
  /** JSON path into the request as sent: `ads[3].media[1].carouselTitle`. */
  readonly path: string;
  /** Stable, for programs: `carousel_cards`, `unknown_ad_set`, … */
  readonly code: string;
  /** One sentence for people: what is wrong and what to do. */
  readonly message: string;
  /** Where the request came from a sheet. */
  readonly cell?: string;
  /** Who or what can help, for programs. Without one, the code may have one (`withHint`). */
  readonly hint?: Hint;
  /**
   * What the message names, for programs that say it in words of their own:
   * `{ most: 100, length: 120 }`.
   */
  readonly values?: FaultValues | undefined;
  /** What may have been meant by a name or id that is not there, the likeliest first. */
  readonly near?: readonly { readonly id: string; readonly name: string }[];
  /**
   * Of `guard_exceeded` and `approval_required`: the limit, in the account's currency, and what was
   * asked for.
   */
  readonly guard?: {
    readonly name: string;
    /** Absent: the company's. */
    readonly adAccountId?: string;
    readonly currency?: string;
    /** Numbers of the guard's unit, or words. */
    readonly limit: number | string;
    readonly asked: number | string;
  };
}

export type FaultValues = { readonly [name: string]: string | number };

/**
 * A word, or the operation that lists or does what is needed: `keys.list`. Each door says where
 * that is (`directed`).
 */
export type Hint =
  | 'ask-admin'
  | 'plan-approval'
  | 'list-ad-accounts'
  | 'list-ad-sets'
  | 'list-platforms'
  | 'list-workspaces'
  | 'list-webhooks'
  | 'reconnect'
  | 'upload-again'
  | `${string}.${string}`;

const hints: { readonly [code: string]: Hint | undefined } = {
  unknown_ad_account: 'list-ad-accounts',
  ambiguous_account: 'list-ad-accounts',
  unknown_ad_set: 'list-ad-sets',
  unknown_platform: 'list-platforms',
  unsupported_on_platform: 'list-platforms',
  unknown_workspace: 'list-workspaces',
  account_outside_workspace: 'list-workspaces',
  unknown_webhook: 'list-webhooks',
  connection_removed: 'reconnect',
  unknown_media: 'upload-again',
  unknown_key: 'keys.list',
  unknown_convention: 'namingConventions.list',
  unknown_destination: 'conversions.destinations',
  unknown_fault: 'sandbox.faults',
  rules_stopped: 'automations.stop',
};

/**
 * Operations behind hints that have a word of their own, and behind codes whose hint says who does
 * it.
 */
const operations: { readonly [hintOrCode: string]: string | undefined } = {
  'list-ad-accounts': 'accounts.list',
  'list-ad-sets': 'reports.adSets',
  'list-platforms': 'platforms.list',
  'list-workspaces': 'workspaces.list',
  'list-webhooks': 'webhooks.list',
  'plan-approval': 'approvals.request',
  guard_exceeded: 'guardrails.replace',
  no_research_source: 'research.connect',
  source_not_connected: 'media.connectSource',
  unknown_host: 'media.setHosts',
};

/**
 * The operation that helps against a fault, where there is one.
 *
 * @example
 * import { helpOf } from 'slipway/core';
 *
 * console.log(helpOf({ code: 'unknown_ad_account', hint: 'list-ad-accounts' })); // accounts.list
 */
export const helpOf = ({ code, hint }: Pick<Fault, 'code' | 'hint'>): string | undefined =>
  hint?.includes('.') ? hint : (operations[hint ?? ''] ?? operations[code]);

/**
 * A fault with what helps against it, where that is known.
 *
 * @example
 * import { withHint } from 'slipway/core';
 *
 * console.log(withHint({ path: 'id', code: 'unknown_webhook', message: 'There is no such webhook.' }).hint); // list-webhooks
 */
export function withHint(fault: Fault): Fault {
  const hint = fault.hint ?? hints[fault.code];
  return hint === undefined ? fault : { ...fault, hint };
}

/** Bounds of an error, so that answers do not grow with requests. */
const MOST_FAULTS = 100;
const LONGEST_MESSAGE = 2_000;

/**
 * A refusal or failure of the service: `code` for programs, `message` for people, and every fault
 * of the request in `details`.
 *
 * @example
 * import { createSlipway, SlipwayError } from 'slipway';
 *
 * const slipway = await createSlipway();
 * try {
 *   await slipway.batches.get({ id: 17 });
 * } catch (error) {
 *   if (!(error instanceof SlipwayError)) throw error;
 *   console.error(error.code, error.message);
 *   for (const { path, message } of error.details) console.error(path, message);
 * }
 * await slipway.close();
 */
export class SlipwayError extends Error {
  readonly code: ErrorCode;
  /** Of an HTTP answer with this error: 422 for `unprocessable_entity`. */
  readonly status: number;
  /** A hundred of them, unless the caller asked for others (`faultsFrom`). */
  readonly details: readonly Fault[];
  /** Of all. */
  readonly faultCount: number;
  /** How many come before those in `details`. */
  readonly faultOffset: number;
  /** What helps; absent where it differs from fault to fault. */
  readonly hint: Hint | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      details?: readonly Fault[];
      page?: FaultPage | undefined;
      hint?: Hint;
      cause?: unknown;
    } = {},
  ) {
    const { details = [], page: { offset = 0, limit = MOST_FAULTS } = {} } = options;
    super(cut(message, LONGEST_MESSAGE) + unlisted(details.length, offset, limit));
    this.name = 'SlipwayError';
    this.code = code;
    this.status = statusOf(code);
    this.faultCount = details.length;
    this.faultOffset = Math.min(offset, details.length);
    this.details = details.slice(offset, offset + limit).map((fault) => withHint(shortened(fault)));
    if (details.length > MOST_FAULTS) whole.set(this, { message, details });
    const [only, ...others] = this.details;
    this.hint =
      options.hint ?? (only?.message === message && others.length === 0 ? only.hint : undefined);
    // Newer libraries declare `cause` on Error, the one core compiles with does not: set it without
    // declaring it again.
    if (options.cause !== undefined) Object.assign(this, { cause: options.cause });
  }
}

/** Which faults of an error are listed. */
interface FaultPage {
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

/** What errors with more faults than they list were made of. */
const whole = new WeakMap<
  SlipwayError,
  { readonly message: string; readonly details: readonly Fault[] }
>();

/**
 * Does some work; of the faults it throws, those that are asked for are listed.
 *
 * @example
 * import { listingFaults, SlipwayError } from 'slipway/core';
 *
 * const details = Array.from({ length: 130 }, (_, i) => ({ path: `ads[${i}]`, code: 'missing_field', message: 'A link is missing.' }));
 * const work = async () => {
 *   throw new SlipwayError('unprocessable_entity', 'Nothing was launched.', { details });
 * };
 * await listingFaults({ offset: 100 }, work).catch((error) => console.log(error.details.length)); // 30
 */
export async function listingFaults<T>(page: FaultPage, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const all = error instanceof SlipwayError ? whole.get(error) : undefined;
    if (all === undefined) throw error;
    const { code, hint } = error as SlipwayError;
    throw new SlipwayError(code, all.message, {
      details: all.details,
      page,
      ...(hint && { hint }),
    });
  }
}

/** The sentence of a door that says where an operation is. */
export type Where = (operation: string) => string;

/**
 * A text about a refusal and its faults, each with where to go from here in the words of a door.
 *
 * @example
 * import { directed, SlipwayError } from 'slipway/core';
 *
 * const error = new SlipwayError('not_found', 'There is no such key.', { hint: 'keys.list' });
 * console.log(directed(error, (operation) => `Call ${operation}.`).message); // There is no such key. Call keys.list.
 */
export function directed(
  error: SlipwayError,
  where: Where,
  text = error.message,
): { readonly message: string; readonly details: readonly Fault[] } {
  const told = <F extends Pick<Fault, 'code' | 'hint' | 'message'>>(fault: F): F => {
    const operation = helpOf(fault);
    return operation === undefined
      ? fault
      : { ...fault, message: `${fault.message} ${where(operation)}`.trimEnd() };
  };
  const { hint, details } = error;
  const [only] = details;
  const code = details.length === 1 && only?.message === error.message ? only.code : '';
  return {
    message: told({ code, message: text, ...(hint && { hint }) }).message,
    details: details.map(told),
  };
}

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1)}…`;

const shortened = (fault: Fault): Fault =>
  fault.message.length <= LONGEST_MESSAGE && fault.path.length <= LONGEST_MESSAGE
    ? fault
    : {
        ...fault,
        path: cut(fault.path, LONGEST_MESSAGE),
        message: cut(fault.message, LONGEST_MESSAGE),
      };

function unlisted(count: number, offset: number, limit: number): string {
  const last = Math.min(offset + limit, count);
  if (offset === 0) return last >= count ? '' : ` The first ${last} of ${count} faults are listed.`;
  return last <= offset
    ? ` There are ${count} faults.`
    : ` Faults ${offset + 1} to ${last} of ${count} are listed.`;
}

/**
 * What kind of trouble a platform's refusal is. Decided once, in each platform's errors.ts;
 * retrying follows from it.
 *
 * - `throttled`  refused before anything happened; the same request passes later.
 * - `transient`  the platform stumbled; a write may have been carried out all the same.
 * - `flaky`      refused and nothing was made, yet the same request often passes when repeated.
 * - `invalid`    our request is malformed: a fault of ours, or of input no check could catch.
 * - `rule`       a rule of the platform that the user can satisfy.
 * - `blocked`    account, page or permission: a person must act at the platform.
 * - `auth`       the token is dead; nothing on this connection will work until it is renewed.
 * - `missing`    the object does not exist there or is not visible to this token.
 * - `too-large`  asked for too much at once; a smaller request may pass.
 */
export type FailureClass =
  | 'throttled'
  | 'transient'
  | 'flaky'
  | 'invalid'
  | 'rule'
  | 'blocked'
  | 'auth'
  | 'missing'
  | 'too-large';

/** A platform's refusal as a value in results, journals and answers. */
export interface PlatformFailure {
  readonly platform: PlatformId;
  readonly class: FailureClass;
  /** The platform's code and subcode, as text; absent without a readable answer. */
  readonly code?: string;
  readonly subcode?: string;
  /** The platform's words for people, else what happened on the wire. */
  readonly message: string;
  /** One sentence. */
  readonly fix: string;
  /** Whether the unchanged request may pass later. */
  readonly retryable: boolean;
  /** From now, where the platform says so. */
  readonly retryAfterMs?: number;
  /** The platform's id of this exchange, or ours. */
  readonly traceId: string;
  /** The parameter the platform blames, as a dotted path in its own words. */
  readonly field?: string;
}

/**
 * A refusal for people: what happened and what to do, each a sentence. Platforms that say the
 * second themselves say it once.
 *
 * @example
 * import { explained } from 'slipway/core';
 *
 * console.log(explained({ message: 'The page is not published', fix: 'Publish it.' })); // The page is not published. Publish it.
 */
export function explained({ message, fix }: Pick<PlatformFailure, 'message' | 'fix'>): string {
  const ended = /[.!?…]$/.test(message.trim()) ? message.trim() : `${message.trim()}.`;
  return ended.endsWith(fix) ? ended : `${ended} ${fix}`;
}

/**
 * Thrown by reads and single writes; waves of operations return the failure as a value instead.
 * Where a refusal says something about the caller's request (an id that does not exist there, a
 * budget below the minimum) core throws it again with the code and the path that say so.
 *
 * @example
 * import { explained, PlatformError } from 'slipway/core';
 *
 * export const told = (error: unknown): string => (error instanceof PlatformError ? explained(error.failure) : String(error));
 */
export class PlatformError extends SlipwayError {
  readonly failure: PlatformFailure;

  constructor(
    failure: PlatformFailure,
    options: {
      code?: 'platform_error' | 'not_found' | 'unprocessable_entity' | 'unavailable';
      details?: readonly Fault[];
      hint?: Hint;
      /** Instead of the platform's words. */
      message?: string;
    } = {},
  ) {
    super(options.code ?? 'platform_error', options.message ?? failure.message, options);
    this.name = 'PlatformError';
    this.failure = failure;
  }
}
