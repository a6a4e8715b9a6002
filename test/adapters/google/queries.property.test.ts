import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkQuery } from '../../../adapters/platforms/google/own/query.ts';
import { attributes, metrics, segments, sources } from '../../../adapters/sandbox/google/gaql/fields.ts';
import { SlipwayError } from '../../../core/errors.ts';
import { googleAtSandbox } from './google-at-sandbox.ts';

const fields = [
  ...Object.entries(attributes).flatMap(([resource, all]) => Object.keys(all).map((field) => `${resource}.${field}`)),
  ...Object.keys(metrics).map((each) => `metrics.${each}`),
  ...Object.keys(segments).map((each) => `segments.${each}`),
  ...['campaign.nothing', 'nothing.id', 'metrics'],
];
const field = fc.constantFrom(...fields);
const value = fc.constantFrom(
  "'ENABLED'",
  "'2026-11-01'",
  '12',
  '-1',
  "'it\\'s'",
  "'%a%'",
  'TODAY',
  'LAST_7_DAYS',
  "('A', 'B')",
  '(1, 2)',
  '()',
  "'open",
  'true',
);
const operator = fc.constantFrom(
  '=',
  '!=',
  '>',
  '<=',
  'IN',
  'NOT IN',
  'LIKE',
  'BETWEEN',
  'DURING',
  'IS NULL',
  'IS NOT NULL',
  'CONTAINS ANY',
  '~',
);
const condition = fc
  .tuple(field, operator, value)
  .map(([left, sign, right]) =>
    sign === 'BETWEEN'
      ? `${left} BETWEEN ${right} AND ${right}`
      : sign.startsWith('IS')
        ? `${left} ${sign}`
        : `${left} ${sign} ${right}`,
  );
const from = fc.constantFrom(...Object.keys(sources), 'nothing');

/** Queries of the grammar, mostly of fields that do not go together. */
const query = fc
  .tuple(
    fc.array(field, { minLength: 1, maxLength: 5 }),
    from,
    fc.array(condition, { maxLength: 3 }),
    fc.option(fc.tuple(field, fc.constantFrom('', ' ASC', ' DESC'))),
    fc.option(fc.constantFrom('1', '0', '10', '1.5', 'x')),
  )
  .map(([select, resource, where, order, limit]) =>
    [
      `SELECT ${select.join(', ')} FROM ${resource}`,
      where.length === 0 ? '' : ` WHERE ${where.join(' AND ')}`,
      order === null ? '' : ` ORDER BY ${order[0]}${order[1]}`,
      limit === null ? '' : ` LIMIT ${limit}`,
    ].join(''),
  );

/** Things that are no SELECT, and pieces of queries in any order. */
const anything = fc.oneof(
  fc.constantFrom(
    'DELETE FROM campaign',
    "UPDATE campaign SET name = 'x'",
    '',
    ';',
    'select',
    'SELECT',
    'SELECT FROM campaign',
    'SELECT campaign.id FROM campaign; DROP TABLE x',
  ),
  fc.string({ maxLength: 60 }),
  fc
    .array(fc.constantFrom('SELECT', 'FROM', 'WHERE', 'campaign', 'campaign.id', ',', '=', "'x'", 'LIMIT', '5', '(', ')'), {
      maxLength: 8,
    })
    .map((all) => all.join(' ')),
);

test('no query makes the platform stumble, and what is no SELECT is never answered', async () => {
  const at = googleAtSandbox();
  await fc.assert(
    fc.asyncProperty(fc.oneof({ weight: 3, arbitrary: query }, { weight: 1, arbitrary: anything }), async (text) => {
      const { status, body } = await at.search(text);
      expect([200, 400]).toContain(status);
      if (status === 200) expect(text.trim()).toMatch(/^select\s/i);
      else expect(body.error.status).toBe('INVALID_ARGUMENT');
    }),
    { numRuns: 400 },
  );
});

test('what the adapter lets pass begins with SELECT, and what the platform answers the adapter lets pass', async () => {
  const at = googleAtSandbox();
  const passes = (text: string): boolean => {
    try {
      checkQuery(text);
      return true;
    } catch (error) {
      if (!(error instanceof SlipwayError)) throw error;
      expect(error.details).toMatchObject([{ path: 'query' }]);
      return false;
    }
  };
  await fc.assert(
    fc.asyncProperty(fc.oneof(query, anything), async (text) => {
      if (passes(text)) expect(text.trim()).toMatch(/^select\s/i);
      else expect((await at.search(text)).status).toBe(400);
    }),
    { numRuns: 300 },
  );
});
