import { defined } from '../../../base/defined.ts';
import { readCell, textCell } from '../../../sheet/cells.ts';
import { levelWords, type RuleColumnKey, type State, states } from './columns.ts';
import { readActions } from './read-action.ts';
import { readCondition } from './read-condition.ts';
import { createNumberReader, type Windows } from './read-number.ts';
import { readRank, readSchedule } from './read-schedule.ts';
import { createReader } from './tokens.ts';
import { CellFault, plain, type RuleWords } from './words.ts';

export interface RowFault {
  readonly column: RuleColumnKey;
  readonly message: string;
}

export type RowCells = { readonly [K in RuleColumnKey]?: string };

export interface RuleRow {
  /** The service says what else is wrong. */
  readonly rule: { readonly [member: string]: unknown };
  readonly state: State;
  readonly faults: readonly RowFault[];
}

type Members = { [member: string]: unknown };

export function readRuleRow(cells: RowCells, words: RuleWords): RuleRow {
  const faults: RowFault[] = [];
  const windows: Windows = new Map();
  const text = (column: RuleColumnKey): string => cells[column]?.trim() ?? '';
  const read = <T>(column: RuleColumnKey, work: (cell: string) => T): T | undefined => {
    if (text(column) === '') return undefined;
    try {
      return work(text(column));
    } catch (error) {
      if (!(error instanceof CellFault)) throw error;
      faults.push({ column, message: error.message });
      return undefined;
    }
  };
  const base = (read('template', (cell) => templateOf(cell, words)) ?? {}) as Members;
  const own = read('values', readValues) ?? {};
  const params = {
    ...(base.params as Members | undefined),
    ...merged(base.params as Members | undefined, own),
  };
  const numbers = createNumberReader(words, Object.keys(params), windows);
  const where = read('where', (cell) => readCondition(cell, words, numbers));
  const when = read('when', (cell) => readCondition(cell, words, numbers));
  const rank = read('rank', (cell) => readRank(cell, numbers));
  const actions = read('actions', (cell) => readActions(cell, numbers));
  const schedule = read('schedule', readSchedule);
  const minSpend = read('minSpend', (cell) => wholeNumber(cell, numbers));
  const guards = {
    ...(base.guards as Members | undefined),
    ...defined({ minSpend }),
    ...counted('keepActiveAtLeast', read('keepActive', readCount)),
    ...counted('settleDays', read('settleDays', readCount)),
  };
  const level = read('level', readLevel);
  const accountIds = read('accounts', readAccountIds) ?? [];
  const more = read('more', readJson) ?? {};
  const state = read('state', readState) ?? 'off';
  const priority = read('priority', readCount);
  const rule: Members = {
    ...base,
    ...(text('name') !== '' && { name: text('name') }),
    ...(Object.keys(params).length > 0 && { params }),
    windows: { ...(base.windows as Members | undefined), ...Object.fromEntries(windows) },
    scope: {
      ...(base.scope as Members | undefined),
      accountIds,
      ...(level && { level }),
      ...(where && { where }),
    },
    ...defined({ when, rank, actions, schedule, priority }),
    guards,
  };
  const missing = faults.length > 0 ? [] : missingCells(rule, accountIds);
  return { rule: deepMerged(rule, more), state, faults: [...faults, ...missing] };
}

/** In the words of the sheet, not of the service. */
function missingCells(rule: Members, accountIds: readonly string[]): RowFault[] {
  const wanted: readonly (readonly [boolean, RuleColumnKey, string])[] = [
    [rule.name === undefined, 'name', 'Give the rule a name.'],
    [accountIds.length === 0, 'accounts', 'Name the ad accounts the rule looks at.'],
    [
      (rule.scope as Members).level === undefined,
      'level',
      'Say what it looks at: campaigns, ad sets or ads.',
    ],
    [rule.when === undefined, 'when', 'Say when it acts, or choose a template.'],
    [rule.actions === undefined, 'actions', 'Say what it does, or choose a template.'],
    [rule.schedule === undefined, 'schedule', 'Say when it runs, or choose a template.'],
  ];
  return wanted.flatMap(([isMissing, column, message]) => (isMissing ? [{ column, message }] : []));
}

function templateOf(cell: string, { templates }: RuleWords): object {
  const found = templates.find(
    ({ id, title }) => plain(id) === plain(cell) || plain(title) === plain(cell),
  );
  if (found !== undefined) return found.rule;
  throw new CellFault(
    `There is no template “${cell}”. There are: ${templates.map(({ title }) => title).join(', ')}.`,
  );
}

/** `targetCost 30; least 10`, or with = between. */
function readValues(cell: string): { readonly [name: string]: number } {
  const reader = createReader(cell);
  const values: { [name: string]: number } = {};
  while (!reader.isAtEnd()) {
    const name = reader.take();
    if (!reader.takes('=')) reader.takes(':');
    const isBelow = reader.takes('-');
    const value = reader.take();
    if (name?.is !== 'word' || value?.is !== 'number')
      throw new CellFault('Write names and numbers: targetCost 30; least 10.');
    values[name.text] = isBelow ? -value.value : value.value;
    if (!reader.takes(';') && !reader.isAtEnd())
      throw new CellFault('Separate values by a semicolon: targetCost 30; least 10.');
  }
  return values;
}

/** Values keep the units of the template. */
const merged = (before: Members | undefined, own: { readonly [name: string]: number }): Members =>
  Object.fromEntries(
    Object.entries(own).map(([name, value]) => {
      const known = Object.keys(before ?? {}).find((each) => plain(each) === plain(name)) ?? name;
      return [known, { ...(before?.[known] as Members | undefined), value }];
    }),
  );

function wholeNumber(cell: string, numbers: ReturnType<typeof createNumberReader>) {
  const reader = createReader(cell);
  const number = numbers.read(reader);
  if (!reader.isAtEnd()) throw new CellFault(`“${reader.rest()}” was not expected here.`);
  return number;
}

function readCount(cell: string): number {
  const value = Number(cell);
  if (!Number.isInteger(value) || value < 0) throw new CellFault('Give a whole number.');
  return value;
}

const counted = (name: string, value: number | undefined): Members =>
  value === undefined ? {} : { [name]: value };

/** Ids or `Name (id)`, as in a launch sheet. */
function readAccountIds(cell: string): readonly string[] {
  const column = {
    key: 'accounts',
    header: 'Ad accounts',
    note: '',
    holds: 'ids',
    shown: 'always',
  } as const;
  const content = readCell(column, textCell(cell));
  if (content.state === 'faulty') throw new CellFault(content.message);
  return content.state === 'filled' && Array.isArray(content.value) ? content.value : [];
}

function readLevel(cell: string): string {
  const found = Object.entries(levelWords).find(([word, level]) =>
    [plain(word), level].includes(plain(cell)),
  );
  if (found !== undefined) return found[1];
  throw new CellFault(`The level is one of ${Object.keys(levelWords).join(', ')}.`);
}

function readState(cell: string): State {
  const found = Object.entries(states).find(
    ([word, state]) => plain(word) === plain(cell) || state === plain(cell),
  );
  if (found !== undefined) return found[1];
  throw new CellFault(`The state is one of ${Object.keys(states).join(', ')}.`);
}

function readJson(cell: string): Members {
  try {
    const value: unknown = JSON.parse(cell);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Members;
  } catch {
    // Told below.
  }
  throw new CellFault('This is no JSON object. Write such as {"guards":{"cooldownHours":48}}.');
}

/** Objects are joined member by member; otherwise the second counts. */
function deepMerged(first: Members, second: Members): Members {
  const isObject = (value: unknown): value is Members =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const result: Members = { ...first };
  for (const [name, value] of Object.entries(second)) {
    const before = result[name];
    result[name] = isObject(before) && isObject(value) ? deepMerged(before, value) : value;
  }
  return result;
}
