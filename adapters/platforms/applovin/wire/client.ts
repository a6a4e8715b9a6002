import { PlatformError } from '../../../../core/base/errors.ts';
import { type CallLimit, createBudget } from '../../../http/budget.ts';
import { createPacing, type Pacing } from '../../../http/pacing.ts';
import { createCalls, type Paging } from '../../kit/calls.ts';
import { explained, refusalByStatus, refusedBy, wordsOf } from '../../kit/failures.ts';
import { asRow, parse, rowsOf } from '../../kit/json.ts';
import { createWire, type WireOptions } from '../../kit/wire.ts';
import type {
  Caller,
  Calls,
  Clock,
  Envelope,
  Fail,
  Gate,
  Good,
  HttpResponse,
  Wire,
} from '../../types.ts';
import { definition } from '../definition.ts';
import { errorRow } from './error-table.ts';

export interface Api {
  readonly wire: Wire;
  readonly calls: Calls;
  /** Errors the platform counts although the call was answered. */
  countError(adAccountId: string): void;
}

interface ApiOptions extends Omit<WireOptions, 'gate'> {
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly uploadTimeoutMs: number;
  readonly limit: CallLimit;
  readonly mostErrors: number;
  readonly pacing?: Pacing | undefined;
}

export const mostAtOnce = 100;

export function createApi({
  limit,
  mostErrors,
  baseUrl,
  timeoutMs,
  uploadTimeoutMs,
  pacing,
  ...options
}: ApiOptions): Api {
  const { clock, secrets } = options;
  const gate = breakerGate({ clock, limit, mostErrors, pacing: pacing ?? createPacing({ clock }) });
  const wire = createWire(
    {
      definition,
      baseUrl,
      timeoutMs,
      uploadTimeoutMs,
      bodies: 'json',
      // The key without "Bearer"; the account in every query.
      authorize: ({ adAccountId, credentials }) => ({
        headers: { Authorization: credentials.apiKey ?? '' },
        query: { account_id: adAccountId },
      }),
      readEnvelope,
    },
    { ...options, gate },
  );
  const calls = createCalls({ wire, paging: pagingOf(wire.fail), clock, secrets });
  return { wire, calls, countError: (adAccountId) => gate.countError(adAccountId) };
}

/** Lists end with the first empty page; only a list by ids fits one page. */
const pagingOf = (fail: Fail): Paging => ({
  first: (params) => ({ ...params, page: 1, size: mostAtOnce }),
  rowsOf: (answer) => listed(answer, fail),
  nextPage(answer, { page, ...params }) {
    const isWhole = params.ids !== undefined && Array.isArray(answer.data);
    return isWhole || listed(answer, fail).length === 0
      ? undefined
      : { ...params, page: Number(page) + 1 };
  },
});

/**
 * Throws where the answer holds no list. Sets by campaign come under their campaigns: each row gets
 * its `campaign`.
 */
export function listed({ data, body }: Pick<Good, 'data' | 'body'>, fail: Fail) {
  if (Array.isArray(data)) return rowsOf(data);
  const campaigns = asRow(body.campaigns);
  if (campaigns === undefined)
    throw new PlatformError(
      fail('transient', 'The platform answered without the list it was asked for.'),
    );
  return Object.entries(campaigns).flatMap(([campaign, sets]) =>
    rowsOf(sets).map((set) => ({ ...set, campaign })),
  );
}

const windowMs = 5 * 60 * 1000;

interface BreakerGate extends Gate {
  /** A file it could not use, although the call was answered. */
  countError(adAccountId: string): void;
}

interface BreakerOptions {
  readonly clock: Clock;
  readonly limit: CallLimit;
  readonly pacing: Pacing;
  /** In five minutes; then nothing is sent until they are five minutes old. */
  readonly mostErrors: number;
}

/**
 * An account may make 1,000 calls a minute, and is locked for a day after 100 refusals in five
 * minutes. No answer tells what is left: the gate counts both, slows down near the second and
 * stops.
 */
function breakerGate({ clock, limit, pacing, mostErrors }: BreakerOptions): BreakerGate {
  const budget = createBudget({ clock, limitOf: () => limit });
  const errors = new Map<string, readonly number[]>();
  const keyOf = ({ adAccountId = '' }: Pick<Caller, 'adAccountId'>) => `axon ${adAccountId}`;

  const noteError = (key: string) => {
    const now = clock.monotonic();
    const recent = [...(errors.get(key) ?? []).filter((at) => now - at < windowMs), now];
    errors.set(key, recent);
    const oldest = recent[recent.length - mostErrors] ?? now;
    const isFull = recent.length >= mostErrors;
    // Half of them may come at any speed; later requests are spaced out.
    const percent = isFull ? 100 : Math.min(99, 60 + (40 * recent.length) / mostErrors);
    pacing.observe(
      key,
      { percent, ...(isFull && { resetMs: Math.max(1_000, oldest + windowMs - now) }) },
      'errors',
    );
  };

  return {
    whose: 'The account',
    async turn(caller) {
      const key = keyOf(caller);
      return (
        (await pacing.turn(key, caller.companyId, caller.work)) ||
        budget.turn(key, caller.companyId, caller.work)
      );
    },
    isSlow: (caller) => pacing.isSlow(keyOf(caller)),
    taken: (caller) => budget.taken(keyOf(caller)),
    refused(caller, _call, { status }, refusal) {
      const key = keyOf(caller);
      const { failure } = refusal;
      if (failure.class !== 'throttled') {
        if (status >= 400) noteError(key);
        return refusal;
      }
      const retryAfterMs = budget.refused(key, failure.retryAfterMs);
      pacing.observe(key, { percent: 100, resetMs: retryAfterMs }, 'stop');
      return { ...refusal, failure: { ...failure, retryAfterMs } };
    },
    usage: (adAccountId) => budget.percent(keyOf({ adAccountId })),
    countError: (adAccountId) => noteError(keyOf({ adAccountId })),
  };
}

/** The status decides; headers hold the reason, the body never does. */
export function readEnvelope(response: HttpResponse, traceId: string): Envelope {
  const { status, headers, text } = response;
  const trace = headers['x-trace-id'] ?? traceId;
  if (status >= 200 && status < 300) {
    // Some answers are empty.
    if (text.trim() === '') return { data: undefined };
    const data = parse(text);
    return data === undefined
      ? refusalByStatus(definition.id, { status: 502, text }, trace)
      : { data };
  }
  const code = headers['x-al-error-code'];
  const known = errorRow(status, code);
  const message = wordsOf(known, headers['x-al-error-message']);
  return refusedBy(
    explained(definition.id, known, { code: code ?? String(status), message, traceId: trace }),
    known,
  );
}
