import type { Entity, Json, Table } from '../../types.ts';
import { type Turn, typeOf } from './graph.ts';
import { invalid, isObject, list, type Params } from './params.ts';

export interface Filter {
  readonly field: string;
  readonly operator: string;
  readonly value: Json;
}

const operators =
  'EQUAL NOT_EQUAL IN NOT_IN CONTAIN NOT_CONTAIN STARTS_WITH GREATER_THAN GREATER_THAN_OR_EQUAL LESS_THAN IN_RANGE ANY ALL NONE'.split(
    ' ',
  );

export function filtersOf(params: Params): readonly Filter[] {
  return (list(params, 'filtering') ?? []).map((each) => {
    if (!isObject(each) || typeof each.field !== 'string' || typeof each.operator !== 'string')
      throw invalid('Each element of filtering needs field, operator and value', 'filtering');
    const operator = each.operator.toUpperCase();
    if (!operators.includes(operator))
      throw invalid(`Unknown filter operator ${each.operator}`, 'filtering');
    return { field: each.field, operator, value: each.value ?? null };
  });
}

/** Paths lead over links: `campaign.id`. */
export function createFilter(turn: Turn, params: Params): (entity: Entity) => boolean {
  const filters = filtersOf(params);
  if (filters.length === 0) return () => true;
  for (const { field, value } of filters)
    if (field.endsWith('effective_status') && JSON.stringify(value).includes('"DELETED"'))
      throw invalid('Deleted objects cannot be listed. Read them by id', 'filtering');
  return (entity) => filters.every((filter) => holds(filter, valueAt(turn, entity, filter.field)));
}

/** Names of the levels in front of a field. */
const ownPrefix: Table<string> = {
  ads: 'ad',
  adsets: 'adset',
  campaigns: 'campaign',
  adcreatives: 'adcreative',
};

function valueAt(turn: Turn, entity: Entity, field: string): Json | undefined {
  const [head = '', ...rest] = field.split('.');
  if (rest.length > 0 && head === ownPrefix[entity.kind])
    return valueAt(turn, entity, rest.join('.'));
  if (head === 'id') return entity.id;
  // No field: leads alone are filtered by it.
  if (field === 'time_created') return Math.floor(entity.created / 1_000);
  const type = typeOf(turn, entity);
  if (rest.length > 0) {
    const id = type.links?.[head]?.(entity);
    const target = id === undefined ? undefined : turn.world.get(id);
    if (target !== undefined) return valueAt(turn, target, rest.join('.'));
  }
  const read = type.fields[head];
  if (read === undefined) throw invalid(`Filtering field ${field} is invalid`, 'filtering');
  return read(entity, turn, {});
}

export function holds({ operator, value }: Filter, found: Json | undefined): boolean {
  const wanted = Array.isArray(value) ? value.map(String) : [String(value)];
  const words = Array.isArray(found)
    ? found.map(wordOf)
    : found === undefined || found === null
      ? []
      : [wordOf(found)];
  const [word = ''] = words;
  const [first = ''] = wanted;
  switch (operator) {
    case 'EQUAL':
      return word === first;
    case 'NOT_EQUAL':
      return word !== first;
    case 'IN':
    case 'ANY':
      return words.some((each) => wanted.includes(each));
    case 'NOT_IN':
    case 'NONE':
      return !words.some((each) => wanted.includes(each));
    case 'ALL':
      return wanted.every((each) => words.includes(each));
    case 'CONTAIN':
      return wanted.some((each) => word.toLowerCase().includes(each.toLowerCase()));
    case 'NOT_CONTAIN':
      return !wanted.some((each) => word.toLowerCase().includes(each.toLowerCase()));
    case 'STARTS_WITH':
      return wanted.some((each) => word.toLowerCase().startsWith(each.toLowerCase()));
    case 'GREATER_THAN':
      return amount(word) > amount(first);
    case 'GREATER_THAN_OR_EQUAL':
      return amount(word) >= amount(first);
    case 'LESS_THAN':
      return amount(word) < amount(first);
    default:
      return amount(word) >= amount(first) && amount(word) <= amount(wanted[1] ?? '');
  }
}

/** Labels by id or name, others by text. */
const wordOf = (value: Json) =>
  isObject(value) ? String(value.id ?? value.name ?? '') : String(value);

/** Times compare as UNIX seconds. */
function amount(word: string) {
  const plain = Number(word);
  if (!Number.isNaN(plain)) return plain;
  const time = Date.parse(word.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  return Number.isNaN(time) ? Number.NaN : time / 1000;
}
