import { PlatformError, type PlatformFailure } from '../../../../core/errors.ts';
import type { Clock } from '../../../../core/ports/clock.ts';
import type { Secrets } from '../../../../core/ports/secrets.ts';
import { at, type Row, rowsOf, text } from '../../json.ts';
import { chunks, type Params } from '../../params.ts';
import { attempts, createRepeat, harmless, noEffect } from '../../repeat.ts';
import { type BatchEntry, batchSize } from './batch.ts';
import { type Answer, bodyOrThrow, type Graph } from './client.ts';
import type { Call, Caller } from './requests.ts';

/** Single calls with judgement about repeating them, for everything but the launch itself. All but `tried` throw `PlatformError`. */
export interface Calls {
  /** Reads are harmless: repeated after a stumble, and after a throttle that passes soon. */
  read(caller: Caller, path: string, params?: Params, use?: Call['use']): Promise<Row>;
  /** One page of an edge. */
  page(caller: Caller, path: string, params?: Params, use?: Call['use']): Promise<EdgePage>;
  /** Every page of an edge, by cursor: the `next` address holds the token and is never used. */
  list(caller: Caller, path: string, params?: Params, use?: Call['use']): Promise<readonly Row[]>;
  /** Many reads in as few requests as possible; one answer each, in order. */
  readMany(caller: Caller, reads: readonly { readonly path: string; readonly params?: Params }[]): Promise<readonly Answer[]>;
  /** Repeated only where the first attempt cannot have had any effect. */
  write(caller: Caller, path: string, params: Params, options?: WriteOptions): Promise<Row>;
  /** The same as a value. */
  tried(caller: Caller, path: string, params: Params, options?: WriteOptions): Promise<Answer>;
  /** Many writes in as few requests as possible; one answer each, in order. */
  writeMany(caller: Caller, entries: readonly BatchEntry[], options?: WriteOptions): Promise<readonly Answer[]>;
}

export interface WriteOptions {
  /** Setting a status twice is the same as once: a write that may have been carried out is repeated too. */
  readonly harmlessTwice?: boolean;
}

export interface EdgePage {
  readonly rows: readonly Row[];
  readonly before?: string;
  readonly after?: string;
}

export function createCalls({ graph, clock, secrets }: { graph: Graph; clock: Clock; secrets: Secrets }): Calls {
  const { repeated, pause } = createRepeat({ clock, secrets });
  const calls: Calls = {
    async read(caller, path, params = {}, use = 'ads') {
      const call: Call = { method: 'GET', path, params, use };
      return bodyOrThrow(await repeated(async () => only(await graph.callAll(caller, [call])), harmless));
    },
    async page(caller, path, params, use) {
      const body = await calls.read(caller, path, params, use).catch((error: unknown) => {
        throw params?.after === undefined ? error : blamedOnCursor(error);
      });
      const after = text(at(body, 'paging', 'cursors', 'after'));
      const before = text(at(body, 'paging', 'cursors', 'before'));
      const more = at(body, 'paging', 'next') !== undefined;
      return { rows: rowsOf(body), ...(before && { before }), ...(after && more && { after }) };
    },
    async list(caller, path, params = {}, use) {
      const rows: Row[] = [];
      let after: string | undefined;
      let limit = Number(params.limit ?? 200);
      for (;;) {
        try {
          const page = await calls.page(caller, path, { ...params, limit, ...(after && { after }) }, use);
          rows.push(...page.rows);
          after = page.after;
        } catch (error) {
          if (!(error instanceof PlatformError && asksForLess(error.failure) && limit > 10)) throw error;
          limit = Math.floor(limit / 4);
          continue;
        }
        if (after === undefined) return rows;
      }
    },
    readMany: (caller, reads) =>
      inBatches(
        caller,
        reads.map((read) => ({ method: 'GET', ...read })),
        harmless,
      ),
    async write(caller, path, params, options) {
      return bodyOrThrow(await calls.tried(caller, path, params, options));
    },
    tried(caller, path, params, options = {}) {
      const call: Call = { method: 'POST', path, params };
      return repeated(async () => only(await graph.callAll(caller, [call])), rule(options));
    },
    writeMany: (caller, entries, options = {}) => inBatches(caller, entries, rule(options)),
  };
  return calls;

  /** Sends all entries, then again those whose failure allows it, up to the usual number of attempts. */
  async function inBatches(
    caller: Caller,
    entries: readonly BatchEntry[],
    mayRepeat: (answer: Answer & { ok: false }) => boolean,
  ): Promise<readonly Answer[]> {
    const answers: Answer[] = [];
    let open = entries.map((_, position) => position);
    for (let attempt = 1; open.length > 0; attempt += 1) {
      const pieces = chunks(open, batchSize);
      const batches = pieces.map((piece) => piece.flatMap((position) => entries[position] ?? []));
      const results = await graph.batchAll(caller, batches);
      pieces.forEach((piece, p) => {
        piece.forEach((position, e) => {
          const answer = results[p]?.[e];
          if (answer !== undefined) answers[position] = answer;
        });
      });
      if (attempt === attempts) break;
      const failed = open.map((position) => answers[position]).filter((answer) => answer !== undefined && !answer.ok);
      open = open.filter((position) => {
        const answer = answers[position];
        return answer !== undefined && !answer.ok && mayRepeat(answer);
      });
      if (open.length > 0) await pause(attempt, failed);
    }
    return answers;
  }
}

const rule = (options: WriteOptions) => (options.harmlessTwice ? harmless : noEffect);

/** A page that is refused although the one before it was not: nothing but the cursor is new, and the platform does not name it. */
function blamedOnCursor(error: unknown): unknown {
  if (!(error instanceof PlatformError) || error.failure.class !== 'invalid' || error.failure.field !== undefined) return error;
  return new PlatformError({ ...error.failure, field: 'after', fix: 'Start again from the first page, without a cursor.' });
}

/** Code 1 with the advice to ask for less: a smaller page passes. Reports that are too large need a shorter range instead. */
const asksForLess = (failure: PlatformFailure): boolean => failure.class === 'too-large' && failure.code === '1';

function only<T>(items: readonly T[]): T {
  const [item] = items;
  if (item === undefined) throw new Error('One call, no answer.');
  return item;
}
