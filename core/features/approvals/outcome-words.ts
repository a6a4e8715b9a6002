import type { ApprovalStatus, StepResult } from './schema.ts';

/** What became of a plan: pages, the command line, models, news and the audit say it with these words. */

type Counts = StepResult['counts'];

const ORDER = ['done', 'refused', 'unknown', 'running', 'not_begun'] as const;

export function countsOf(results: readonly Pick<StepResult, 'counts'>[]): Counts {
  const sums: { -readonly [O in keyof Counts]: Counts[O] } = {};
  for (const { counts } of results)
    for (const outcome of ORDER) {
      const sum = (sums[outcome] ?? 0) + (counts[outcome] ?? 0);
      if (sum > 0) sums[outcome] = sum;
    }
  return sums;
}

export const outcomeWords: { readonly [O in (typeof ORDER)[number]]: string } = {
  done: 'done',
  refused: 'refused',
  unknown: 'not known to be done',
  running: 'under way',
  not_begun: 'not begun',
};

/** `1 of 3 done, 1 refused, 1 not begun`. */
export function countWords(counts: Counts): string {
  const total = ORDER.reduce((sum, outcome) => sum + (counts[outcome] ?? 0), 0);
  const others = ORDER.slice(1).flatMap((outcome) => (counts[outcome] ? [`${counts[outcome]} ${outcomeWords[outcome]}`] : []));
  return [`${counts.done ?? 0} of ${total} done`, ...others].join(', ');
}

/** `This plan …`, `It …`. */
export const statusWords: { readonly [S in ApprovalStatus]: string } = {
  awaiting_approval: 'waits for approval',
  approved: 'is approved',
  declined: 'was declined',
  running: 'is under way',
  applied: 'was carried out',
  partly: 'was carried out in part',
  failed: 'failed',
  expired: 'has expired',
};

/** `Pause ad “Boots” (1001): refused. The page is not published.`, or by type, id and name. */
export function partWords({ type, id, name, does, outcome, reason }: StepResult['objects'][number]): string {
  const kind = type === 'adset' ? 'ad set' : type;
  const what = [kind, id, name === undefined ? undefined : `“${name}”`].filter((part) => part !== undefined).join(' ');
  const says = does && (id === undefined ? does : `${does} (${id})`);
  return `${says ?? (what === '' ? 'It' : what)}: ${outcomeWords[outcome]}${reason === undefined ? '.' : `. ${reason}`}`;
}
