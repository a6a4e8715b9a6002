import { isDay } from '../../kit/calendar.ts';
import { names } from '../../kit/names.ts';
import type { Table } from '../../types.ts';
import { refusal } from '../wire.ts';
import {
  attributes,
  dateSegments,
  type FieldType,
  metrics,
  ofCampaignsAlone,
  ofConversions,
  segments,
  sources,
} from './fields.ts';
import type { Condition, Query } from './parse.ts';

const queryFault = (type: string, message: string, trigger: string) =>
  refusal('queryError', type, message, { trigger });

/** `campaign`, `name`. The first part of a metric is `metrics`. */
export function partsOf(field: string): readonly [head: string, rest: string] {
  const dot = field.indexOf('.');
  return dot < 0 ? [field, ''] : [field.slice(0, dot), field.slice(dot + 1)];
}

function typeOf(field: string): FieldType | undefined {
  const [head, rest] = partsOf(field);
  if (head === 'metrics') return own(metrics, rest);
  return head === 'segments' ? own(segments, rest) : own(own(attributes, head) ?? {}, rest);
}

const own = <T>(table: Table<T>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

export const isDate = (field: string) => {
  const [head, rest] = partsOf(field);
  return head === 'segments' && dateSegments.includes(rest);
};

export function judgeQuery(query: Query, customer: { readonly manager: boolean }): void {
  const from = own(sources, query.from);
  if (from === undefined)
    throw queryFault(
      'BAD_RESOURCE_TYPE_IN_FROM_CLAUSE',
      `Error in query: ${query.from} is no resource.`,
      query.from,
    );
  const filtered = query.where.map(({ field }) => field);
  for (const field of query.select) judgeField(field, query.from, 'SELECT');
  for (const field of filtered) judgeField(field, query.from, 'WHERE');
  for (const each of query.where) judgeCondition(each);
  if (new Set(query.select).size < query.select.length)
    throw queryFault(
      'QUERY_ERROR',
      'Error in query: a field is selected twice.',
      query.select[0] ?? '',
    );
  judgeSegments(query);
  for (const { field } of query.order) {
    if (typeOf(field) === undefined)
      throw queryFault('UNRECOGNIZED_FIELD', `Unrecognized field in the query: '${field}'.`, field);
    if (typeOf(field) === 'list')
      throw queryFault(
        'PROHIBITED_FIELD_IN_ORDER_BY_CLAUSE',
        `${field} cannot be sorted by.`,
        field,
      );
    if (!query.select.includes(field))
      throw queryFault(
        'EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE',
        `The field ${field} must be selected to be sorted by.`,
        field,
      );
  }
  const metric = [...query.select, ...filtered].find((field) => field.startsWith('metrics.'));
  if (metric !== undefined && customer.manager)
    throw queryFault(
      'REQUESTED_METRICS_FOR_MANAGER',
      'Metrics cannot be requested for a manager account.',
      metric,
    );
  if (query.from === 'change_event') judgeChanges(query);
}

function judgeField(field: string, from: string, clause: 'SELECT' | 'WHERE'): void {
  const [head, rest] = partsOf(field);
  const type = typeOf(field);
  if (type === undefined)
    throw queryFault('UNRECOGNIZED_FIELD', `Unrecognized field in the query: '${field}'.`, field);
  const { beside = [], delivers = false } = own(sources, from) ?? {};
  if (head === 'metrics') {
    if (!delivers || (ofCampaignsAlone.includes(rest) && from !== 'campaign'))
      throw queryFault(
        'PROHIBITED_METRIC_IN_SELECT_OR_WHERE_CLAUSE',
        `${field} cannot be asked of ${from}.`,
        field,
      );
  } else if (head === 'segments') {
    if (!delivers)
      throw queryFault(
        'PROHIBITED_SEGMENT_IN_SELECT_OR_WHERE_CLAUSE',
        `${field} cannot be asked of ${from}.`,
        field,
      );
  } else if (head !== from && !beside.includes(head))
    throw queryFault(
      `PROHIBITED_RESOURCE_TYPE_IN_${clause}_CLAUSE`,
      `The field ${field} comes from a resource that cannot be combined with ${from}.`,
      field,
    );
  if (clause === 'WHERE' && type === 'list' && !/labels|changed_fields/.test(rest))
    throw queryFault('PROHIBITED_FIELD_IN_WHERE_CLAUSE', `${field} cannot be filtered on.`, field);
}

/** Filtered segments are selected, except dates; a selected date is bounded. */
function judgeSegments({ select, where }: Query): void {
  const segment = where.find(
    ({ field }) => field.startsWith('segments.') && !isDate(field) && !select.includes(field),
  );
  if (segment !== undefined)
    throw queryFault(
      'EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE',
      `The segment ${segment.field} must be selected to be filtered on.`,
      segment.field,
    );
  const byAction = select.find((field) => field.startsWith('segments.conversion_action'));
  const whole = select.find(
    (field) => field.startsWith('metrics.') && !ofConversions.includes(partsOf(field)[1]),
  );
  if (byAction !== undefined && whole !== undefined)
    throw queryFault(
      'PROHIBITED_SEGMENT_WITH_METRIC_IN_SELECT_OR_WHERE_CLAUSE',
      `The segment ${byAction} cannot be combined with ${whole}.`,
      whole,
    );
  const dated = select.find(isDate);
  if (dated !== undefined && !isBounded(where.filter(({ field }) => isDate(field))))
    throw queryFault(
      'EXPECTED_FILTERS_ON_DATE_RANGE',
      `${dated} needs a condition on a range of dates.`,
      dated,
    );
}

function isBounded(dates: readonly Condition[]) {
  const has = (...operators: readonly string[]) =>
    dates.some(({ operator }) => operators.includes(operator));
  return has('=', 'BETWEEN', 'DURING', 'IN') || (has('>', '>=') && has('<', '<='));
}

const during = names(`
  TODAY YESTERDAY LAST_7_DAYS LAST_14_DAYS LAST_30_DAYS LAST_BUSINESS_WEEK LAST_WEEK_MON_SUN LAST_WEEK_SUN_SAT
  THIS_WEEK_MON_TODAY THIS_WEEK_SUN_TODAY THIS_MONTH LAST_MONTH
`);

function judgeCondition({ field, operator, values, bare }: Condition): void {
  const type = typeOf(field) ?? 'text';
  if (operator === 'DURING') {
    if (!isDate(field))
      throw queryFault('OPERATOR_FIELD_MISMATCH', `DURING cannot be used with ${field}.`, field);
    if (!bare || !during.includes(String(values[0]).toUpperCase()))
      throw queryFault(
        'INVALID_VALUE_WITH_DURING_OPERATOR',
        `${values[0]} is no range of dates.`,
        String(values[0]),
      );
    return;
  }
  if (
    ['LIKE', 'NOT LIKE', 'REGEXP_MATCH', 'NOT REGEXP_MATCH'].includes(operator) &&
    (type !== 'text' || isDate(field))
  )
    throw queryFault('OPERATOR_FIELD_MISMATCH', `${operator} cannot be used with ${field}.`, field);
  if (Array.isArray(type)) {
    if (['>', '>=', '<', '<=', 'BETWEEN'].includes(operator))
      throw queryFault(
        'OPERATOR_FIELD_MISMATCH',
        `${operator} cannot be used with ${field}.`,
        field,
      );
    const wrong = values.find((value) => !type.includes(String(value)));
    if (wrong !== undefined)
      throw queryFault(
        'BAD_ENUM_CONSTANT',
        `Invalid enum value ${wrong} of ${field}.`,
        String(wrong),
      );
  }
  if (isDate(field) && field !== 'segments.year') {
    if (operator === 'BETWEEN' && values.some((value) => !isDay(String(value))))
      throw queryFault(
        'INVALID_VALUE_WITH_BETWEEN_OPERATOR',
        'The values of BETWEEN are no dates.',
        String(values[0]),
      );
    const wrong = values.find((value) => !isDay(String(value)));
    if (wrong !== undefined)
      throw queryFault('INVALID_DATE_FORMAT', `${wrong} is no date.`, String(wrong));
    if (operator === 'BETWEEN' && String(values[0]) > String(values[1]))
      throw queryFault(
        'DATE_RANGE_TOO_NARROW',
        'The range of dates ends before it begins.',
        String(values[0]),
      );
  } else if (
    (type === 'int' || type === 'double') &&
    values.some((value) => Number.isNaN(Number(value)))
  )
    throw queryFault('BAD_VALUE', `A value for ${field} is no number.`, String(values[0]));
  else if (type === 'bool' && values.some((value) => !/^(true|false)$/i.test(String(value))))
    throw queryFault(
      'BAD_VALUE',
      `A value for ${field} is neither true nor false.`,
      String(values[0]),
    );
}

/** Between two times, at most ten thousand rows. */
function judgeChanges({ where, limit }: Query): void {
  const fault = (type: string, message: string) => refusal('changeEventError', type, message);
  const times = where.filter(({ field }) => field === 'change_event.change_date_time');
  if (!isBounded(times))
    throw fault(
      'CHANGE_DATE_RANGE_INFINITE',
      'The change event search request must specify a finite range.',
    );
  if (limit === undefined)
    throw fault('LIMIT_NOT_SPECIFIED', 'The LIMIT clause must be specified.');
  if (limit > 10_000)
    throw fault('INVALID_LIMIT_CLAUSE', 'The LIMIT clause should be less than or equal to 10K.');
}
