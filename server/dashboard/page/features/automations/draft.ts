import { weekdays } from '../../../../../core/base/time/weekdays.ts';
import { asTyped, typedNumber } from '../../base/typed.ts';
import {
  conditionsOf,
  type Line,
  linesOf,
  NUMBERS,
  type Part,
  partOf,
  type RuleFields,
  spelled,
} from './conditions.tsx';

/**
 * A rule as the form holds it: texts as they are typed. What the form has no field for stays as
 * `body` has it.
 */
interface Draft {
  readonly template: string;
  readonly name: string;
  readonly level: string;
  /** Empty: the first account. */
  readonly accountIds: readonly string[];
  /** Null: conditions that lines cannot say stay as they are; their numbers can be changed. */
  readonly lines: readonly Line[] | null;
  readonly join: 'all' | 'any';
  /** Empty: as they are. */
  readonly action: keyof typeof ACTIONS | '';
  readonly amount: string;
  readonly runs: string;
  readonly times: string;
  readonly days: readonly string[];
  /** Null: computed from other numbers. */
  readonly minSpend: string | null;
  readonly settleDays: string;
  readonly skipLearning: boolean;
  /** What was typed over the numbers of the rule, by where they stand. */
  readonly numbers: { readonly [path: string]: string };
}

export const ACTIONS = {
  pause: 'Pause',
  resume: 'Switch on again what this rule paused',
  raise: 'Raise the budget by percent',
  lower: 'Lower the budget by percent',
  set: 'Set the budget to',
  notify: 'Only tell',
} as const;

export const CLOCK = 'clock';

export const DAYS = weekdays;

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(String) : [];

export function draftOf(fields: RuleFields, body: Part, template = ''): Draft {
  const [scope, schedule, guards] = [
    partOf(body.scope),
    partOf(body.schedule),
    partOf(body.guards),
  ];
  const read = linesOf(fields, body);
  const days = textsIn(schedule.days);
  return {
    template,
    name: String(body.name ?? ''),
    level: String(scope.level ?? 'adset'),
    accountIds: textsIn(scope.accountIds),
    lines: read?.lines ?? null,
    join: read?.join ?? 'all',
    ...actionOf(body),
    runs: schedule.everyMinutes === undefined ? CLOCK : String(schedule.everyMinutes),
    times: textsIn(schedule.at).join(', ') || '08:00',
    days: days.length === 0 ? [...DAYS] : days,
    minSpend: typeof guards.minSpend === 'object' ? null : typed(guards.minSpend),
    settleDays: typed(guards.settleDays),
    skipLearning: guards.skipLearning !== false,
    numbers: {},
  };
}

const typed = (value: unknown): string => (typeof value === 'number' ? asTyped(value) : '');

const actionsIn = (body: Part): readonly Part[] =>
  Array.isArray(body.actions) ? body.actions.map(partOf) : [];

function actionOf(body: Part): Pick<Draft, 'action' | 'amount'> {
  const [first = {}, ...others] = actionsIn(body);
  const { percent, set } = partOf(first.change);
  // The form says one action, beside which it only tells: one of several would not be what the rule
  // does.
  const isOne =
    others.every(({ type }) => type === 'notify') && (first.pausedBy ?? 'thisRule') === 'thisRule';
  if (!isOne) return { action: '', amount: '15' };
  if (first.type === 'pause' || first.type === 'notify' || first.type === 'resume')
    return { action: first.type, amount: '15' };
  if (typeof percent === 'number')
    return { action: percent < 0 ? 'lower' : 'raise', amount: asTyped(Math.abs(percent)) };
  if (typeof set === 'number') return { action: 'set', amount: asTyped(set) };
  return { action: '', amount: '15' };
}

function actionsOf(body: Part, { action, amount }: Draft): unknown {
  if (action === '') return body.actions;
  const actions = actionsIn(body);
  const tells = actions.filter((each) => each.type === 'notify');
  if (action === 'notify') return tells.length > 0 ? tells : [{ type: action }];
  const value = typedNumber(amount);
  const changes: { readonly [name: string]: object } = {
    raise: { percent: value },
    lower: { percent: -value },
    set: { set: value },
  };
  const change = changes[action];
  const type = change === undefined ? action : 'budget';
  const same = actions.find((each) => each.type === type);
  return [
    {
      ...same,
      type,
      ...(change && { change }),
      ...(action === 'resume' && { pausedBy: 'thisRule' }),
    },
    ...tells,
  ];
}

/** The rule that the form asks for. */
export function ruleOf(
  fields: RuleFields,
  body: Part,
  draft: Draft,
  accountIds: readonly string[],
): Part {
  const { name, level, lines, join, runs, times, days, minSpend, settleDays, skipLearning } = draft;
  const numbers = Object.fromEntries(
    Object.entries(draft.numbers).map(([path, text]) => [path, typedNumber(text)]),
  );
  const set = Object.fromEntries(
    ['params', 'windows', 'when', 'rank', 'actions', 'guards'].flatMap((part) => {
      const changed = withNumbers(body[part], part, numbers);
      return changed === undefined ? [] : [[part, changed]];
    }),
  );
  const { at: _, everyMinutes: __, days: ___, ...schedule } = partOf(body.schedule);
  const { minSpend: ____, settleDays: _____, skipLearning: ______, ...guards } = partOf(set.guards);
  return {
    ...set,
    name: name.trim(),
    scope: { ...partOf(body.scope), level, accountIds },
    ...(lines && conditionsOf(fields, lines, join, partOf(set.windows))),
    actions: actionsOf({ ...body, ...set }, draft),
    schedule: {
      ...schedule,
      ...(runs === CLOCK
        ? { at: times.split(',').map((time) => time.trim()) }
        : { everyMinutes: Number(runs) }),
      ...(days.length < DAYS.length && { days: DAYS.filter((each) => days.includes(each)) }),
    },
    guards: {
      ...guards,
      ...(minSpend === null
        ? { minSpend: partOf(set.guards).minSpend }
        : minSpend.trim() !== '' && { minSpend: typedNumber(minSpend) }),
      ...(settleDays.trim() !== '' && { settleDays: typedNumber(settleDays) }),
      ...(!skipLearning && { skipLearning }),
    },
  };
}

interface RuleNumber {
  readonly path: string;
  readonly label: string;
  readonly value: number;
}

/**
 * Numbers of the rule that no field of the form holds. `main`: what it is about; the others are
 * limits of the rule itself.
 */
export function numbersOf(
  fields: RuleFields,
  body: Part,
  draft: Draft,
): { readonly main: readonly RuleNumber[]; readonly more: readonly RuleNumber[] } {
  const own = new Set([
    'guards.settleDays',
    ...(draft.minSpend === null ? [] : ['guards.minSpend']),
  ]);
  const listed = (part: string) =>
    Object.entries(numbersIn(body[part], part)).flatMap(([path, value]) =>
      own.has(path) || (draft.action !== '' && path.startsWith('actions.0.change.'))
        ? []
        : [{ path, value, label: labelOf(fields, body, path) }],
    );
  return {
    main: [...listed('params'), ...(draft.lines === null ? listed('when') : [])],
    more: ['windows', 'rank', 'actions', 'guards'].flatMap(listed),
  };
}

type Numbers = { readonly [path: string]: number };

function numbersIn(value: unknown, path: string): Numbers {
  if (typeof value === 'number') return { [path]: value };
  if (typeof value !== 'object' || value === null) return {};
  return Object.assign(
    {},
    ...Object.entries(value).map(([key, each]) => numbersIn(each, `${path}.${key}`)),
  ) as Numbers;
}

function withNumbers(value: unknown, path: string, numbers: Numbers): unknown {
  if (typeof value === 'number') return numbers[path] ?? value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return value.map((each, i) => withNumbers(each, `${path}.${i}`, numbers));
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, withNumbers(each, `${path}.${key}`, numbers)]),
  );
}

const WORDS: { readonly [path: string]: string } = {
  'rank.take.percent': 'Of each group, this share in per cent',
  'rank.take.count': 'Of each group, this number',
  'rank.minMembers': 'Only groups of at least',
  cooldownHours: 'Hours before it changes the same object again',
  minAgeHours: 'Hours that an object must be old',
  freshMinutes: 'Minutes that figures may be old',
  skipChangedWithinHours: 'Hours that it leaves alone what others changed',
  keepActiveAtLeast: 'Keeps on in each group at least',
  maxEntitiesPerRun: 'Objects changed in one run, at most',
  maxSharePerRunPercent: 'Per cent of all objects changed in one run, at most',
  maxChangesPerEntityPerDay: 'Changes of one object a day, at most',
  maxBudgetRisePercentPerDay: 'Per cent that a budget rises a day, at most',
  maxDailyBudget: 'Daily budget of one object, at most',
  maxTotalDailyBudget: 'Daily budgets of all objects, at most',
  reversals: 'Leaves an object alone after this number of changes back and forth',
  inHours: 'Back and forth within this number of hours',
  disableAfterFailures: 'Turns itself off after this number of failures in a row',
  days: 'days',
  endOffsetDays: 'days before today that it ends',
  shiftDays: 'days earlier',
  floor: 'Budget, at least',
  ceiling: 'Budget, at most',
};

function labelOf(fields: RuleFields, body: Part, path: string): string {
  const keys = path.split('.');
  const [part = '', second = ''] = keys;
  const last = keys.at(-1) ?? '';
  const at = (length: number): unknown =>
    keys.slice(0, length).reduce<unknown>((found, key) => partOf(found)[key], body);
  // A factor: what it multiplies stands beside it.
  const param = keys.includes('args')
    ? partOf((partOf(at(keys.indexOf('args'))).args as readonly unknown[])[0]).param
    : undefined;
  const times = param === undefined ? '' : `, times ${spelled(String(param)).toLowerCase()}`;
  if (part === 'params') return `${spelled(second)}${last === 'value' ? '' : `, ${last}`}`;
  if (part === 'windows') return `Of “${second}”, ${WORDS[last] ?? last}`;
  if (path.startsWith('guards.minSample.'))
    return `${metricWord(fields, partOf(at(3)).metric)}, at least`;
  if (part !== 'when')
    return `${WORDS[path] ?? WORDS[second] ?? WORDS[last] ?? WORDS[keys[2] ?? ''] ?? spelled(second)}${times}`;
  const compared = keys.findIndex((key) => key === 'right' || key === 'than');
  const leaf = partOf(at(compared < 0 ? keys.length - 1 : compared));
  const left = partOf(leaf.left);
  const is = String(leaf.is ?? leaf.provably ?? '');
  const name = leaf.metric ?? left.metric ?? left.attr ?? leaf.attr ?? 'value';
  return `${metricWord(fields, name)} ${is in NUMBERS ? NUMBERS[is as keyof typeof NUMBERS] : is}${times}`.trim();
}

const metricWord = (fields: RuleFields, name: unknown): string =>
  fields.metrics.find(({ key }) => key === name)?.label ?? spelled(String(name));
