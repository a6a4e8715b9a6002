import * as v from 'valibot';
import { wholeNumber } from './fields.ts';

/** What every answer of the v1 surface looks like around its content. */

export const faultValues = v.optional(
  v.pipe(
    v.record(v.string(), v.union([v.string(), v.number()])),
    v.description(
      'What the message names, by the names that go with the code: `{ "most": 100, "length": 120 }`.',
    ),
  ),
);

export const fault = v.object({
  path: v.string(),
  code: v.string(),
  message: v.string(),
  cell: v.optional(v.string()),
  /**
   * `ask-admin`, `plan-approval`, `list-ad-accounts`, `reconnect`, … Each surface has its own words
   * for it.
   */
  hint: v.optional(v.string()),
  values: faultValues,
  near: v.optional(
    v.pipe(
      v.array(v.object({ id: v.string(), name: v.string() })),
      v.description(
        'What may have been meant by an id or a name that is not there, the likeliest first.',
      ),
    ),
  ),
  /** Of `guard_exceeded`: the limit, in the account's currency, and what was asked for. */
  guard: v.optional(
    v.object({
      name: v.string(),
      adAccountId: v.string(),
      currency: v.string(),
      limit: v.number(),
      asked: v.number(),
    }),
  ),
});

/** In errors and in the results of single items. */
export const platformError = v.object({
  code: v.optional(v.string()),
  subcode: v.optional(v.string()),
  message: v.string(),
  traceId: v.string(),
});

export const errorAnswer = v.object({
  success: v.literal(false),
  error: v.object({
    code: v.string(),
    message: v.string(),
    requestId: v.string(),
    details: v.optional(v.pipe(v.array(fault), v.description('A hundred faults of the request.'))),
    faults: v.optional(
      v.pipe(
        v.object({ total: v.number(), offset: v.number(), next: v.nullable(v.number()) }),
        v.description(
          'Present when `details` does not list all faults. Those of a launch come a page at a time: `faultsFrom` of `POST /v1/launch/plan` with the same body lists those from `next` on.',
        ),
      ),
    ),
    faultCount: v.optional(v.pipe(v.number(), v.description('As `faults.total`.'))),
    platform: v.optional(v.string()),
    platformCode: v.optional(v.nullable(v.string())),
    platformSubcode: v.optional(v.nullable(v.string())),
    platformMessage: v.optional(v.string()),
    traceId: v.optional(v.string()),
    retryable: v.optional(v.boolean()),
    retryAfterSeconds: v.optional(
      v.pipe(
        v.number(),
        v.description('Seconds until the platform takes requests again, as `Retry-After` says.'),
      ),
    ),
    platformError: v.optional(platformError),
  }),
});

export const olderErrorAnswer = v.object({
  error: v.object({ code: v.string(), message: v.string(), doc_url: v.string() }),
});

export const uploadErrorAnswer = v.object({
  success: v.literal(false),
  error: v.string(),
  message: v.string(),
  details: v.record(v.string(), v.unknown()),
});

export const answer = <E extends v.ObjectEntries>(entries: E) =>
  v.object({ success: v.literal(true), ...entries });

export const success = <T extends object>(content: T) => ({ success: true as const, ...content });

export const done = answer({});

export const pagination = v.object({
  offset: v.number(),
  limit: v.number(),
  total: v.number(),
  hasMore: v.boolean(),
});

export const listOf = <S extends v.GenericSchema>(item: S) =>
  answer({ data: v.array(item), pagination });

/** `limit` with `offset`, or `limit` with `page`. */
export const pageEntries = (most: number, fallback: number) => ({
  limit: v.optional(
    wholeNumber(1, most, { default: fallback, description: 'How many rows to give.' }),
  ),
  offset: v.optional(
    wholeNumber(0, 1_000_000_000, { default: 0, description: 'How many rows to pass over first.' }),
  ),
  page: v.optional(
    wholeNumber(1, 10_000_000, { description: 'Instead of `offset`: which page of `limit` rows.' }),
  ),
});

export const pageQuery = pageEntries(200, 50);

export interface PageQuery {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly page?: number | undefined;
}

export interface PageWindow {
  readonly offset: number;
  readonly limit: number;
}

export function windowOf(query: PageQuery, fallbackLimit = 50): PageWindow {
  const limit = query.limit ?? fallbackLimit;
  return { limit, offset: query.offset ?? ((query.page ?? 1) - 1) * limit };
}

export const paginationOf = ({ offset, limit }: PageWindow, total: number) => ({
  offset,
  limit,
  total,
  hasMore: offset + limit < total,
});

/** One page of a list in memory. */
export function listAnswer<T>(items: readonly T[], query: PageQuery, fallbackLimit = 50) {
  const window = windowOf(query, fallbackLimit);
  const page = items.slice(window.offset, window.offset + window.limit);
  return { success: true as const, data: page, pagination: paginationOf(window, items.length) };
}

/** One page of a list read page by page. */
export async function pageAnswer<T>(
  query: PageQuery,
  read: (window: PageWindow) => Promise<{ readonly items: readonly T[]; readonly total: number }>,
) {
  const window = windowOf(query);
  const { items, total } = await read(window);
  return { success: true as const, data: items, pagination: paginationOf(window, total) };
}
