import type { RuleColumnKey } from './columns.ts';
import type { RowCells, RowFault } from './read-row.ts';

interface Told {
  readonly entity: { readonly name: string };
  readonly verdict: string;
  readonly explanation: string;
}

const MOST_TOLD = 10;
/** A cell takes 50,000 characters, far more than people read. */
const MOST_CHARACTERS = 4_000;

export function whyCell(results: readonly Told[]): string {
  const order = ['wouldHaveActed', 'acted', 'failed', 'skipped', 'unknown', 'notMatched'];
  const sorted = [...results].sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
  const lines = sorted
    .slice(0, MOST_TOLD)
    .map(({ entity, explanation }) => `${entity.name}: ${explanation}`);
  const rest = sorted.length - lines.length;
  return [...lines, ...(rest > 0 ? [`And ${rest} more.`] : [])]
    .join('\n')
    .slice(0, MOST_CHARACTERS);
}

export const verdictCell = (wouldAct: number, considered: number): string =>
  `Would act on ${wouldAct} of ${considered}`;

const columnsByPath: readonly (readonly [path: string, column: RuleColumnKey])[] = [
  ['scope.accountIds', 'accounts'],
  ['scope.level', 'level'],
  ['scope.where', 'where'],
  ['when', 'when'],
  ['rank', 'rank'],
  ['actions', 'actions'],
  ['schedule', 'schedule'],
  ['guards.minSpend', 'minSpend'],
  ['guards.keepActiveAtLeast', 'keepActive'],
  ['guards.settleDays', 'settleDays'],
  ['priority', 'priority'],
  ['params', 'values'],
  ['windows', 'when'],
  ['name', 'name'],
  ['mode', 'state'],
  ['revision', 'ruleId'],
  ['', 'ruleId'],
];

/** What no column says belongs to `more`. */
export function faultOf({
  path,
  message,
}: {
  readonly path: string;
  readonly message: string;
}): RowFault {
  const column = columnsByPath.find(
    ([known]) => path === known || path.startsWith(`${known}.`) || path.startsWith(`${known}[`),
  );
  return { column: column?.[1] ?? 'more', message };
}

export const faultCells = (
  faults: readonly RowFault[],
  headerOf: (column: RuleColumnKey) => string,
): RowCells => ({
  verdict: 'Needs fixing',
  why: '',
  problem: faults.map(({ column, message }) => `${headerOf(column)}: ${message}`).join('\n'),
});
