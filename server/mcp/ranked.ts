import type { Operation } from '../../core/operations/operation.ts';

const words = (text: string): readonly string[] => text.split(' ');

/** Words that say nothing about what is wanted. */
const SILENT = new Set(
  words(
    'a an and are as at be before by can could do does for from get give had has have how i if in into is it its let me my of on or our please show so tell than that the their them there these they this those to us want was we were what when where which who why will with would you your',
  ),
);

/** Words of people for what operations call otherwise. */
const SAME: { readonly [word: string]: string } = {
  add: 'create',
  answer: 'reply',
  attention: 'overview look',
  automatically: 'filter rule',
  best: 'top lead',
  clone: 'copy duplicate',
  competitor: 'research saved',
  cost: 'plan spend',
  csv: 'export file',
  disapproved: 'rejected',
  download: 'export',
  duplicate: 'copy',
  edit: 'change',
  expensive: 'rule',
  fail: 'retry',
  finished: 'status stands',
  happened: 'became',
  history: 'changes',
  increase: 'change',
  launch: 'batch',
  mail: 'deliver',
  make: 'create',
  needs: 'look',
  off: 'pause',
  perform: 'figures',
  picture: 'image media file',
  photo: 'image media file',
  publish: 'launch',
  read: 'list',
  refund: 'back adjust',
  remove: 'delete',
  respond: 'reply',
  restore: 'undo',
  revert: 'undo back',
  save: 'create',
  something: 'anything',
  spent: 'spend',
  start: 'launch resume',
  statistics: 'figures',
  stop: 'cancel pause',
  text: 'copy',
  today: 'overview',
  turn: 'pause switch status',
  track: 'utm',
  video: 'media file',
  winner: 'top lead',
  zip: 'postal code',
};

/** `budgets`, `budgeting` and `budget` are one. */
const stem = (word: string): string =>
  word.length <= 4
    ? word.replace(/s$/, '')
    : word.replace(/(?:ations?|ings?|ied|ies|ed|es|s)$/, '').replace(/[ey]$/, '');

const stemsOf = (text: string): readonly string[] =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1 && !SILENT.has(word))
    .map(stem);

const sameStems = new Map(
  Object.entries(SAME).map(([word, others]) => [stem(word), words(others).map(stem)]),
);

interface Entry {
  readonly operation: Operation;
  /** How much a stem says of it, by where it stands. */
  readonly weights: ReadonlyMap<string, number>;
  readonly beside: ReadonlySet<string>;
}

const IN_NAME = 2;
const IN_SUMMARY = 1.5;
/** What a word of the description adds, and of the chapter. */
const BESIDE = 0.08;
/** A word that stands for another one counts less than the word itself. */
const BY_MEANING = 0.5;

function entryOf(operation: Operation): Entry {
  const weights = new Map<string, number>();
  const add = (text: string, weight: number) => {
    for (const each of new Set(stemsOf(text))) weights.set(each, (weights.get(each) ?? 0) + weight);
  };
  add(operation.name, IN_NAME);
  add(operation.summary, IN_SUMMARY);
  return {
    operation,
    weights,
    beside: new Set(stemsOf(`${operation.topic} ${operation.description ?? ''}`)),
  };
}

const entries = new WeakMap<Operation, Entry>();

function known(operation: Operation): Entry {
  const entry = entries.get(operation) ?? entryOf(operation);
  entries.set(operation, entry);
  return entry;
}

/**
 * Operations that fit a question, the best first. Rare words count more; words of an operation that
 * the question lacks lower its rank.
 */
export function ranked(operations: readonly Operation[], question: string): readonly Operation[] {
  const all = operations.map(known);
  const counts = new Map<string, number>();
  for (const { weights } of all)
    for (const each of weights.keys()) counts.set(each, (counts.get(each) ?? 0) + 1);
  const rarity = (each: string): number => Math.log(1 + all.length / (1 + (counts.get(each) ?? 0)));
  const wanted = new Map<string, number>();
  const own = stemsOf(question);
  for (const each of own)
    for (const other of sameStems.get(each) ?? []) wanted.set(other, BY_MEANING);
  for (const each of own) wanted.set(each, 1);
  const score = ({ operation, weights, beside }: Entry): number => {
    if (operation.name === question.trim()) return Number.POSITIVE_INFINITY;
    const length = Math.sqrt(
      [...weights].reduce((sum, [each, weight]) => sum + (weight * rarity(each)) ** 2, 0),
    );
    let [points, more] = [0, 0];
    for (const [each, share] of wanted) {
      points += (weights.get(each) ?? 0) * share * rarity(each) ** 2;
      if (beside.has(each)) more += share * BESIDE * rarity(each);
    }
    return points / length + more;
  };
  return all
    .map((entry) => ({ operation: entry.operation, points: score(entry) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .map(({ operation }) => operation);
}
