import { PlatformError, type PlatformFailure } from '../../../core/base/errors.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import type { Secrets } from '../../../core/ports/secrets.ts';
import type { Caller } from './caller.ts';
import type { Row } from './json.ts';
import type { Params } from './params.ts';
import { createRepeat, harmless, noEffect } from './repeat.ts';
import type { Call } from './requests.ts';
import type { Answer, Wire } from './wire.ts';

export type Good = Answer & { readonly ok: true };
type More = Omit<Partial<Call>, 'path' | 'query' | 'body'>;

/** Single calls with judgement about repeating them, for everything but the launch itself. All but `tried` throw `PlatformError`. */
export interface Calls {
  /** Reads are harmless: repeated after a stumble, and after a throttle that passes soon. By POST the parameters are its body. */
  read(caller: Caller, path: string, params?: Params, more?: More): Promise<Row>;
  /** The same with everything around it. */
  answer(caller: Caller, path: string, params?: Params, more?: More): Promise<Good>;
  /** Every page of a list. */
  list(caller: Caller, path: string, params?: Params, more?: More): Promise<readonly Row[]>;
  /** Repeated only where the first attempt cannot have had any effect. */
  write(caller: Caller, path: string, body: Call['body'], more?: WriteMore): Promise<Row>;
  /** The same as a value. */
  tried(caller: Caller, path: string, body: Call['body'], more?: WriteMore): Promise<Answer>;
}

export interface WriteMore extends More {
  /** Setting a status twice is the same as once: a write that may have been carried out is repeated too. */
  readonly harmlessTwice?: boolean;
  /** Of a deletion, which has no body. */
  readonly query?: Params;
}

/** How a platform's lists are read. */
export interface Paging {
  /** The parameters of the first page. */
  first(params: Params): Params;
  rowsOf(answer: Good): readonly Row[];
  /** The parameters of the page after this one; undefined after the last. */
  nextPage(answer: Good, params: Params): Params | undefined;
  /** Where a smaller page helps: the parameters to ask for it with. */
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
 *     ...{ wire, clock, secrets },
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
      const call: Call = { ...more, method, path, ...(method === 'GET' ? { query: params } : { body: params }) };
      return orThrow(await repeated(() => wire.call(caller, call), harmless));
    },
    read: async (caller, path, params, more) => (await calls.answer(caller, path, params, more)).body,
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
    write: async (caller, path, body, more) => orThrow(await calls.tried(caller, path, body, more)).body,
    tried(caller, path, body, { harmlessTwice = false, method = 'POST', ...more } = {}) {
      const call: Call = { ...more, method, path, ...(body !== undefined && { body }) };
      return repeated(() => wire.call(caller, call), harmlessTwice ? harmless : noEffect);
    },
  };
  return calls;

  async function pageOf(caller: Caller, path: string, params: Params, more: More | undefined): Promise<Page> {
    try {
      const answer = await calls.answer(caller, path, params, more);
      return { rows: paging.rowsOf(answer), next: paging.nextPage(answer, params) };
    } catch (error) {
      const next = error instanceof PlatformError ? paging.smaller?.(error.failure, params) : undefined;
      if (next === undefined) throw error;
      return { rows: [], next };
    }
  }
}

interface Page {
  readonly rows: readonly Row[];
  readonly next: Params | undefined;
}

/** Throws what a refused call was refused for. */
export function orThrow(answer: Answer): Good {
  if (!answer.ok) throw new PlatformError(answer.failure);
  return answer;
}
