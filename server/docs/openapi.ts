import type * as v from 'valibot';
import type { Topics } from '../../core/operations/feature.ts';
import { isOperation, type Route } from '../http/route.ts';
import { VERSION } from '../version.ts';
import { answerSchema, namedAnswers } from './answer-schema.ts';
import { withFieldWords, wordsFor } from './field-words.ts';
import { convert } from './json-schema.ts';

type Schema = v.GenericSchema;
type Json = { readonly [name: string]: unknown };

const meanings: { readonly [status: number]: string } = {
  400: 'Not valid JSON, a field is missing or of the wrong type.',
  401: 'No valid API key.',
  403: 'The key lacks the scope.',
  404: 'There is no such thing in your company.',
  405: 'This path has other methods; `Allow` names them.',
  409: 'It does not fit the present state, or the Idempotency-Key was used with another body or is in use.',
  413: 'Too large.',
  415: 'The body is of a type that is not taken here.',
  416: 'The range lies outside of the file.',
  422: 'Well-formed, but a rule is broken or a bound exceeded; `details` says which and where. It lists the first hundred faults; where there are more, `faultCount` says how many. A request above a bound is refused with that alone, before anything else is looked at.',
  429: 'A limit is used up: that of the key (`key_limit`), of the session (`session_limit`) or of all keys and sessions of the company together (`company_limit`), as `details` says. `Retry-After` says for how many seconds.',
  500: 'An error in this service.',
  502: 'The ad platform refused or stumbled.',
  503: 'Not available at the moment.',
};

/** The API document: OpenAPI 3.1, made from the same declarations that the routes are. */
export function openApiDocument(routes: readonly Route[], topics: Topics, publicUrl: string): Json {
  const paths: { [path: string]: { [method: string]: Json } } = {};
  for (const route of routes)
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Slipway',
      version: VERSION,
      description: 'Launch, manage and report on ads in batches, over several ad platforms.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    tags: Object.entries(topics)
      .filter(([name]) => routes.some(({ topic }) => topic === name))
      .map(([name, description]) => ({ name, description })),
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key: ak_…' } },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          description:
            'A request with the same key and body is carried out once; for 24 hours its answer is given again.',
          schema: { type: 'string', minLength: 1, maxLength: 255 },
        },
      },
      headers: {
        RequestId: {
          description: 'Names this request in errors and logs.',
          schema: { type: 'string' },
        },
        RateLimit: {
          description: 'Requests of this kind allowed in 60 seconds.',
          schema: { type: 'integer' },
        },
        RateRemaining: {
          description: 'How many more are allowed right now.',
          schema: { type: 'integer' },
        },
        RetryAfter: {
          description: 'Seconds until the next request is accepted.',
          schema: { type: 'integer' },
        },
      },
      responses: Object.fromEntries(
        [
          ...new Set(
            routes.flatMap((route) => errorsOf(route).map((status) => failureName(route, status))),
          ),
        ].map((name) => [name, failure(name)]),
      ),
      schemas: namedAnswers(),
    },
  };
}

function operation(route: Route): Json {
  const open = route.scope === 'open';
  return {
    operationId: operationId(route),
    tags: [route.topic],
    summary: route.summary,
    description: [
      route.description,
      open ? 'Needs no key.' : `Needs a key with the scope \`${route.scope}\`.`,
    ]
      .filter(Boolean)
      .join('\n\n'),
    ...(route.envelope === 'older' && { deprecated: true }),
    ...(open && { security: [] }),
    parameters: [
      ...parameters('path', route, route.params),
      ...parameters('query', route, route.query),
      ...(route.method === 'POST' ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    ...(route.body && {
      requestBody: { required: true, content: { 'application/json': bodyOf(route, route.body) } },
    }),
    ...(route.multipart && {
      requestBody: { required: true, content: { 'multipart/form-data': { schema: fileForm } } },
    }),
    responses: {
      [route.status]: success(route),
      ...Object.fromEntries(
        errorsOf(route).map((status) => [
          status,
          { $ref: `#/components/responses/${failureName(route, status)}` },
        ]),
      ),
    },
  };
}

const bodyOf = ({ operation }: Route, body: Schema): Json => ({
  schema: withFieldWords(convert(body), groupOf(operation)),
  ...(isOperation(operation) && operation.example !== undefined && { example: operation.example }),
});

const groupOf = (operation: Route['operation']): string =>
  (isOperation(operation) ? operation.name.split('.')[0] : '') ?? '';

const fileForm = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', format: 'binary' } },
};

/** The refusals that follow from a declaration, and those it names itself. */
function errorsOf(route: Route): readonly number[] {
  return [
    ...new Set([
      ...(route.scope === 'open' ? [] : [401, 403, 429]),
      ...(route.params === undefined ? [] : [404]),
      ...(route.query === undefined ? [] : [400, 422]),
      ...(route.body === undefined ? [] : [400, 413, 415, 422]),
      ...(route.method === 'POST' ? [400, 409] : []),
      ...route.errors,
      500,
    ]),
  ].sort((a, b) => a - b);
}

function success(route: Route): Json {
  const content =
    typeof route.response === 'string'
      ? { [route.response]: { schema: { type: 'string' } } }
      : {
          'application/json': {
            schema: answerSchema(route.response, groupOf(route.operation)),
          },
        };
  return { description: route.summary, headers: headersOf(route), content };
}

/** By what the refusal looks like and its status: `Error404`. */
function failureName(route: Route, status: number): string {
  const own = ![401, 403, 429].includes(status);
  return `${route.envelope === 'older' ? 'OlderError' : route.envelope === 'upload' && own ? 'UploadError' : 'Error'}${status}`;
}

function failure(name: string): Json {
  const status = Number(name.slice(-3));
  return {
    description: meanings[status] ?? 'Refused.',
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/RequestId' },
      ...(status === 429 && { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }),
    },
    // The answer to a range that lies outside of the file has headers and no body.
    ...(status !== 416 && {
      content: {
        'application/json': { schema: { $ref: `#/components/schemas/${name.slice(0, -3)}` } },
      },
    }),
  };
}

const headersOf = (route: Route): Json => ({
  'X-Request-Id': { $ref: '#/components/headers/RequestId' },
  ...(route.scope !== 'open' && {
    'X-RateLimit-Limit': { $ref: '#/components/headers/RateLimit' },
    'X-RateLimit-Remaining': { $ref: '#/components/headers/RateRemaining' },
  }),
});

function parameters(
  place: 'path' | 'query',
  { operation }: Route,
  schema: Schema | undefined,
): Json[] {
  if (schema === undefined || !('entries' in schema)) return [];
  return Object.entries(schema.entries as { readonly [name: string]: Schema }).map(
    ([name, entry]) => {
      const group = groupOf(operation);
      const { description = wordsFor(name, group), ...shape } = withFieldWords(
        convert(entry),
        name,
      );
      return {
        name,
        in: place,
        required: place === 'path' || !['optional', 'nullish'].includes(entry.type),
        ...(description !== undefined && { description }),
        schema: shape,
      };
    },
  );
}

function operationId({ method, path }: Route): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return (
    method.toLowerCase() +
    words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  );
}
