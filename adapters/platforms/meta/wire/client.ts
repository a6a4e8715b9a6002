import { PlatformError, type PlatformFailure } from '../../../../core/errors.ts';
import type { Http, HttpRequest, HttpResponse, HttpResult } from '../../../../core/ports/http.ts';
import type { Log } from '../../../../core/ports/log.ts';
import type { Pacing } from '../../../http/pacing.ts';
import { asRow, parse, type Row } from '../../json.ts';
import { FENCED, type Refusal } from '../../repeat.ts';
import { type BatchEntry, decodeBatch } from './batch.ts';
import { refusalOf, refusalWithoutAnswer, stopsBudget, wireFailure } from './errors.ts';
import { batchRequest, type Call, type Caller, callRequest, type RequestOptions } from './requests.ts';
import { usageOf } from './usage.ts';

/** What came of one call. */
export type Answer = { readonly ok: true; readonly body: Row } | ({ readonly ok: false } & Refusal);

/** An answer, the lack of one, or why nothing was sent. */
type Exchanged = HttpResult | { readonly held: PlatformFailure };

/** The platform's API as calls: paced, classified, never throwing. Judgement about repeating is calls.ts's. */
export interface Graph {
  /** One request each, side by side. */
  callAll(caller: Caller, calls: readonly Call[]): Promise<readonly Answer[]>;
  /** One request per list of entries, side by side; an answer for every entry. */
  batchAll(caller: Caller, batches: readonly (readonly BatchEntry[])[]): Promise<readonly (readonly Answer[])[]>;
  /** The share of the account's budget of calls in use, per cent. */
  usage(adAccountId: string): number | undefined;
  newTraceId(): string;
}

export interface GraphOptions extends RequestOptions {
  readonly http: Http;
  readonly log: Log;
  readonly pacing: Pacing;
}

export function createGraph(options: GraphOptions): Graph {
  const { http, secrets, log, pacing } = options;

  return {
    async callAll(caller, calls) {
      const requests = await Promise.all(calls.map((call) => callRequest(options, caller, call)));
      const use = (position: number) => calls[position]?.use ?? 'ads';
      return exchange(caller, requests, use, (result, position) => answerOf(caller, result, calls[position]?.path ?? ''));
    },
    async batchAll(caller, batches) {
      const requests = await Promise.all(batches.map((entries) => batchRequest(options, caller, entries)));
      const read = (result: Exchanged, position: number) => batchAnswers(caller, result, batches[position] ?? []);
      return exchange(caller, requests, () => 'ads', read);
    },
    usage: (adAccountId) => pacing.percent(keyOf({ adAccountId }, 'ads')),
    newTraceId,
  };

  /**
   * Sends all at once while there is room, and one by one, each in its turn, where the account comes close
   * to its limit. `read` sees each answer before the next request goes out: it may tell to slow down.
   */
  async function exchange<T>(
    caller: Caller,
    requests: readonly HttpRequest[],
    useOf: (position: number) => 'ads' | 'insights',
    read: (result: Exchanged, position: number) => T,
  ): Promise<readonly T[]> {
    const slow = requests.some((_, position) => pacing.isSlow(keyOf(caller, useOf(position))));
    const positions = requests.map((_, position) => position);
    const answers: T[] = [];
    for (const group of slow ? positions.map((position) => [position]) : [positions]) {
      const waits = await Promise.all(group.map((position) => pacing.turn(keyOf(caller, useOf(position)), caller.companyId)));
      // Whoever was overtaken while it waited, or stood still, sends nothing.
      const overtaken = caller.isLeaseHeld?.() === false;
      const allowed = overtaken ? [] : group.filter((_, index) => waits[index] === 0);
      const sent = await http.requestAll(allowed.flatMap((position) => requests[position] ?? []));
      for (const [index, position] of group.entries()) {
        const result = sent[allowed.indexOf(position)] ?? { held: overtaken ? late() : held(waits[index] ?? 0) };
        if ('ok' in result && result.ok) observe(caller, result.headers);
        answers.push(read(result, position));
      }
    }
    return answers;
  }

  function answerOf(caller: Caller, result: Exchanged, path: string): Answer {
    if ('held' in result) return { ok: false, failure: result.held, maybeDone: false };
    const refused = result.ok ? refusalOf(result, newTraceId()) : refusalWithoutAnswer(result, newTraceId());
    if (refused !== undefined) return noted(caller, path, result.ok ? throttleKnown(caller, refused, result.headers) : refused);
    return { ok: true, body: result.ok ? (asRow(parse(result.text)) ?? {}) : {} };
  }

  function batchAnswers(caller: Caller, result: Exchanged, entries: readonly BatchEntry[]): readonly Answer[] {
    const decoded = 'ok' in result && result.ok && result.status < 300 ? decodeBatch(result.text, entries.length) : undefined;
    if (decoded === undefined) {
      // The request as a whole was refused or lost: every entry shares its fate.
      const whole = answerOf(caller, result, 'batch');
      const failed: Answer = whole.ok ? noted(caller, 'batch', { failure: noBatch(), maybeDone: true }) : whole;
      return entries.map(() => failed);
    }
    return decoded.map((entry, position) => {
      const path = entries[position]?.path ?? '';
      if (entry === undefined) return noted(caller, path, { failure: noEntry(), maybeDone: true });
      observe(caller, entry.headers);
      return answerOf(caller, { ok: true, ...entry }, path);
    });
  }

  function observe(caller: Caller, headers: { readonly [name: string]: string }): void {
    const usage = usageOf(headers);
    if (usage.ads) pacing.observe(keyOf(caller, 'ads'), usage.ads);
    if (usage.insights) pacing.observe(keyOf(caller, 'insights'), usage.insights);
    if (usage.app === undefined) return;
    for (const use of ['ads', 'insights'] as const) pacing.observe(keyOf(caller, use), usage.app, 'app');
  }

  /** A throttle of the account stops its lane; the time the headers state is better than the one we assume. */
  function throttleKnown(caller: Caller, refused: Refusal, headers: HttpResponse['headers']): Refusal {
    const use = stopsBudget(refused.failure);
    if (use === undefined) return refused;
    const retryAfterMs = usageOf(headers)[use]?.resetMs ?? refused.failure.retryAfterMs;
    pacing.observe(keyOf(caller, use), { percent: 100, ...(retryAfterMs !== undefined && { resetMs: retryAfterMs }) });
    return { ...refused, failure: { ...refused.failure, ...(retryAfterMs !== undefined && { retryAfterMs }) } };
  }

  function noted(caller: Caller, path: string, refused: Refusal): Answer {
    const failure = withoutSecrets(caller, refused.failure);
    const { class: kind, code, subcode, traceId } = failure;
    log.warn('meta.refused', { path, class: kind, code, subcode, traceId, maybeDone: refused.maybeDone });
    return { ok: false, failure, maybeDone: refused.maybeDone };
  }

  function newTraceId(): string {
    const hex = Array.from(secrets.random(8), (byte) => byte.toString(16).padStart(2, '0')).join('');
    return `slipway-${hex}`;
  }

  function held(waitMs: number): PlatformFailure {
    const message = 'The account has used up its calls for now; nothing was sent.';
    return { ...wireFailure('throttled', message, newTraceId()), retryAfterMs: waitMs };
  }

  function late(): PlatformFailure {
    return wireFailure('throttled', FENCED, newTraceId());
  }

  function noBatch(): PlatformFailure {
    return wireFailure('transient', 'The platform answered a batch with something that is no list of answers.', newTraceId());
  }

  function noEntry(): PlatformFailure {
    const message = 'The platform gave no answer for this entry of a batch; it may have run or not.';
    return wireFailure('transient', message, newTraceId());
  }
}

/** Throws what a failed answer says. */
export function bodyOrThrow(answer: Answer): Row {
  if (!answer.ok) throw new PlatformError(answer.failure);
  return answer.body;
}

/** The platform quotes a malformed token in its message. */
function withoutSecrets(caller: Caller, failure: PlatformFailure): PlatformFailure {
  const secrets = Object.values(caller.credentials).filter((value) => value.length >= 6);
  const clean = (words: string): string => secrets.reduce((text, secret) => text.split(secret).join('…'), words);
  return { ...failure, message: clean(failure.message), traceId: clean(failure.traceId) };
}

/** Budgets of calls belong to an account; calls before any account is known are paced by company. */
function keyOf(caller: Pick<Caller, 'adAccountId'> & { companyId?: string }, use: 'ads' | 'insights'): string {
  return `${use} ${caller.adAccountId ?? caller.companyId ?? ''}`;
}
