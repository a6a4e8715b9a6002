import { PlatformError } from '../../../core/base/errors.ts';
import { type Fail, missing, type Refusal, refusalWithoutAnswer, wireFailure } from './failures.ts';
import type { Gate } from './gates.ts';
import { asRow, type Row } from './json.ts';
import type {
  Clock,
  CredentialStore,
  Credentials,
  Http,
  HttpRequest,
  HttpResponse,
  HttpResult,
  Log,
  PlatformDefinition,
  PlatformFailure,
  Secrets,
  StoredCredentials,
} from './ports.ts';
import { FENCED } from './repeat.ts';
import {
  type Authorization,
  type Call,
  type Caller,
  type Encoding,
  requestOf,
} from './requests.ts';
import { createScrub } from './scrub.ts';
import { createTokens, type Tokens } from './tokens.ts';

export type Answer =
  | {
      readonly ok: true;
      /** What the envelope holds; `body` is the same as an object, or empty. */
      readonly data: unknown;
      readonly body: Row;
      /** Only a part was done. */
      readonly partial: boolean;
      /** Names in lower case. */
      readonly headers: HttpResponse['headers'];
    }
  | ({ readonly ok: false } & Refusal);

export type Envelope = { readonly data: unknown; readonly partial?: boolean } | Refusal;

export interface Dialect extends Encoding {
  readonly definition: Pick<PlatformDefinition, 'id' | 'folder' | 'credentials'>;
  authorize(caller: Caller, call: Call): Authorization | Promise<Authorization>;
  /** Asks for new tokens, where access tokens end; `authorize` then gets one that works. */
  renewal?(credentials: Credentials): HttpRequest;
  /** `traceId`: where the platform gave none. */
  readEnvelope(response: HttpResponse, traceId: string): Envelope;
}

/** Within budgets, classified, never throwing. calls.ts decides about repeating. */
export interface Wire {
  call(caller: Caller, call: Call): Promise<Answer>;
  /** In order; side by side while there is room, else one by one. */
  callAll(caller: Caller, calls: readonly Call[]): Promise<readonly Answer[]>;
  /** An answer that came inside another one. */
  read(caller: Caller, call: Call, response: HttpResponse): Answer;
  /** A refusal inside the content of an answer: logged and scrubbed as any other. */
  refused(
    caller: Caller,
    call: Pick<Call, 'path'>,
    refusal: Refusal,
  ): Answer & { readonly ok: false };
  /** `AccountsCapability.exchange`. Throws `PlatformError`. */
  exchange(companyId: string, credentials: Credentials): Promise<Credentials>;
  /** `AccountsCapability.renew`. Throws `PlatformError`. */
  renew(connection: StoredCredentials): Promise<Credentials>;
  /** Per cent of the budget of calls in use. */
  usage(adAccountId: string): number | undefined;
  /** The platform's clock, ms, counted on from its last answer; undefined before the first. */
  platformNow(): number | undefined;
  readonly fail: Fail;
  /** `fail` as an error to throw. */
  error(...failure: Parameters<Fail>): PlatformError;
  /** For an id that the account does not have. */
  missing(id: string): PlatformFailure;
  notFound(id: string): PlatformError;
  newTraceId(): string;
}

export interface WireOptions {
  readonly http: Http;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly gate: Gate;
  readonly credentials?: CredentialStore | undefined;
}

/**
 * Opens a platform's API in its dialect, within the budgets of a gate.
 *
 * @example
 * import { asRow, countedGate, createBudget, createWire, type PlatformHost, parse, refusalByStatus } from 'slipway/adapters/platform-kit';
 * import type { PlatformDefinition } from 'slipway/core';
 *
 * // A platform that takes JSON and a pass, and answers 200 with an object.
 * export function openWire(definition: PlatformDefinition, { http, clock, secrets, log }: PlatformHost) {
 *   const budget = createBudget({ clock, limitOf: () => ({ perSecond: 10, perMinute: 300 }) });
 *   return createWire(
 *     {
 *       definition,
 *       baseUrl: 'https://ads.example',
 *       timeoutMs: 10_000,
 *       bodies: 'json',
 *       authorize: ({ credentials: { pass = '' } }) => ({ headers: { authorization: `Pass ${pass}` } }),
 *       readEnvelope(response, traceId) {
 *         const data = response.status === 200 ? asRow(parse(response.text)) : undefined;
 *         return data === undefined ? refusalByStatus(definition.id, response, traceId) : { data };
 *       },
 *     },
 *     { http, clock, secrets, log, gate: countedGate({ whose: 'The app', budget, keyOf: ({ companyId }) => companyId }) },
 *   );
 * }
 */
export function createWire(
  dialect: Dialect,
  { http, clock, secrets, log, gate, credentials: store }: WireOptions,
): Wire {
  const { id: platform, folder } = dialect.definition;
  const scrub = createScrub(dialect.definition);
  const fail: Fail = (kind, message, fix) =>
    wireFailure(platform, kind, { message, traceId: newTraceId(), fix });
  const tokens =
    dialect.renewal && createTokens({ http, clock, fail, scrub, store, request: dialect.renewal });
  /** How far the platform's clock is ahead of our monotonic one. */
  let ahead: number | undefined;

  return {
    async call(caller, call) {
      const [answer] = await together(caller, [call]);
      if (answer === undefined) throw new Error('One call, no answer.');
      return answer;
    },
    async callAll(caller, calls) {
      const slow = calls.some((call) => gate.isSlow?.(caller, call));
      const answers: Answer[] = [];
      for (const group of slow ? calls.map((call) => [call]) : [calls])
        answers.push(...(await together(caller, group)));
      return answers;
    },
    read,
    refused,
    exchange: async (companyId, credentials) =>
      (await tokens?.exchange(companyId, credentials)) ?? credentials,
    renew: async (caller) => (await tokens?.renew(caller)) ?? caller.credentials,
    usage: (adAccountId) => gate.usage(adAccountId),
    platformNow: () => (ahead === undefined ? undefined : clock.monotonic() + ahead),
    fail,
    error: (...failure) => new PlatformError(fail(...failure)),
    missing: (id) => missing(id, fail),
    notFound: (id) => new PlatformError(missing(id, fail)),
    newTraceId,
  };

  async function together(caller: Caller, calls: readonly Call[]): Promise<readonly Answer[]> {
    if (tokens === undefined) return sendAll(caller, calls);
    const who = await withCredentials(caller, () => tokens.current(caller));
    if (!('credentials' in who)) return calls.map((call) => refused(caller, call, who));
    const { accessToken = '' } = who.credentials;
    const answers = await sendAll(who, calls);
    return Promise.all(
      answers.map((answer, position) =>
        retried(tokens, caller, { call: calls[position], answer, token: accessToken }),
      ),
    );
  }

  /** A call with a refused token did nothing: it is sent once more with another token. */
  async function retried(
    tokens: Tokens,
    caller: Caller,
    {
      call,
      answer,
      token,
    }: { readonly call: Call | undefined; readonly answer: Answer; readonly token: string },
  ) {
    if (call === undefined || call.anonymous || answer.ok || answer.failure.class !== 'auth')
      return answer;
    const who = await withCredentials(caller, () => tokens.after(caller, token));
    if (!('credentials' in who)) return refused(caller, call, who);
    if (who.credentials.accessToken === token) return answer;
    const [again = answer] = await sendAll(who, [call]);
    return again;
  }

  async function sendAll(caller: Caller, calls: readonly Call[]): Promise<readonly Answer[]> {
    const ready = await Promise.all(calls.map((call) => prepare(caller, call)));
    // A worker that was overtaken while it waited sends nothing.
    const fenced = caller.isLeaseHeld?.() === false;
    const requests = fenced ? [] : ready.flatMap((each) => ('url' in each ? [each] : []));
    const results = [...(await http.requestAll(requests))];
    return calls.map((call, position) => {
      const each = ready[position];
      if (each !== undefined && !('url' in each))
        return { ok: false, failure: each, maybeDone: false };
      if (fenced) return { ok: false, failure: fail('throttled', FENCED), maybeDone: false };
      return answerOf(
        caller,
        call,
        results.shift() ?? { ok: false, reason: 'cut', message: 'No answer.' },
      );
    });
  }

  async function prepare(caller: Caller, call: Call): Promise<HttpRequest | PlatformFailure> {
    const retryAfterMs = await gate.turn(caller, call);
    if (retryAfterMs === 0)
      return requestOf(dialect, call, call.anonymous ? {} : await dialect.authorize(caller, call));
    return {
      ...fail('throttled', `${gate.whose} has used up its calls for now; nothing was sent.`),
      retryAfterMs,
    };
  }

  function answerOf(caller: Caller, call: Call, result: HttpResult) {
    if (!result.ok)
      return refused(caller, call, refusalWithoutAnswer(platform, result, newTraceId()));
    const at = Date.parse(result.headers.date ?? '');
    if (!Number.isNaN(at)) ahead = at - clock.monotonic();
    return read(caller, call, result);
  }

  function read(caller: Caller, call: Call, response: HttpResponse): Answer {
    const envelope = dialect.readEnvelope(response, newTraceId());
    if ('failure' in envelope)
      return refused(caller, call, gate.refused(caller, call, response, envelope));
    gate.taken(caller, call, response);
    const { data, partial = false } = envelope;
    return { ok: true, data, body: asRow(data) ?? {}, partial, headers: response.headers };
  }

  function refused(
    caller: Caller,
    { path }: Pick<Call, 'path'>,
    { failure: said, maybeDone }: Refusal,
  ) {
    const failure = scrub(said, caller.credentials, tokens?.known(caller));
    const { class: kind, code, subcode, traceId } = failure;
    log.warn(`${folder}.refused`, { path, class: kind, code, subcode, traceId, maybeDone });
    return { ok: false as const, failure, maybeDone };
  }

  function newTraceId() {
    const hex = Array.from(secrets.random(8), (byte) => byte.toString(16).padStart(2, '0')).join(
      '',
    );
    return `slipway-${hex}`;
  }
}

async function withCredentials(
  caller: Caller,
  read: () => Promise<Credentials>,
): Promise<Caller | Refusal> {
  try {
    return { ...caller, credentials: await read() };
  } catch (error) {
    if (error instanceof PlatformError) return { failure: error.failure, maybeDone: false };
    throw error;
  }
}
