import { PlatformError } from '../../../core/errors.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import type { Secrets } from '../../../core/ports/secrets.ts';
import { asRow, at, numeric, type Row, rowsOf } from '../json.ts';
import type { Params } from '../params.ts';
import { createRepeat, harmless, noEffect } from '../repeat.ts';
import type { Answer, Api, Call, Caller } from './client.ts';

/** Single calls with judgement about repeating them, for everything but the launch itself. All but `tried` throw `PlatformError`. */
export interface Calls {
  /** Reads are harmless: repeated after a stumble, and after a throttle that passes soon. */
  read(caller: Caller, path: Call['path'], params?: Params): Promise<Row>;
  /** The same with everything around it. */
  answer(caller: Caller, path: Call['path'], params?: Params): Promise<Answer & { ok: true }>;
  /** Every page of a list. */
  list(caller: Caller, path: Call['path'], params?: Params, pageSize?: number): Promise<readonly Row[]>;
  /** Repeated only where the first attempt cannot have had any effect. */
  write(caller: Caller, path: Call['path'], body: Params, options?: WriteOptions): Promise<Row>;
  /** The same as a value. */
  tried(caller: Caller, path: Call['path'], body: Params, options?: WriteOptions): Promise<Answer>;
}

export interface WriteOptions {
  /** Setting a status twice is the same as once: a write that may have been carried out is repeated too. */
  readonly harmlessTwice?: boolean;
}

/** The most the lists of campaigns, ad groups and ads take. */
const largestPage = 1_000;

export function createCalls({ api, clock, secrets }: { api: Api; clock: Clock; secrets: Secrets }): Calls {
  const { repeated } = createRepeat({ clock, secrets });
  const once = async (caller: Caller, call: Call): Promise<Answer> => {
    const [answer] = await api.callAll(caller, [call]);
    if (answer === undefined) throw new Error('One call, no answer.');
    return answer;
  };

  const calls: Calls = {
    async answer(caller, path, params = {}) {
      const answer = await repeated(() => once(caller, { method: 'GET', path, params }), harmless);
      if (!answer.ok) throw new PlatformError(answer.failure);
      return answer;
    },
    async read(caller, path, params) {
      return asRow((await calls.answer(caller, path, params)).data) ?? {};
    },
    async list(caller, path, params = {}, pageSize = largestPage) {
      const rows: Row[] = [];
      for (let page = 1; ; page += 1) {
        const data = await calls.read(caller, path, { ...params, page, page_size: pageSize });
        rows.push(...rowsOf(data.list));
        if (page >= (numeric(at(data, 'page_info', 'total_page')) ?? 0)) return rows;
      }
    },
    async write(caller, path, body, options) {
      const answer = await calls.tried(caller, path, body, options);
      if (!answer.ok) throw new PlatformError(answer.failure);
      return asRow(answer.data) ?? {};
    },
    tried(caller, path, body, options = {}) {
      const rule = options.harmlessTwice ? harmless : noEffect;
      return repeated(() => once(caller, { method: 'POST', path, params: body }), rule);
    },
  };
  return calls;
}
