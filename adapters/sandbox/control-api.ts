import * as v from 'valibot';
import type { JsonObject } from './entity.ts';

/** Every field with its description; messages end a sentence that begins with "must be". */
const of = <const S extends v.GenericSchema>(schema: S, what: string) =>
  v.pipe(schema, v.description(what));
const whole = (least: number, most: number) => {
  const must =
    most === Number.MAX_SAFE_INTEGER
      ? `a whole number, ${least} or more`
      : `a whole number from ${least} to ${most}`;
  return v.pipe(
    v.number(must),
    v.safeInteger(must),
    v.minValue(least, must),
    v.maxValue(most, must),
  );
};
const ms = v.pipe(
  v.number('a number of milliseconds, 0 or more'),
  v.minValue(0, 'a number of milliseconds, 0 or more'),
);
const wholeMs = (least: number) =>
  v.pipe(
    v.number('a whole number of milliseconds'),
    v.safeInteger('a whole number of milliseconds'),
    v.minValue(least, `a whole number of milliseconds, at least ${least}`),
  );
const text = v.pipe(v.string('a text'), v.nonEmpty('a text'));
const platform = of(text, 'A simulation, by its name or as Slipway calls the platform');
const ANY = Number.MAX_SAFE_INTEGER;

interface Endpoint {
  readonly summary: string;
  readonly query?: { readonly [name: string]: string };
  readonly body?: v.GenericSchema<unknown, object>;
  readonly answer: string;
}

/**
 * The control endpoints: what they take is checked by these, and the OpenAPI document is made of
 * them.
 */
export const endpoints = {
  'GET state': {
    summary: 'Count what the platforms hold and what was asked of them',
    query: {
      objects: '1 adds every object as the platform holds it; a kind adds those of the kind',
    },
    answer:
      '`objects` by kind, `ads`, `calls` by method and edge, `counted` as the platforms count, `requests`, `now`',
  },
  'GET objects': {
    summary: 'List objects as the platforms hold them, deleted ones too',
    query: { kind: 'Such as ads; default: all' },
    answer: '`list` by kind',
  },
  'GET faults': {
    summary: 'List faults: those that are ordered, all there are, and favourites',
    answer: '`active` with how often each fired, `faults`, `favourites`',
  },
  'POST faults': {
    summary: 'Order a fault for the calls that a rule hits',
    body: v.looseObject({
      fault: of(v.optional(text), 'Its name'),
      platform: v.optional(platform),
      method: of(v.optional(text), 'GET, POST, PUT, PATCH or DELETE; default: any'),
      path: of(v.optional(text), '`*` is anything, `{id}` one part, a bare word the end'),
      nth: of(v.optional(v.unknown()), 'From this matching call on, counted from 1'),
      times: of(
        v.optional(v.unknown()),
        'How often; default: once where nth is given, otherwise until removed',
      ),
      probability: of(v.optional(v.unknown()), '0 to 1, for each matching call'),
      account: of(v.optional(v.unknown()), 'Only calls about this ad account'),
      seed: of(v.optional(v.unknown()), 'Of the dice behind probability'),
    }),
    answer: '`active`',
  },
  'DELETE faults': { summary: 'Remove all ordered faults', answer: '`active`, which is empty' },
  'POST clock': {
    summary: 'Move simulated time on',
    body: v.strictObject({ advanceMs: of(ms, 'By this many milliseconds') }),
    answer: '`now`',
  },
  'POST latency': {
    summary: 'Answer every request later',
    body: v.strictObject({ ms: of(ms, 'By this many milliseconds') }),
    answer: '`ms`',
  },
  'POST tier': {
    summary: 'Choose how many calls the platforms take',
    body: v.strictObject({
      tier: of(
        text,
        'generous (never reached), full (9,000 points, 100 changes a second), limited (60 points)',
      ),
      platform: v.optional(platform),
    }),
    answer: '`tier`',
  },
  'POST reset': {
    summary: 'Go back to the seed',
    body: v.strictObject({
      counters: of(v.optional(v.boolean('true or false')), 'Only the counters'),
    }),
    answer: '`success`',
  },
  'GET companies': {
    summary:
      'List the companies with their credentials; `renewal` has the app and the refresh token of each platform that has them',
    answer: '`companies`',
  },
  'POST companies': {
    summary: 'Add a company with accounts on every platform',
    body: v.strictObject({ name: of(text, 'Of the company') }),
    answer: '`token`, `adAccountIds`, `credentials`, `renewal`, `research`',
  },
  'POST ad-sets': {
    summary: "Add ad sets to the account of a platform's stage",
    body: v.strictObject({
      platform,
      count: of(v.optional(whole(1, ANY), 1), 'How many'),
      ads: of(v.optional(whole(0, ANY), 0), 'Paused ads in each'),
      automated: of(
        v.optional(v.boolean('true or false'), false),
        "In campaigns of the platform's automated family",
      ),
    }),
    answer: '`adSetIds`',
  },
  'POST comments': {
    summary: 'Have people comment on an ad as simulated time goes on',
    body: v.strictObject({
      platform,
      count: of(v.optional(whole(1, 10_000), 1), 'How many'),
      text: of(v.optional(v.string('a text')), 'What they write'),
      everyMs: of(v.optional(wholeMs(0), 0), 'Between two of them'),
      startMs: of(v.optional(wholeMs(-10_000_000_000)), 'Until the first; below 0: before now'),
      hiddenAfterMs: of(v.optional(wholeMs(0)), 'Until the platform hides one'),
      goneAfterMs: of(v.optional(wholeMs(0)), 'Until its author removes one'),
    }),
    answer: '`adId`',
  },
  'POST leads': {
    summary: 'Have people fill in a form',
    body: v.strictObject({
      platform,
      count: of(v.optional(whole(1, 10_000), 1), 'How many'),
      everyMs: of(v.optional(wholeMs(0), 0), 'Between two of them'),
      startMs: of(v.optional(wholeMs(-10_000_000_000)), 'Until the first; below 0: before now'),
      word: of(v.optional(text), 'In their addresses: word-3@people.example'),
      isTest: of(v.optional(v.boolean('true or false'), false), 'Marked as tests by the platform'),
      adId: of(v.optional(text), 'An ad with a form, which they came by'),
      key: of(v.optional(text), 'What was entered at the platform beside the address of notices'),
    }),
    answer:
      '`formId`, `leadIds`, `notices`: signed calls of the platform, to be sent on by the caller',
  },
} as const satisfies { readonly [endpoint: string]: Endpoint };

export type EndpointName = keyof typeof endpoints;

export type BodyOf<E extends EndpointName> = (typeof endpoints)[E] extends {
  readonly body: infer S extends v.GenericSchema;
}
  ? v.InferOutput<S>
  : JsonObject;

/** What is wrong with a body, in one sentence. */
export class FaultyBody extends Error {}

export function readBodyOf<E extends EndpointName>(name: E, given: JsonObject): BodyOf<E> {
  const { body }: Endpoint = endpoints[name];
  if (body === undefined) return given as BodyOf<E>;
  const read = v.safeParse(body, given);
  if (read.success) return read.output as BodyOf<E>;
  const [issue] = read.issues;
  const field = v.getDotPath(issue) ?? 'The body';
  if (issue.expected === 'never')
    throw new FaultyBody(`There is no "${field}" here. GET /_sandbox/openapi.json says what is.`);
  throw new FaultyBody(
    issue.received === 'undefined' ? `${field} is required.` : `${field} must be ${issue.message}.`,
  );
}

/** The control endpoints as an OpenAPI document. */
export async function controlDocument(url: string): Promise<JsonObject> {
  const { toJsonSchema } = await import('@valibot/to-json-schema');
  const paths: { [path: string]: { [method: string]: JsonObject } } = {};
  for (const [endpoint, { summary, query = {}, body, answer }] of Object.entries<Endpoint>(
    endpoints,
  )) {
    const [method = '', path = ''] = endpoint.split(' ');
    const schema = body && toJsonSchema(body, { typeMode: 'input', errorMode: 'ignore' });
    const parameters = Object.entries(query).map(([name, description]) => ({
      name,
      in: 'query',
      description,
      schema: { type: 'string' },
    }));
    const at = `/_sandbox/${path}`;
    paths[at] = {
      ...paths[at],
      [method.toLowerCase()]: {
        operationId: endpoint.toLowerCase().replace(/\W/g, '-'),
        summary,
        ...(parameters.length > 0 && { parameters }),
        ...(schema && {
          requestBody: {
            content: {
              'application/json': {
                schema: { ...schema, $schema: undefined } as unknown as JsonObject,
              },
            },
          },
        }),
        responses: {
          200: {
            description: answer,
            content: { 'application/json': { schema: { type: 'object' } } },
          },
          400: {
            description: '`error` says what is wrong',
            content: { 'application/json': { schema: { type: 'object' } } },
          },
        },
      },
    };
  }
  const info = {
    title: 'Control endpoints of the sandbox',
    version: '1',
    description:
      'They are not counted. Faults of one request: its header `X-Sandbox-Fault: answer-lost`, or `slow;ms=500`.',
  };
  return { openapi: '3.1.0', info, servers: [{ url }], paths };
}
