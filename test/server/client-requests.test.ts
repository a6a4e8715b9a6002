import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { platformModules } from '../../adapters/platforms/registry.ts';
import { operationsFor } from '../../core/features/registry.ts';
import { partsOf } from '../../core/operations/carry-out.ts';
import type { Operation } from '../../core/operations/operation.ts';
import { type ApiRequest, requestFor } from '../../server/client/client.ts';
import { isOperation } from '../../server/http/route.ts';
import { type PlacedName as OperationName, placeOf, table } from '../../server/routes/table.ts';
import { catalogue } from '../catalogue.ts';

const operations = operationsFor(platformModules).map(
  (operation) => [operation.name as OperationName, operation] as const,
);
const routeOf = (name: string) =>
  catalogue.find(
    ({ operation, sameAs }) =>
      isOperation(operation) && operation.name === name && sameAs === undefined,
  );

const namesOf = (schema: object | undefined): string[] =>
  schema !== undefined && 'entries' in schema ? Object.keys(schema.entries as object) : [];

/** Whatever an id may be, whatever else is said. */
const id = fc.oneof(
  fc.integer({ min: 1 }),
  fc
    .string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
    .filter((text) => text !== '.' && text !== '..'),
);
const value = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.integer(),
  fc.boolean(),
  fc.constant(undefined),
);

const inputFor = ({
  subject,
  input,
  options,
}: Operation): fc.Arbitrary<{ readonly [name: string]: unknown }> => {
  const others = [...namesOf(input), ...namesOf(options), 'unknownToEverybody'].filter(
    (name) => !namesOf(subject).includes(name),
  );
  return fc.record({
    ...Object.fromEntries(others.map((name) => [name, value])),
    ...Object.fromEntries(namesOf(subject).map((name) => [name, id])),
  });
};

/** The parts of the call as the server has them of a request that came over HTTP. */
function received(name: OperationName, { method, path, body }: ApiRequest) {
  const url = new URL(path, 'http://slipway.test');
  const pattern = new RegExp(`^${placeOf(name).path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
  const found = pattern.exec(url.pathname);
  if (found === null) throw new Error(`${url.pathname} is not the path of ${name}.`);
  const query = Object.fromEntries(url.searchParams);
  const sent = JSON.parse(JSON.stringify(body ?? {})) as object;
  return {
    subject: Object.fromEntries(
      Object.entries(found.groups ?? {}).map(([key, each]) => [key, decodeURIComponent(each)]),
    ),
    ...(method === 'GET' ? { input: query, options: {} } : { input: sent, options: query }),
  };
}

const defined = (part: unknown, asText: boolean): object =>
  Object.fromEntries(
    Object.entries((part ?? {}) as object)
      .filter(([, each]) => each !== undefined)
      .map(([name, each]) => [name, asText ? String(each) : each]),
  );

describe('the request of every operation', () => {
  test.each(operations)(
    '%s is what its route takes, and says what the same call says in a program',
    (name, operation) => {
      const route = routeOf(name);
      fc.assert(
        fc.property(inputFor(operation), (input) => {
          const request = requestFor(name, input as never);
          expect(request.method).toBe(route?.method);
          expect(placeOf(name).path).toBe(route?.path);
          if (route?.multipart) {
            expect(request).toEqual({
              method: 'POST',
              path: route.path,
              file: input,
              takesKey: true,
            });
            return;
          }
          const parts = partsOf(operation, input);
          const isGet = request.method === 'GET';
          expect(received(name, request)).toEqual({
            subject: defined(operation.subject && parts.subject, true),
            // What takes no input says so by its warnings, if at all: it must only not get lost on
            // the way to another part.
            input: defined(
              operation.input || !operation.subject ? parts.input : restOf(operation, input),
              isGet,
            ),
            options: defined(parts.options, true),
          });
        }),
        { numRuns: 30 },
      );
    },
  );
});

const restOf = ({ subject }: Operation, input: { readonly [name: string]: unknown }): object =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !namesOf(subject).includes(name)));

test('what had no answer is sent again under a key, or because it changes nothing more', () => {
  for (const [name, operation] of operations) {
    const { idempotency, subject } = operation;
    const ids = Object.fromEntries(namesOf(subject).map((each) => [each, 1]));
    expect([name, requestFor(name, ids as never).takesKey]).toEqual([name, idempotency === 'key']);
  }
  expect(Object.keys(table)).toHaveLength(operations.length);
});

test('half a letter does not break an address', () => {
  expect(requestFor('media.list', { q: 'a\ud83d' }).path).toBe('/v1/media?q=a%EF%BF%BD');
});

test('lists have commas, what is undefined is left out, and options stand beside the body', () => {
  expect(
    requestFor('reports.query', {
      accountIds: ['act_1', 'act_2'],
      startDate: '2026-11-01',
      limit: undefined,
    }),
  ).toEqual({
    method: 'GET',
    path: '/v1/reports/query?accountIds=act_1,act_2&startDate=2026-11-01',
    takesKey: false,
  });
  expect(requestFor('plan', { ads: [], validate: true } as never)).toEqual({
    method: 'POST',
    path: '/v1/launch/plan?validate=true',
    body: { ads: [] },
    takesKey: false,
  });
});

test.each(['', '.', '..', undefined, null])(
  '%o is the id of nothing, and no way to another path',
  (wrong) => {
    expect(() => requestFor('keys.revoke', { id: wrong } as never)).toThrow(
      expect.objectContaining({ name: 'ApiError', status: 404, code: 'not_found' }),
    );
  },
);
