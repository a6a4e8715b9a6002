import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { failOnDrift } from './harness.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

/**
 * Requests as the API document describes them, about accounts of every platform: what cannot be
 * told is refused, never a 5xx.
 */

const accounts: { readonly [platform: string]: string } = {
  primary: 'act_1001',
  'short-video': '7000000000000001001',
  'photo-messaging': '5ca90000-0000-4000-8000-000000010001',
  pin: '549700001001',
  'search-ads': '5000010001',
  'professional-network': '500001001',
  'app-network': '300011',
};

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
}

interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
}

interface Documented {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: readonly Parameter[];
}

/** Real ids and words of one platform, by the name of the parameter. */
type Known = { readonly [name: string]: readonly string[] };

let fixture: ServiceFixture;
const failures: string[] = [];
const routes: Documented[] = [];
const known = new Map<string, Known>();

beforeAll(async () => {
  fixture = await startServiceFixture({ onError: (line) => failures.push(line) });
  const get = async (path: string) => (await fixture.call('GET', path)).body;
  const { paths } = await get('/openapi.json');
  for (const [path, methods] of Object.entries<{ [method: string]: Operation }>(paths))
    for (const [method, operation] of Object.entries(methods)) {
      // Streams go on, and what writes is tried in any-request.test.ts.
      const reads = method === 'get' || READING.includes(path);
      if (!reads || path.endsWith('/events')) continue;
      const parameters = (operation.parameters ?? []).filter(({ in: place }) => place === 'query');
      const body = operation.requestBody?.content['application/json']?.schema;
      const fields = Object.entries(body?.properties ?? {}).map(([name, schema]) => {
        return { name, schema, required: body?.required?.includes(name) === true };
      });
      routes.push({ method: method.toUpperCase(), path, parameters, body: fields });
    }
  const words = (await get('/v1/reports/fields')) as {
    metrics: { key: string }[];
    dimensions: { key: string }[];
  };
  const metrics = words.metrics.map(({ key }) => key);
  const dimensions = words.dimensions.map(({ key }) => key);
  const ids = async (path: string, member = 'id'): Promise<string[]> =>
    ((await get(path)).data ?? [])
      .slice(0, 3)
      .map((row: { [name: string]: unknown }) => String(row[member]));
  for (const [platform, account] of Object.entries(accounts)) {
    const adSets = await ids(`/v1/adsets?accountId=${account}`, 'value');
    const ads = await ids(`/v1/manage/list-ads?accountId=${account}`);
    const campaigns = await ids(`/v1/campaigns?accountIds=${account}`);
    const pages = await ids(`/v1/profiles?accountId=${account}`, 'page');
    known.set(platform, {
      ...Object.fromEntries(
        ['accountId', 'accountIds', 'adAccountId', 'adAccountIds', 'businessId'].map((name) => [
          name,
          [account],
        ]),
      ),
      ...Object.fromEntries(
        ['startDate', 'dateFrom', 'from'].map((name) => [name, ['2026-11-01', '2026-10-20']]),
      ),
      ...Object.fromEntries(
        ['endDate', 'dateTo', 'to'].map((name) => [name, ['2026-11-03', '2026-11-10']]),
      ),
      metrics,
      metric: metrics,
      sortBy: [...metrics, ...dimensions],
      groupBy: dimensions,
      by: dimensions,
      platform: [platform],
      adSetId: adSets,
      adsetId: adSets,
      'filters[adsetId]': adSets,
      adGroupId: adSets,
      adSquadId: adSets,
      adId: ads,
      adIds: ads,
      'filters[adId]': ads,
      objectId: ads,
      entityIds: adSets,
      ids: ['1', '2'],
      campaignId: campaigns,
      'filters[campaignId]': campaigns,
      parentId: campaigns,
      page: [...pages, '1'],
      identity: pages,
      board: pages,
      organization: pages,
      of: pages,
      countries: ['US', 'CA', 'DE'],
      'filters[country]': ['US', 'DE'],
      country: ['US'],
      since: ['2026-11-01T00:00:00Z', '1793500000'],
      until: ['1793900000'],
      q: ['a', 'Traffic'],
      query: ['SELECT campaign.id FROM campaign'],
      input: ['{}'],
      types: ['region', 'city'],
      compareTo: ['previous', '2026-10-01..2026-10-03'],
      attributionWindow: ['7d_click', '1d_view'],
      asOf: ['2026-11-05'],
    });
  }
});
afterAll(() => fixture.worker.stop());

/** What POST takes a body for, and only reads. */
const READING: readonly string[] = [
  '/v1/manage/ad-debug-data',
  '/v1/manage/ad-creative-specs',
  '/v1/manage/delivery',
];

interface Operation {
  readonly parameters?: readonly (Parameter & { readonly in: string })[];
  readonly requestBody?: {
    readonly content: { readonly 'application/json'?: { readonly schema: Schema } };
  };
}

/** A value of a schema as a query has it; real ones where the name tells which. */
function aValueOf({ name, schema }: Parameter, real: Known): fc.Arbitrary<string> {
  const { enum: words, const: only, anyOf, items, minimum = 0, maximum = 1_000, type } = schema;
  if (words !== undefined) return fc.constantFrom(...words.map(String));
  if (only !== undefined) return fc.constant(String(only));
  const [text, ...others] = real[name] ?? [];
  if (text !== undefined)
    return fc
      .uniqueArray(fc.constantFrom(text, ...others), {
        minLength: 1,
        maxLength: isList(schema) ? 3 : 1,
      })
      .map(String);
  if (anyOf !== undefined)
    return fc.oneof(...anyOf.map((each) => aValueOf({ name, schema: each, required: false }, {})));
  if (items !== undefined) return aValueOf({ name, schema: items, required: false }, real);
  if (type === 'integer' || type === 'number')
    return fc.constantFrom(minimum, minimum + 1, Math.min(maximum, 50), maximum).map(String);
  if (type === 'boolean') return fc.constantFrom('true', 'false');
  return fc.constantFrom('x', '1', 'ACTIVE', '2026-11-01');
}

const isList = ({ anyOf = [], type }: Schema): boolean =>
  type === 'array' || anyOf.some((each) => each.type === 'array');

const requestTo = (
  { method, path, parameters, body }: Documented,
  platform: string,
  real: Known,
) => {
  // A few at a time: of many, one is always wrong, and nothing is reached behind its refusal.
  const chosen = (all: readonly Parameter[]) => {
    const isNeeded = ({ name, required }: Parameter): boolean => required || NEEDED.includes(name);
    const optional = all.filter((each) => !isNeeded(each));
    return fc
      .subarray(optional, { maxLength: Math.min(3, optional.length) })
      .chain((some) =>
        fc.record(
          Object.fromEntries(
            [...all.filter(isNeeded), ...some].map((each) => [each.name, aValueOf(each, real)]),
          ),
        ),
      )
      .map((values) => values as { readonly [name: string]: string });
  };
  const place = path.replace('{platform}', platform).replace(/\{\w+\}/g, '1');
  return fc.record({
    method: fc.constant(method),
    place: fc.constant(place),
    query: chosen(parameters),
    body: chosen(body),
  });
};

/** Needed in practice, under one of several names. */
const NEEDED: readonly string[] = ['accountId', 'accountIds', 'startDate', 'endDate'];

/** Sends a request, and throws at a 5xx. */
async function statusOf(
  method: string,
  place: string,
  query: { readonly [name: string]: string },
  body: object = {},
) {
  const search = new URLSearchParams(query).toString();
  const response = await fixture.app.request(`${place}?${search}`, {
    method,
    headers: { authorization: `Bearer ${fixture.key}`, 'content-type': 'application/json' },
    ...(method !== 'GET' && { body: JSON.stringify(body) }),
  });
  const { status } = response;
  const text = await response.text();
  if (status < 500 || (status === 503 && text.includes('no_research_source'))) return status;
  throw new Error(
    `${status} to ${method} ${place}?${decodeURIComponent(search)}: ${text} ${failures.splice(0).join()}`,
  );
}

test('each word of each parameter of a report is answered or refused, on every platform', async () => {
  const reports = routes.filter(
    ({ path }) => path === '/v1/reports/query' || path === '/v1/reports/primary/country-breakdown',
  );
  for (const { method, path, parameters } of reports)
    for (const [platform, account] of Object.entries(accounts)) {
      const real = known.get(platform) ?? {};
      const needed = { accountIds: account, startDate: '2026-11-01', endDate: '2026-11-02' };
      const words = parameters
        .filter(({ name }) => /groupBy|countr/.test(name))
        .flatMap(({ name, schema }) =>
          (schema.enum?.map(String) ?? real[name] ?? []).map((word) => ({ [name]: word })),
        );
      expect(words.length).toBeGreaterThan(10);
      for (const word of words) await statusOf(method, path, { ...needed, ...word });
    }
});

test('no documented request is answered with a 5xx, on any platform', async () => {
  const seen = new Map<number, number>();
  const anyRequest = fc
    .tuple(
      fc.oneof(
        fc.constantFrom(...routes),
        fc.constantFrom(
          ...routes.filter(({ path }) => /report|analytics|spend|campaigns$|adsets$/.test(path)),
        ),
      ),
      fc.constantFrom(...Object.keys(accounts)),
    )
    .chain(([route, platform]) => requestTo(route, platform, known.get(platform) ?? {}));
  await fc.assert(
    fc.asyncProperty(anyRequest, async ({ method, place, query, body }) => {
      const lists = Object.fromEntries(
        Object.entries(body).map(([name, text]) => [
          name,
          name.endsWith('s') ? text.split(',') : text,
        ]),
      );
      const status = await statusOf(method, place, query, lists);
      seen.set(status, (seen.get(status) ?? 0) + 1);
    }),
    { numRuns: 400 },
  );
  // Both what is answered and what is refused must be reached.
  for (const status of [200, 404, 422])
    expect([status, (seen.get(status) ?? 0) > 10]).toEqual([status, true]);
});
