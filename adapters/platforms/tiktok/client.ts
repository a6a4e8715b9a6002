import type { PlatformFailure } from '../../../core/errors.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import type { Http, HttpFile, HttpRequest, HttpResult } from '../../../core/ports/http.ts';
import type { Log } from '../../../core/ports/log.ts';
import type { Access } from '../../../core/ports/platform-accounts.ts';
import type { Secrets } from '../../../core/ports/secrets.ts';
import type { Budget } from '../../http/budget.ts';
import { mapBounded } from '../../http/map-bounded.ts';
import { encodeFields, encodeQuery, type Params } from '../params.ts';
import { FENCED, type Refusal } from '../repeat.ts';
import { envelopeOf, isPartial, refusalOf, refusalWithoutAnswer, wireFailure } from './errors.ts';

/** Who calls: an account's access, or just credentials where no account is meant yet. */
export type Caller = Pick<Access, 'companyId' | 'credentials' | 'isLeaseHeld'> & { readonly adAccountId?: string };

/** What came of one call. `data` is an object or a list, as the endpoint has it. */
export type Answer =
  | {
      readonly ok: true;
      readonly data: unknown;
      readonly partial: boolean;
      readonly headers: { readonly [name: string]: string };
    }
  | ({ readonly ok: false } & Refusal);

export interface Call {
  readonly method: 'GET' | 'POST';
  /** With the slash at its end, without which there is nothing: `ad/create/`. */
  readonly path: `${string}/`;
  /** Query of a GET, JSON body of a POST, form fields beside files. The account is added. */
  readonly params?: Params;
  readonly files?: readonly HttpFile[];
}

/** The platform's API as calls: within the app's budget, classified, never throwing. Judgement about repeating is calls.ts's. */
export interface Api {
  /** One request each, some side by side; answers in order. */
  callAll(caller: Caller, calls: readonly Call[]): Promise<readonly Answer[]>;
  /** The share of the app's calls in use, per cent, as far as this process made them. */
  usage(adAccountId: string): number | undefined;
  /** What the platform's clock says now, ms, counted on from its last answer; undefined before the first that told. */
  platformNow(): number | undefined;
  newTraceId(): string;
}

export interface ApiOptions {
  readonly http: Http;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly budget: Budget;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly timeoutMs: number;
  /** Of a call that carries a file. */
  readonly uploadTimeoutMs: number;
}

/** Requests side by side. */
const width = 6;

/** Calls that have a budget of their own; all others share one. */
const ownBudgets: readonly string[] = ['ad/create/', 'campaign/copy/task/create/', 'campaign/copy/task/check/'];

export function createApi(options: ApiOptions): Api {
  const { http, clock, secrets, log, budget } = options;
  const apps = new Map<string, string>();
  /** What the platform's clock is ahead of our monotonic one. */
  let ahead: number | undefined;

  return {
    callAll: (caller, calls) => mapBounded(calls, width, (call) => one(caller, call)),
    usage: (adAccountId) => {
      const app = apps.get(adAccountId);
      return app === undefined ? undefined : budget.percent(keyOf(app, ''));
    },
    platformNow: () => (ahead === undefined ? undefined : clock.monotonic() + ahead),
    newTraceId,
  };

  async function one(caller: Caller, call: Call): Promise<Answer> {
    const app = caller.credentials.appId ?? '';
    if (caller.adAccountId !== undefined) apps.set(caller.adAccountId, app);
    const key = keyOf(app, call.path);
    const wait = await budget.turn(key, caller.companyId);
    if (wait > 0) return { ok: false, failure: held(wait), maybeDone: false };
    // Whoever was overtaken while it waited, or stood still, sends nothing.
    if (caller.isLeaseHeld?.() === false)
      return { ok: false, failure: wireFailure('throttled', FENCED, newTraceId()), maybeDone: false };
    const [result] = await http.requestAll([requestOf(options, caller, call)]);
    return answerOf(caller, call, key, result ?? { ok: false, reason: 'cut', message: 'No answer.' });
  }

  function answerOf(caller: Caller, call: Call, key: string, result: HttpResult): Answer {
    if (!result.ok) return noted(caller, call, refusalWithoutAnswer(result, newTraceId()));
    observe(result.headers.date);
    const refused = refusalOf(result, newTraceId());
    if (refused === undefined) {
      budget.taken(key);
      const envelope = envelopeOf(result);
      return { ok: true, data: envelope?.body.data, partial: isPartial(envelope?.code ?? 0), headers: result.headers };
    }
    if (refused.failure.class !== 'throttled') return noted(caller, call, refused);
    // No header says when to come back: a second at first, longer each time it was too soon.
    const retryAfterMs = budget.refused(key);
    return noted(caller, call, { ...refused, failure: { ...refused.failure, retryAfterMs } });
  }

  function observe(date: string | undefined): void {
    const at = date === undefined ? Number.NaN : Date.parse(date);
    if (!Number.isNaN(at)) ahead = at - clock.monotonic();
  }

  function noted({ credentials }: Caller, { path }: Call, { failure, maybeDone }: Refusal): Answer {
    const { class: kind, code, traceId } = failure;
    log.warn('tiktok.refused', { path, class: kind, code, traceId, maybeDone });
    return { ok: false, failure: withoutSecrets(credentials, failure), maybeDone };
  }

  function held(waitMs: number): PlatformFailure {
    const message = 'The app has used up its calls for now; nothing was sent.';
    return { ...wireFailure('throttled', message, newTraceId()), retryAfterMs: waitMs };
  }

  function newTraceId(): string {
    const hex = Array.from(secrets.random(8), (byte) => byte.toString(16).padStart(2, '0')).join('');
    return `slipway-${hex}`;
  }
}

/** The token travels in a header of its own name. */
function requestOf(options: ApiOptions, caller: Caller, { method, path, params, files }: Call): HttpRequest {
  const all: Params = { ...(caller.adAccountId !== undefined && { advertiser_id: caller.adAccountId }), ...params };
  const url = `${options.baseUrl}/${path}`;
  const common = { method, headers: { 'Access-Token': caller.credentials.accessToken ?? '' }, timeoutMs: options.timeoutMs };
  if (method === 'GET') return { ...common, url: `${url}?${encodeQuery(all)}` };
  if (files === undefined) return { ...common, url, body: { type: 'json', value: all } };
  return { ...common, url, timeoutMs: options.uploadTimeoutMs, body: { type: 'multipart', fields: encodeFields(all), files } };
}

/** Budgets belong to the app behind the token. */
const keyOf = (app: string, path: string): string => `${app} ${ownBudgets.includes(path) ? path : ''}`;

function withoutSecrets(credentials: Caller['credentials'], failure: PlatformFailure): PlatformFailure {
  const secrets = [credentials.accessToken, credentials.secret].filter((value) => value !== undefined && value.length >= 6);
  const clean = (words: string): string => secrets.reduce<string>((said, secret) => said.split(secret ?? '').join('…'), words);
  return { ...failure, message: clean(failure.message) };
}
