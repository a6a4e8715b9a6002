import { type CallLimit, createBudget } from '../../../http/budget.ts';
import { openApi, type Paging } from '../../kit/calls.ts';
import { explained, refusalByStatus, refusedBy, unknownRow, wordsOf } from '../../kit/failures.ts';
import { countedGate } from '../../kit/gates.ts';
import { asRow, at, numeric, parse, rowsOf, text } from '../../kit/json.ts';
import type { Api, ApiOptions, Caller, Envelope, HttpResponse } from '../../types.ts';
import { definition } from '../definition.ts';
import { errorRow } from './error-table.ts';

/** Paths end in a slash: `ad/create/`. */
export function createApi(options: ApiOptions): Api {
  const { clock, limit } = options;
  const budget =
    options.budget ??
    createBudget({ clock, limitOf: (key) => limitOf(key.split(' ')[1] ?? '', limit) });
  return openApi(
    options,
    {
      definition,
      bodies: 'json',
      authorize: ({ adAccountId, credentials }) => ({
        headers: { 'Access-Token': credentials.accessToken ?? '' },
        ...(adAccountId !== undefined && { params: { advertiser_id: adAccountId } }),
      }),
      readEnvelope,
    },
    { gate: countedGate({ whose: 'The app', budget, keyOf }), paging },
  );
}

const paging: Paging = {
  // The most the lists of campaigns, ad groups and ads take.
  first: (params) => ({ page: 1, page_size: 1_000, ...params }),
  rowsOf: ({ body }) => rowsOf(body.list),
  nextPage({ body }, { page, ...params }) {
    const last = numeric(at(body, 'page_info', 'total_page')) ?? 0;
    return Number(page) >= last ? undefined : { ...params, page: Number(page) + 1 };
  },
};

/**
 * Calls with their own budgets: half of the seconds and a quarter of the minutes for ads; fixed
 * ones for copies.
 */
const ownLimits: { readonly [path: string]: (app: CallLimit) => CallLimit } = {
  'ad/create/': ({ perSecond, perMinute }) => ({
    perSecond: Math.ceil(perSecond / 2),
    perMinute: Math.ceil(perMinute / 4),
  }),
  'campaign/copy/task/create/': () => ({ perSecond: 1, perMinute: 30 }),
  'campaign/copy/task/check/': () => ({ perSecond: 2, perMinute: 60 }),
  'smart_plus/campaign/copy/task/create/': () => ({ perSecond: 1, perMinute: 30 }),
  'smart_plus/campaign/copy/task/check/': () => ({ perSecond: 2, perMinute: 60 }),
};

const limitOf = (path: string, app: CallLimit): CallLimit => ownLimits[path]?.(app) ?? app;

/** Budgets belong to the app behind the token. */
const keyOf = ({ credentials }: Caller, path: string) =>
  `${credentials.appId ?? ''} ${path in ownLimits ? path : ''}`;

const success = 0;
const partialSuccess = 20001;

/** Files are sent as they are, everything else in an envelope. */
const isFile = ({ status, headers, text: content }: HttpResponse) =>
  status === 200 &&
  content.trim() !== '' &&
  (/csv|octet-stream|zip/.test(headers['content-type'] ?? '') ||
    /attachment/.test(headers['content-disposition'] ?? ''));

/** The code in the body decides, whatever the HTTP status. */
export function readEnvelope(response: HttpResponse, traceId: string): Envelope {
  const body = asRow(parse(response.text));
  if (body === undefined && isFile(response)) return { data: response.text };
  const code = numeric(body?.code);
  // 404: our address lacks its last slash.
  if (body === undefined || code === undefined)
    return refusalByStatus(definition.id, response, traceId, { 404: 'invalid' });
  if (code === success || code === partialSuccess)
    return { data: body.data, partial: code === partialSuccess };
  const known = errorRow(code) ?? unknownRow;
  const message = wordsOf(known, text(body.message));
  return refusedBy(
    explained(definition.id, known, {
      code: String(code),
      message,
      traceId: text(body.request_id) ?? traceId,
    }),
    known,
  );
}
