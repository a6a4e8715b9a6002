import { type CallLimit, createBudget } from '../../../http/budget.ts';
import { openApi, type Paging } from '../../kit/calls.ts';
import { explained, refusalByStatus, refusedBy, unknownRow, wordsOf } from '../../kit/failures.ts';
import { countedGate } from '../../kit/gates.ts';
import { asRow, numeric, parse, rowsOf, text } from '../../kit/json.ts';
import type {
  Api,
  ApiOptions,
  Caller,
  Envelope,
  HttpResponse,
  Params,
  Refusal,
} from '../../types.ts';
import { definition } from '../definition.ts';
import { errorRow, type Refused, waitOf } from './error-table.ts';

/** Paths have no slash at either end: `ad_accounts/549755885175/ads`. */
export function createApi(options: ApiOptions): Api {
  const { clock, limit, baseUrl } = options;
  const budget =
    options.budget ??
    createBudget({ clock, limitOf: (key) => (key.endsWith(analytics) ? ownLimit(limit) : limit) });
  return openApi(
    options,
    {
      definition,
      bodies: 'json',
      encodeQuery,
      authorize: ({ credentials }) => ({
        headers: { Authorization: `Bearer ${credentials.accessToken ?? ''}` },
      }),
      renewal: ({ refreshToken = '', appId = '', appSecret = '' }) => ({
        method: 'POST',
        url: `${baseUrl}/oauth/token`,
        headers: { Authorization: `Basic ${btoa(`${appId}:${appSecret}`)}` },
        body: {
          type: 'form',
          fields: { grant_type: 'refresh_token', refresh_token: refreshToken },
        },
      }),
      readEnvelope,
    },
    { gate: countedGate({ whose: 'The connected user', budget, keyOf }), paging },
  );
}

export const pageSize = 250;

const paging: Paging = {
  first: (params) => ({ page_size: pageSize, ...params }),
  rowsOf: ({ body }) => rowsOf(body.items),
  nextPage({ body }, params) {
    const bookmark = text(body.bookmark);
    return bookmark === undefined || bookmark === '' ? undefined : { ...params, bookmark };
  },
};

const analytics = ' analytics';

/** Figures have their own budget: 300 calls a minute. */
const ownLimit = ({ perSecond, perMinute }: CallLimit): CallLimit => ({
  perSecond,
  perMinute: Math.min(300, perMinute),
});

/** A budget belongs to a user of an app: a connection. */
const keyOf = ({ connectionId, credentials }: Caller, path: string) =>
  `${connectionId ?? credentials.refreshToken ?? credentials.accessToken ?? ''}${/\/(analytics|reports)$/.test(path) ? analytics : ''}`;

/** Lists repeat the parameter; the columns of reports are joined by commas. */
function encodeQuery(query: Params) {
  const pairs = Object.entries(query).flatMap(
    ([name, value]): readonly (readonly [string, string])[] => {
      if (value === undefined || value === null) return [];
      if (!Array.isArray(value)) return [[name, String(value)]];
      return name === 'columns'
        ? [[name, value.join(',')]]
        : value.map((each) => [name, String(each)] as const);
    },
  );
  return pairs
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
}

/** Deletions and the video storage answer without a body. */
export function readEnvelope(response: HttpResponse, traceId: string): Envelope {
  const { status } = response;
  const body = parse(response.text);
  if (status === 204) return { data: undefined };
  if (status >= 200 && status < 300 && body !== undefined) return { data: body };
  const row = asRow(body);
  const message = text(row?.message);
  if (row === undefined || (message === undefined && row.code === undefined))
    return refusalByStatus(definition.id, response, traceId);
  return refusalOf(
    { status, code: numeric(row.code), message: message ?? '' },
    traceId,
    waitIn(response),
  );
}

export function refusalOf(said: Refused, traceId: string, waitMs?: number): Refusal {
  const { code, status, message } = said;
  const known = errorRow(said) ?? unknownRow;
  const failure = explained(definition.id, known, {
    code: code === undefined ? (status === undefined ? undefined : String(status)) : String(code),
    message: wordsOf(known, message),
    traceId,
    retryAfterMs: known.class === 'throttled' ? (waitOf(message) ?? waitMs) : undefined,
  });
  return refusedBy(failure, known);
}

/** Seconds, as other callers of the platform read them. */
function waitIn({ headers }: HttpResponse) {
  const seconds = numeric(headers['retry-after'] ?? headers['x-ratelimit-reset']);
  return seconds === undefined || seconds <= 0 || seconds > 86_400 ? undefined : seconds * 1_000;
}
