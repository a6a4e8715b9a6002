import type { Fault } from '../../base/errors.ts';
import { faultsUnder, type ReportFault } from '../../base/schema/faults.ts';
import type { Warning } from '../../base/schema/unknown-fields.ts';
import { isZone } from '../../base/time/wall-clock.ts';
import { type Metric, metricByName, metrics } from '../../report/metrics.ts';
import { eachLeaf, eachMetric, eachNumber, numbersOf, ruleNumbers } from './judge/walk.ts';
import { defaultWindow, isLate } from './judge/windows.ts';
import type { Condition, NumberOf } from './schema/condition.ts';
import type { Rule } from './schema/rule.ts';

export interface CheckedAccount {
  readonly id: string;
  readonly key: string;
  readonly currency: string;
  readonly platform: string;
  readonly lacks: readonly string[];
}

/** What the schema cannot check. Pure. */
export const ruleFaults = (rule: Rule, accounts: readonly CheckedAccount[]): Fault[] =>
  faultsUnder('', (report) => {
    checkNames(rule, report);
    checkScope(rule, report);
    checkActions(rule, report);
    checkFloor(rule, report);
    checkDays(rule, report);
    checkMetrics(rule, accounts, report);
    checkCurrencies(rule, accounts, report);
    checkZone(rule, report);
  });

export function ruleWarnings(rule: Rule): Warning[] {
  const warnings: Warning[] = [];
  const acts = rule.actions.some(({ type }) => type !== 'notify');
  if (acts && rule.guards.settleDays === undefined && usesLate(rule.when))
    warnings.push({
      path: 'guards.settleDays',
      code: 'not_settled',
      message:
        'This rule acts on results or conversions, which come in late, and leaves no day out. Let the rule leave out the last days, or it acts on figures that still grow.',
    });
  if (rule.scope.ids === undefined && acts)
    warnings.push({
      path: 'scope.ids',
      code: 'scope_grows',
      message: 'What is created later falls under this rule by itself.',
    });
  return warnings;
}

function checkNames(rule: Rule, report: ReportFault): void {
  const wrong = (path: string, name: string): void =>
    report(path, 'unknown_window', `There is no window “${name}” in windows.`);
  for (const [number, path] of ruleNumbers(rule))
    eachNumber(number, path, (each, at) => {
      if (typeof each !== 'object') return;
      if ('metric' in each && each.window !== undefined && rule.windows[each.window] === undefined)
        wrong(`${at}.window`, each.window);
      if ('param' in each && rule.params[each.param] === undefined)
        report(`${at}.param`, 'unknown_param', `There is no parameter “${each.param}” in params.`);
    });
  eachLeaf(rule.when, 'when', (leaf, path) => {
    if ('provably' in leaf && rule.windows[leaf.window] === undefined)
      wrong(`${path}.window`, leaf.window);
  });
  (rule.guards.minSample ?? []).forEach(({ window }, i) => {
    if (rule.windows[window] === undefined) wrong(`guards.minSample[${i}].window`, window);
  });
  rule.actions.forEach((action, i) => {
    if (action.type !== 'budget' || !('towards' in action.change)) return;
    const { window } = action.change.towards;
    if (rule.windows[window] === undefined) wrong(`actions[${i}].change.towards.window`, window);
  });
  for (const [name, window] of Object.entries(rule.windows)) {
    if (!('sameAs' in window)) continue;
    const seen = new Set([name]);
    let next: string | undefined = window.sameAs;
    while (next !== undefined) {
      const other: Rule['windows'][string] | undefined = rule.windows[next];
      if (other === undefined) wrong(`windows.${name}.sameAs`, next);
      if (seen.has(next))
        report(
          `windows.${name}.sameAs`,
          'circular_window',
          `The window “${name}” refers to itself.`,
        );
      if (other === undefined || seen.has(next)) break;
      seen.add(next);
      next = 'sameAs' in other ? other.sameAs : undefined;
    }
  }
}

function checkScope({ scope }: Rule, report: ReportFault): void {
  if (scope.where === undefined) return;
  eachLeaf(scope.where, 'scope.where', (leaf, path) => {
    if (!('attr' in leaf))
      report(
        path,
        'metric_in_scope',
        'scope.where knows attributes alone. Metrics belong into `when`.',
      );
  });
}

function checkActions({ scope, actions }: Rule, report: ReportFault): void {
  actions.forEach(({ type }, i) => {
    if (actions.findIndex((other) => other.type === type) < i)
      report(`actions[${i}].type`, 'action_twice', `A rule has at most one action ${type}.`);
    if (scope.level === 'account' && type !== 'notify')
      report(`actions[${i}].type`, 'not_on_accounts', 'Of ad accounts a rule can only report.');
    if (type === 'resume' && actions.some((other) => other.type === 'pause'))
      report(
        `actions[${i}].type`,
        'contradiction',
        'A rule either pauses or switches on again: make two rules.',
      );
  });
}

const isRatio = (name: string): boolean => {
  const key = metricByName(name);
  const made: Metric['made'] | undefined = key && metrics[key].made;
  return made?.from === 'ratio' || made?.from === 'frequency';
};

/** A ratio of a few cases says nothing: what acts on one needs a floor. */
function checkFloor(rule: Rule, report: ReportFault): void {
  if (!rule.actions.some(({ type }) => type === 'pause' || type === 'budget')) return;
  const { minSpend, minSample = [] } = rule.guards;
  if (minSpend !== undefined || minSample.length > 0) return;
  let first: string | undefined;
  eachLeaf(rule.when, 'when', (leaf, path) => {
    eachMetric('provably' in leaf ? [] : numbersOf(leaf, path), ({ metric }, place) => {
      if (isRatio(metric)) first ??= place;
    });
  });
  if (first !== undefined)
    report(
      'guards.minSpend',
      'no_floor',
      `This rule acts on a ratio (${first}), which means little before enough was spent. Give guards.minSpend or guards.minSample, or use provably.`,
    );
}

function checkDays(rule: Rule, report: ReportFault): void {
  eachLeaf(rule.when, 'when', (leaf, path) => {
    if (!('left' in leaf)) return;
    const isPair = leaf.is === 'between' || leaf.is === 'outside';
    if (isPair !== Array.isArray(leaf.right))
      report(
        `${path}.right`,
        'wrong_type',
        isPair ? `${leaf.is} needs a list of two numbers.` : `${leaf.is} needs one number.`,
      );
    const { consecutive } = leaf;
    if (consecutive === undefined) return;
    eachMetric(numbersOf(leaf, path), (each, place) => {
      const window = each.window === undefined ? defaultWindow : rule.windows[each.window];
      if (window !== undefined && !('days' in window && window.days >= consecutive))
        report(
          `${place}.window`,
          'window_too_short',
          `${consecutive} days in a row need a window of at least as many days.`,
        );
    });
  });
}

function checkMetrics(rule: Rule, accounts: readonly CheckedAccount[], report: ReportFault): void {
  const told = new Set<string>();
  const see = (name: string, path: string): void => {
    const key = metricByName(name);
    const lacking = accounts
      .filter(({ lacks }) => key !== undefined && lacks.includes(key))
      .map(({ platform }) => platform);
    if (lacking.length === 0 || told.has(path)) return;
    told.add(path);
    report(
      path,
      'metric_not_offered',
      `${[...new Set(lacking)].join(', ')} does not tell ${name}.`,
    );
  };
  eachMetric(ruleNumbers(rule), ({ metric }, at) => see(metric, `${at}.metric`));
}

function isMoney(rule: Rule, number: NumberOf): boolean {
  if (typeof number === 'number') return false;
  if ('param' in number) return rule.params[number.param]?.unit === 'money';
  if ('attr' in number) return number.attr === 'dailyBudget' || number.attr === 'lifetimeBudget';
  if ('metric' in number) return metrics[metricByName(number.metric) ?? 'clicks'].type === 'money';
  return number.fn !== 'changePercent' && number.args.some((each) => isMoney(rule, each));
}

/** 30 is another amount in every currency. */
function checkCurrencies(
  rule: Rule,
  accounts: readonly CheckedAccount[],
  report: ReportFault,
): void {
  const currencies = [...new Set(accounts.map(({ currency }) => currency))];
  if (currencies.length < 2) return;
  const message = `The accounts of this rule have the currencies ${currencies.join(', ')}: name the amount as a parameter with byCurrency or byAccount.`;
  const bare = (number: NumberOf, path: string): void => {
    if (typeof number === 'number' && number !== 0) report(path, 'mixed_currencies', message);
  };
  eachLeaf(rule.when, 'when', (leaf, path) => {
    const numbers = numbersOf(leaf, path);
    const money =
      ('provably' in leaf && (leaf.metric === 'costPerResult' || leaf.metric === 'cpc')) ||
      numbers.some(([each]) => isMoney(rule, each));
    if (money) for (const [number, at] of numbers) bare(number, at);
  });
  for (const [number, path] of ruleNumbers(rule))
    if (path.startsWith('guards.') || path.startsWith('actions')) bare(number, path);
  rule.actions.forEach((action, i) => {
    if (action.type === 'budget' && 'amount' in action.change)
      bare(action.change.amount, `actions[${i}].change.amount`);
  });
  for (const [name, { unit, byAccount = {}, byCurrency = {} }] of Object.entries(rule.params)) {
    if (unit !== 'money') continue;
    const open = accounts.filter(
      ({ id, key, currency }) =>
        byAccount[id] === undefined &&
        byAccount[key] === undefined &&
        byCurrency[currency] === undefined,
    );
    if (new Set(open.map(({ currency }) => currency)).size > 1)
      report(`params.${name}`, 'mixed_currencies', message);
  }
}

function checkZone({ schedule }: Rule, report: ReportFault): void {
  const { timezone, from, until } = schedule;
  const unknown = `“${timezone}” is no time zone. Give account, or a name such as Europe/Berlin.`;
  if (timezone !== 'account' && !isZone(timezone))
    report('schedule.timezone', 'unknown_timezone', unknown);
  if (from !== undefined && until !== undefined && Date.parse(until) <= Date.parse(from))
    report('schedule.until', 'end_before_start', 'It ends before it starts.');
}

function usesLate(condition: Condition): boolean {
  let found = false;
  eachLeaf(condition, '', (leaf, path) => {
    if ('provably' in leaf && leaf.metric !== 'ctr' && leaf.metric !== 'cpc') found = true;
    eachMetric(numbersOf(leaf, path), ({ metric }) => {
      const key = metricByName(metric);
      if (key !== undefined && isLate(key)) found = true;
    });
  });
  return found;
}
