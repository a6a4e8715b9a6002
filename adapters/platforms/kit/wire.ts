import { PlatformError, type PlatformFailure } from '../../../core/errors.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import type { Http, HttpRequest, HttpResponse, HttpResult } from '../../../core/ports/http.ts';
import type { Log } from '../../../core/ports/log.ts';
import type { Access } from '../../../core/ports/platform-accounts.ts';
import type { PlatformDefinition } from '../../../core/ports/platform-definition.ts';
import type { Secrets } from '../../../core/ports/secrets.ts';
import { type Fail, type Refusal, refusalWithoutAnswer, wireFailure } from './failures.ts';
import type { Gate } from './gates.ts';
import { asRow, type Row } from './json.ts';
import { FENCED } from './repeat.ts';
import { type Authorization, type Call, type Encoding, requestOf } from './requests.ts';

/** Who calls: an account's access, or just credentials where no account is meant yet. */
export type Caller = Pick<Access, 'companyId' | 'credentials' | 'isLeaseHeld'> & { readonly adAccountId?: string };

/** What came of one call. */
export type Answer =
  | {
      readonly ok: true;
      /** What the envelope holds, whatever its shape, and the same as an object: empty where it is none. */
      readonly data: unknown;
      readonly body: Row;
      /** Only some of what was asked for was done. */
      readonly partial: boolean;
      /** Names in lower case. */
      readonly headers: HttpResponse['headers'];
    }
  | ({ readonly ok: false } & Refusal);

/** What an answer holds, or why it is a refusal. */
export type Envelope = { readonly data: unknown; readonly partial?: boolean } | Refusal;

/** How one platform speaks HTTP. */
export interface Dialect extends Encoding {
  readonly definition: Pick<PlatformDefinition, 'id' | 'folder' | 'credentials'>;
  /** What a call takes along so that the platform knows who calls. */
  authorize(caller: Caller, call: Call): Authorization | Promise<Authorization>;
  /** `traceId` stands in where the platform gave none. */
  readEnvelope(response: HttpResponse, traceId: string): Envelope;
}

/** A platform's API as calls: within its budgets, classified, never throwing. Judgement about repeating is calls.ts's. */
export interface Wire {
  call(caller: Caller, call: Call): Promise<Answer>;
  /** One request each: side by side while there is room, one by one where the platform asks to slow down. In order. */
  callAll(caller: Caller, calls: readonly Call[]): Promise<readonly Answer[]>;
  /** What an answer means that came inside another one. */
  read(caller: Caller, call: Call, response: HttpResponse): Answer;
  /** A refusal that stands in the content of an answer: logged, and freed of secrets, as any other. */
  refused(caller: Caller, call: Pick<Call, 'path'>, refusal: Refusal): Answer & { readonly ok: false };
  /** The share of the budget of calls in use, per cent. */
  usage(adAccountId: string): number | undefined;
  /** What the platform's clock says now, ms, counted on from its last answer; undefined before the first that told. */
  platformNow(): number | undefined;
  /** A failure that carries no code of the platform. */
  readonly fail: Fail;
  newTraceId(): string;
}

export interface WireOptions {
  readonly http: Http;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly gate: Gate;
}

export function createWire(dialect: Dialect, { http, clock, secrets, log, gate }: WireOptions): Wire {
  const { id: platform, folder, credentials } = dialect.definition;
  const shown = credentials.fields.filter(({ secret }) => !secret).map(({ key }) => key);
  /** What the platform's clock is ahead of our monotonic one. */
  let ahead: number | undefined;

  const fail: Fail = (kind, message, fix) => wireFailure(platform, kind, message, newTraceId(), fix);
  return {
    async call(caller, call) {
      const [answer] = await together(caller, [call]);
      if (answer === undefined) throw new Error('One call, no answer.');
      return answer;
    },
    async callAll(caller, calls) {
      const slow = calls.some((call) => gate.isSlow?.(caller, call));
      const answers: Answer[] = [];
      for (const group of slow ? calls.map((call) => [call]) : [calls]) answers.push(...(await together(caller, group)));
      return answers;
    },
    read,
    refused,
    usage: (adAccountId) => gate.usage(adAccountId),
    platformNow: () => (ahead === undefined ? undefined : clock.monotonic() + ahead),
    fail,
    newTraceId,
  };

  async function together(caller: Caller, calls: readonly Call[]): Promise<readonly Answer[]> {
    const ready = await Promise.all(calls.map((call) => prepare(caller, call)));
    // A worker that was overtaken while it waited, or stood still, sends nothing.
    const fenced = caller.isLeaseHeld?.() === false;
    const requests = fenced ? [] : ready.flatMap((each) => ('url' in each ? [each] : []));
    const results = [...(await http.requestAll(requests))];
    return calls.map((call, position) => {
      const each = ready[position];
      if (each !== undefined && !('url' in each)) return { ok: false, failure: each, maybeDone: false };
      if (fenced) return { ok: false, failure: fail('throttled', FENCED), maybeDone: false };
      return answerOf(caller, call, results.shift() ?? { ok: false, reason: 'cut', message: 'No answer.' });
    });
  }

  /** The request once it may go out, or why nothing is sent. */
  async function prepare(caller: Caller, call: Call): Promise<HttpRequest | PlatformFailure> {
    const retryAfterMs = await gate.turn(caller, call);
    if (retryAfterMs > 0)
      return { ...fail('throttled', `${gate.whose} has used up its calls for now; nothing was sent.`), retryAfterMs };
    try {
      return requestOf(dialect, call, call.anonymous ? {} : await dialect.authorize(caller, call));
    } catch (error) {
      if (error instanceof PlatformError) return error.failure;
      throw error;
    }
  }

  function answerOf(caller: Caller, call: Call, result: HttpResult): Answer {
    if (!result.ok) return refused(caller, call, refusalWithoutAnswer(platform, result, newTraceId()));
    const at = Date.parse(result.headers.date ?? '');
    if (!Number.isNaN(at)) ahead = at - clock.monotonic();
    return read(caller, call, result);
  }

  function read(caller: Caller, call: Call, response: HttpResponse): Answer {
    const envelope = dialect.readEnvelope(response, newTraceId());
    if ('failure' in envelope) return refused(caller, call, gate.refused(caller, call, response, envelope));
    gate.taken(caller, call, response);
    const { data, partial = false } = envelope;
    return { ok: true, data, body: asRow(data) ?? {}, partial, headers: response.headers };
  }

  function refused({ credentials: given }: Caller, { path }: Pick<Call, 'path'>, { failure: said, maybeDone }: Refusal) {
    const failure = withoutSecrets(given, shown, said);
    const { class: kind, code, subcode, traceId } = failure;
    log.warn(`${folder}.refused`, { path, class: kind, code, subcode, traceId, maybeDone });
    return { ok: false as const, failure, maybeDone };
  }

  function newTraceId(): string {
    const hex = Array.from(secrets.random(8), (byte) => byte.toString(16).padStart(2, '0')).join('');
    return `slipway-${hex}`;
  }
}

/** A platform may quote a malformed token in its message. What is not known to be harmless is taken for a secret. */
function withoutSecrets(credentials: Caller['credentials'], shown: readonly string[], failure: PlatformFailure): PlatformFailure {
  const secrets = Object.entries(credentials).flatMap(([key, value]) => (value.length < 6 || shown.includes(key) ? [] : [value]));
  const clean = (words: string): string => secrets.reduce((text, secret) => text.split(secret).join('…'), words);
  return { ...failure, message: clean(failure.message), traceId: clean(failure.traceId) };
}
