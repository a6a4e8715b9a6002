import { PlatformError } from '../../../core/base/errors.ts';
import type { Budget, CallLimit } from '../../http/budget.ts';
import type { Params, Row } from './json.ts';
import type { Clock, PlatformFailure, Secrets } from './ports.ts';
import { createRepeat, harmless, noEffect } from './repeat.ts';
import type { Call, Caller } from './requests.ts';
import { type Answer, createWire, type Dialect, type Wire, type WireOptions } from './wire.ts';

export type Good = Answer & { readonly ok: true };
type More = Omit<Partial<Call>, 'path' | 'query' | 'body'>;

/** What every part of an adapter works with. */
export interface Api {
  readonly wire: Wire;
  readonly calls: Calls;
}

export interface ApiOptions extends Omit<WireOptions, 'gate'> {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly timeoutMs: number;
  /** Of a call that carries a file. */
  readonly uploadTimeoutMs: number;
  readonly limit: CallLimit;
  /** Shared where several adapters call for the same app. */
  readonly budget?: Budget | undefined;
}

/** Single calls, repeated where that is safe. All but `tried` throw `PlatformError`. */
export interface Calls {
  /** Repeated after a stumble and after a short throttle. By POST the parameters are the body. */
  read(caller: Caller, path: string, params?: Params, more?: More): Promise<Row>;
  /** `read` with headers and raw data. */
  answer(caller: Caller, path: string, params?: Params, more?: More): Promise<Good>;
  list(caller: Caller, path: string, params?: Params, more?: More): Promise<readonly Row[]>;
  /** Repeated only where the first attempt cannot have had an effect. */
  write(caller: Caller, path: string, body: Call['body'], more?: WriteMore): Promise<Row>;
  /** `write` as a value. */
  tried(caller: Caller, path: string, body: Call['body'], more?: WriteMore): Promise<Answer>;
}

interface WriteMore extends More {
  /** The write sets a state: one that may have been carried out is repeated too. */
  readonly harmlessTwice?: boolean;
  /** Of a deletion, which has no body. */
  readonly query?: Params;
}

export const harmlessTwice = { harmlessTwice: true } as const;

export interface Paging {
  first(params: Params): Params;
  rowsOf(answer: Good): readonly Row[];
  /** Undefined after the last page. */
  nextPage(answer: Good, params: Params): Params | undefined;
  /** The parameters of a smaller page, where that helps against the failure. */
  smaller?(failure: PlatformFailure, params: Params): Params | undefined;
}

export interface CallsOptions {
  readonly wire: Wire;
  readonly paging: Paging;
  readonly clock: Clock;
  readonly secrets: Secrets;
}

/**
 * Calls over a wire: whole lists, and writes that are repeated where that is safe.
 *
 * @example
 * import { createCalls, type PlatformHost, rowsOf, text, type Wire } from 'slipway/adapters/platform-kit';
 *
 * // Lists come in pages that name the next one.
 * export const openCalls = (wire: Wire, { clock, secrets }: PlatformHost) =>
 *   createCalls({
 *     wire,
 *     clock,
 *     secrets,
 *     paging: {
 *       first: (params) => ({ ...params, limit: 100 }),
 *       rowsOf: ({ body }) => rowsOf(body.rows),
 *       nextPage: ({ body }, params) => (text(body.next) === undefined ? undefined : { ...params, after: text(body.next) }),
 *     },
 *   });
 */
export function createCalls({ wire, paging, clock, secrets }: CallsOptions): Calls {
  const { repeated } = createRepeat({ clock, secrets });
  const calls: Calls = {
    async answer(caller, path, params = {}, { method = 'GET', ...more } = {}) {
      const call: Call = {
        ...more,
        method,
        path,
        ...(method === 'GET' ? { query: params } : { body: params }),
      };
      return orThrow(await repeated(() => wire.call(caller, call), harmless));
    },
    read: async (caller, path, params, more) =>
      (await calls.answer(caller, path, params, more)).body,
    async list(caller, path, params = {}, more) {
      const rows: Row[] = [];
      let next: Params | undefined = paging.first(params);
      while (next !== undefined) {
        const page: Page = await pageOf(caller, path, next, more);
        rows.push(...page.rows);
        next = page.next;
      }
      return rows;
    },
    write: async (caller, path, body, more) =>
      orThrow(await calls.tried(caller, path, body, more)).body,
    tried(caller, path, body, { harmlessTwice = false, method = 'POST', ...more } = {}) {
      const call: Call = { ...more, method, path, ...(body !== undefined && { body }) };
      return repeated(() => wire.call(caller, call), harmlessTwice ? harmless : noEffect);
    },
  };
  return calls;

  async function pageOf(
    caller: Caller,
    path: string,
    params: Params,
    more: More | undefined,
  ): Promise<Page> {
    try {
      const answer = await calls.answer(caller, path, params, more);
      return { rows: paging.rowsOf(answer), next: paging.nextPage(answer, params) };
    } catch (error) {
      const next =
        error instanceof PlatformError ? paging.smaller?.(error.failure, params) : undefined;
      if (next === undefined) throw error;
      return { rows: [], next };
    }
  }
}

export function openApi(
  { baseUrl, timeoutMs, uploadTimeoutMs, limit: _limit, budget: _budget, ...options }: ApiOptions,
  dialect: Omit<Dialect, 'baseUrl' | 'timeoutMs' | 'uploadTimeoutMs'>,
  { gate, paging }: Pick<WireOptions, 'gate'> & Pick<CallsOptions, 'paging'>,
): Api {
  const wire = createWire(
    { ...dialect, baseUrl, timeoutMs, uploadTimeoutMs },
    { ...options, gate },
  );
  return {
    wire,
    calls: createCalls({ wire, paging, clock: options.clock, secrets: options.secrets }),
  };
}

interface Page {
  readonly rows: readonly Row[];
  readonly next: Params | undefined;
}

export function orThrow(answer: Answer): Good {
  if (!answer.ok) throw new PlatformError(answer.failure);
  return answer;
}
