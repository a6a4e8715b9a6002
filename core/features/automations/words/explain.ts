import type { Traced, Truth } from '../judge/conditions.ts';
import type { PlannedAction, Result } from '../judge/judgement.ts';
import type { Figure } from '../judge/numbers.ts';
import { amountText, daysText, figureName, type Money, partsText } from './amount.ts';

type Tense = 'done' | 'would' | 'failed';

/** The trace has all. */
const MOST_REASONS = 3;

/** From the trace alone: the same figures give the same sentence. */
export function explain(result: Result, money: Money, tense: Tense): string {
  const reasons = reasonText(result, money);
  switch (result.verdict) {
    case 'acts': {
      const what = result.actions.map((action) => actionText(action, money, tense)).join(', ');
      return `${capital(what)}${reasons === '' ? '' : `: ${reasons}`}.`;
    }
    case 'skipped':
      return `Left alone${reasons === '' ? '' : ` although ${reasons}`}: ${result.why ?? 'a guard holds it back'}.`;
    case 'notMatched':
      return `Left alone: ${reasons}.`;
    case 'unknown':
      return `Not judged: ${reasons}.`;
  }
}

function actionText(
  { type, target, kind, before, wanted, clampedBy }: PlannedAction,
  money: Money,
  tense: Tense,
): string {
  const done = (verb: string): string =>
    ({ done: verb, would: `would be ${verb}`, failed: `could not be ${verb}` })[tense];
  if (type === 'pause') return done('paused');
  if (type === 'resume') return done('switched on again');
  if (type === 'notify') return done('reported');
  const amounts = `from ${amountText(Number(before), 'money', money)} to ${amountText(Number(wanted), 'money', money)}`;
  const which = `${kind === 'lifetimeBudget' ? 'lifetime' : 'daily'} budget of ${target.name}`;
  const verb = Number(wanted) > Number(before) ? 'raised' : 'lowered';
  return `${which} ${done(verb)} ${amounts}${clampedBy === undefined ? '' : `, bounded by ${clampedBy}`}`;
}

function reasonText({ verdict, trace, rank }: Result, money: Money): string {
  const wanted: Truth =
    verdict === 'notMatched' ? 'false' : verdict === 'unknown' ? 'unknown' : 'true';
  const told = trace.filter(({ result }) => result === wanted);
  // Under `not` the comparison that decides has the other result.
  const shown = (told.length > 0 ? told : trace).slice(0, wanted === 'true' ? MOST_REASONS : 1);
  const place =
    rank === undefined || verdict !== 'acts' ? [] : [`it is number ${rank.position} of ${rank.of}`];
  return [...shown.map((traced) => comparison(traced, money)), ...place].join(' and ');
}

const verbs: { readonly [is: string]: readonly [yes: string, no: string] } = {
  '>': ['is above', 'is not above'],
  '>=': ['is at least', 'is below'],
  '<': ['is below', 'is not below'],
  '<=': ['is at most', 'is above'],
  '=': ['is', 'is not'],
  '!=': ['is not', 'is'],
  between: ['is between', 'is not between'],
  outside: ['is outside of', 'is not outside of'],
  'provably above': ['is provably above', 'is not provably above'],
  'provably below': ['is provably below', 'is not provably below'],
};

function comparison(
  { left, is, right, upper, attr, found, wanted, chance, days, result }: Traced,
  money: Money,
): string {
  if (attr !== undefined) {
    const what = `its ${attr.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`;
    if (found === undefined) return `${what} is not known`;
    return `${what}, ${found}, ${result === 'true' ? 'fits' : 'does not fit'} “${wanted}”`;
  }
  if (left === undefined || right === undefined || is === undefined) return 'nothing was compared';
  const isProof = is.startsWith('provably');
  const missing = [left, right, upper].find(
    (each) => each?.value === null && !(isProof && each.missing === undefined),
  );
  if (result === 'unknown' && missing !== undefined) return missingText(missing, money);
  const [yes, no] = verbs[is] ?? [is, `not ${is}`];
  const unit = left.unit ?? right.unit;
  const bound = [right, upper]
    .flatMap((each) =>
      each === undefined
        ? []
        : [sideText({ ...each, ...(unit && { unit: each.unit ?? unit }) }, money)],
    )
    .join(' and ');
  const every = days === undefined ? '' : ` on each of ${days} days in a row`;
  const sure = chance === undefined ? '' : `, by chance in ${chanceText(chance)}`;
  return `${leftText(left, money)} ${result === 'true' ? yes : no} ${bound}${result === 'true' ? every : ''}${result === 'true' ? sure : ''}`;
}

const chanceText = (chance: number): string =>
  chance < 0.0001
    ? 'less than 1 of 10,000 cases'
    : `${Number((chance * 100).toPrecision(2))} % of cases`;

function leftText(figure: Figure, money: Money): string {
  const name = figureName(figure);
  const value =
    figure.value === null ? 'without one' : amountText(figure.value, figure.unit, money);
  return `${name === undefined ? '' : `${name} `}${value}${partsText(figure, money)}${daysText(figure)}`;
}

function sideText(figure: Figure, money: Money): string {
  if (figure.value === null) return 'a figure that is not known';
  const name = figureName(figure);
  return `${amountText(figure.value, figure.unit, money)}${name === undefined ? '' : ` (${name}${daysText(figure)})`}`;
}

const whys: { readonly [M in NonNullable<Figure['missing']>]: string } = {
  notFetched: 'its figures are not here',
  notSettled: 'no day of it is settled yet',
  zeroDenominator: 'none came of it yet',
  mixedResults: 'it joins results of several kinds',
  peopleReached: 'its results are people reached, which rules do not judge',
  notTold: 'the platform does not report it',
};

function missingText(figure: Figure, money: Money): string {
  const parts = figure.missing === 'zeroDenominator' ? partsText(figure, money) : '';
  return `${figureName(figure) ?? 'a figure'}${parts}${daysText(figure)} is not known: ${whys[figure.missing ?? 'notTold']}`;
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
