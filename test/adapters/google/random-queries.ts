import fc from 'fast-check';
import {
  attributes,
  metrics,
  segments,
  sources,
} from '../../../adapters/sandbox/google/gaql/fields.ts';

const fields = [
  ...Object.entries(attributes).flatMap(([resource, all]) =>
    Object.keys(all).map((field) => `${resource}.${field}`),
  ),
  ...Object.keys(metrics).map((each) => `metrics.${each}`),
  ...Object.keys(segments).map((each) => `segments.${each}`),
  'campaign.nothing',
  'nothing.id',
  'metrics',
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
export const query = fc
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
export const anything = fc.oneof(
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
    .array(
      fc.constantFrom(
        'SELECT',
        'FROM',
        'WHERE',
        'campaign',
        'campaign.id',
        ',',
        '=',
        "'x'",
        'LIMIT',
        '5',
        '(',
        ')',
      ),
      {
        maxLength: 8,
      },
    )
    .map((all) => all.join(' ')),
);
