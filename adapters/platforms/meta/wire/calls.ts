import { PlatformError } from '../../../../core/base/errors.ts';
import {
  type CallsOptions,
  createCalls as createSingleCalls,
  type Paging,
  type Calls as SingleCalls,
} from '../../kit/calls.ts';
import { at, chunks, rowsOf, text } from '../../kit/json.ts';
import { attempts, createRepeat, harmless, noEffect } from '../../kit/repeat.ts';
import type { Answer, Caller, Params, PlatformFailure, Row } from '../../types.ts';
import { type BatchEntry, batchSize } from './batch.ts';
import type { Graph } from './client.ts';

export interface Calls extends SingleCalls {
  page(caller: Caller, path: string, params?: Params): Promise<EdgePage>;
  /** In order. */
  readMany(
    caller: Caller,
    reads: readonly { readonly path: string; readonly params?: Params }[],
  ): Promise<readonly Answer[]>;
  /** In order. Repeated as single ones are. */
  writeMany(
    caller: Caller,
    entries: readonly BatchEntry[],
    options?: { readonly harmlessTwice?: boolean },
  ): Promise<readonly Answer[]>;
}

export interface EdgePage {
  readonly rows: readonly Row[];
  readonly before?: string;
  readonly after?: string;
}

/** The `next` address holds the token and is never used. */
const paging: Paging = {
  first: (params) => ({ limit: 200, ...params }),
  rowsOf: ({ body }) => rowsOf(body),
  nextPage({ body }, params) {
    const { after } = edgePage(body);
    return after === undefined ? undefined : { ...params, after };
  },
  smaller(failure, params) {
    const limit = Number(params.limit);
    return asksForLess(failure) && limit > 10
      ? { ...params, limit: Math.floor(limit / 4) }
      : undefined;
  },
};

export function createCalls({
  graph,
  ...ports
}: { readonly graph: Graph } & Omit<CallsOptions, 'wire' | 'paging'>): Calls {
  const { pause } = createRepeat(ports);
  const calls = createSingleCalls({ ...ports, wire: graph, paging });
  return {
    ...calls,
    async page(caller, path, params) {
      const body = await calls.read(caller, path, params).catch((error: unknown) => {
        throw params?.after === undefined ? error : blamedOnCursor(error);
      });
      return edgePage(body);
    },
    readMany: (caller, reads) =>
      inBatches(
        caller,
        reads.map((read) => ({ method: 'GET', ...read })),
        harmless,
      ),
    writeMany: (caller, entries, { harmlessTwice = false } = {}) =>
      inBatches(caller, entries, harmlessTwice ? harmless : noEffect),
  };

  /** Repeats the entries whose failure allows it. */
  async function inBatches(
    caller: Caller,
    entries: readonly BatchEntry[],
    mayRepeat: (answer: Answer & { ok: false }) => boolean,
  ) {
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
      const failed = open
        .map((position) => answers[position])
        .filter((answer) => answer !== undefined && !answer.ok);
      open = open.filter((position) => {
        const answer = answers[position];
        return answer !== undefined && !answer.ok && mayRepeat(answer);
      });
      if (open.length > 0) await pause(attempt, failed);
    }
    return answers;
  }
}

function edgePage(body: Row): EdgePage {
  const after = text(at(body, 'paging', 'cursors', 'after'));
  const before = text(at(body, 'paging', 'cursors', 'before'));
  const more = at(body, 'paging', 'next') !== undefined;
  return { rows: rowsOf(body), ...(before && { before }), ...(after && more && { after }) };
}

/** Only the cursor is new, and the platform does not name it. */
function blamedOnCursor(error: unknown) {
  if (
    !(error instanceof PlatformError) ||
    error.failure.class !== 'invalid' ||
    error.failure.field !== undefined
  )
    return error;
  return new PlatformError({
    ...error.failure,
    field: 'after',
    fix: 'Start again from the first page, without a cursor.',
  });
}

/** A smaller page passes. Reports that are too large need a shorter range. */
const asksForLess = (failure: PlatformFailure) =>
  failure.class === 'too-large' && failure.code === '1';
