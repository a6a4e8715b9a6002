import { createBudget } from '../../../http/budget.ts';
import { openApi, type Paging } from '../../kit/calls.ts';
import { explained, refusedBy, wordsOf } from '../../kit/failures.ts';
import { countedGate } from '../../kit/gates.ts';
import { asRow, numeric, parse, rowsOf, text } from '../../kit/json.ts';
import type { Api, ApiOptions, Envelope, HttpResponse, Params } from '../../types.ts';
import { definition } from '../definition.ts';
import { errorRow } from './error-table.ts';

/** Events go to another host with another key. */
export const eventsLane = 'events';

/** Limits count by account and by address, with the same numbers: all accounts share one budget. */
const keyOf = () => 'openai';

export function createApi(options: ApiOptions): Api {
  const { clock, limit } = options;
  const budget = options.budget ?? createBudget({ clock, limitOf: () => limit });
  return openApi(
    options,
    {
      definition,
      bodies: 'json',
      encodeQuery,
      authorize: ({ credentials }, { lane }) => ({
        headers: {
          Authorization: `Bearer ${(lane === eventsLane ? credentials.conversionsKey : credentials.apiKey) ?? ''}`,
          // The firewall refuses programs that name none.
          'User-Agent': 'Mozilla/5.0 (compatible; Slipway)',
        },
      }),
      readEnvelope,
    },
    { gate: countedGate({ whose: 'The ad account', budget, keyOf }), paging },
  );
}

export const pageSize = 500;

const paging: Paging = {
  first: (params) => ({ limit: pageSize, ...params }),
  rowsOf: ({ body }) => rowsOf(body),
  nextPage({ body }, params) {
    const after = text(body.last_id);
    return body.has_more === true && after !== undefined ? { ...params, after } : undefined;
  },
};

/** Lists as `fields[]=a&fields[]=b`, objects in them as JSON. */
function encodeQuery(query: Params) {
  const pairs = Object.entries(query).flatMap(
    ([name, value]): readonly (readonly [string, unknown])[] => {
      if (value === undefined || value === null) return [];
      return Array.isArray(value)
        ? value.map((each) => [`${name}[]`, each] as const)
        : [[name, value]];
    },
  );
  const written = (value: unknown) =>
    typeof value === 'object' ? JSON.stringify(value) : String(value);
  return pairs
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(written(value))}`)
    .join('&');
}

export function readEnvelope(response: HttpResponse, traceId: string): Envelope {
  const { status, headers } = response;
  const body = parse(response.text);
  if (status >= 200 && status < 300 && body !== undefined) return { data: body };
  const error = asRow(asRow(body)?.error);
  const said = text(error?.message);
  const known = errorRow({ status, message: said });
  // Rules of the domain repeat the status in front: `400: …`.
  const message = wordsOf(known, said?.replace(/^\d{3}: /, ''));
  const failure = explained(definition.id, known, {
    code: text(error?.code) ?? String(status),
    field: text(error?.param),
    message: body === undefined ? `${message} (HTTP ${status}, no JSON)` : message,
    traceId: headers['x-request-id'] ?? traceId,
    retryAfterMs: known.class === 'throttled' ? waitIn(headers) : undefined,
  });
  // A key that was used: the first request may have made the object.
  return status === 409 && known.class === 'rule'
    ? { failure, maybeDone: true }
    : refusedBy(failure, known);
}

/** Not known to be sent. */
function waitIn(headers: HttpResponse['headers']) {
  const seconds = numeric(headers['retry-after']);
  return seconds === undefined || seconds <= 0 || seconds > 86_400 ? undefined : seconds * 1_000;
}
