/**
 * What became of a plan: pages, the command line, models, news and the audit say it with these
 * words.
 */

/** What became of one object of a plan. */
export const objectOutcomes = ['done', 'refused', 'unknown', 'running', 'not_begun'] as const;
type Outcome = (typeof objectOutcomes)[number];
type Counts = { readonly [O in Outcome]?: number | undefined };

interface Part {
  readonly type?: string | undefined;
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly does?: string | undefined;
  readonly outcome: Outcome;
  readonly reason?: string | undefined;
}

export function countsOf(results: readonly { readonly counts: Counts }[]): Counts {
  const sums: { -readonly [O in keyof Counts]: Counts[O] } = {};
  for (const { counts } of results)
    for (const outcome of objectOutcomes) {
      const sum = (sums[outcome] ?? 0) + (counts[outcome] ?? 0);
      if (sum > 0) sums[outcome] = sum;
    }
  return sums;
}

export const outcomeWords: { readonly [O in Outcome]: string } = {
  done: 'done',
  refused: 'refused',
  unknown: 'not known to be done',
  running: 'under way',
  not_begun: 'not begun',
};

/** `1 of 3 done, 1 refused, 1 not begun`. */
export function countWords(counts: Counts): string {
  const total = objectOutcomes.reduce((sum, outcome) => sum + (counts[outcome] ?? 0), 0);
  const others = objectOutcomes
    .slice(1)
    .flatMap((outcome) => (counts[outcome] ? [`${counts[outcome]} ${outcomeWords[outcome]}`] : []));
  return [`${counts.done ?? 0} of ${total} done`, ...others].join(', ');
}

/** `This plan …`, `It …`. */
export const statusWords = {
  awaiting_approval: 'waits for approval',
  approved: 'is approved',
  declined: 'was declined',
  running: 'is under way',
  applied: 'was carried out',
  partly: 'was carried out in part',
  failed: 'failed',
  expired: 'has expired',
} as const;

/**
 * `applied`: all of it is done; `partly`: some of it; `failed`: none of it; `running`: it is
 * carried out, and goes on.
 */
export type PlanStatus = keyof typeof statusWords;

/** `Pause ad “Boots” (1001): refused. The page is not published.`, or by type, id and name. */
export function partWords({ type, id, name, does, outcome, reason }: Part): string {
  const kind = type === 'adset' ? 'ad set' : type;
  const what = [kind, id, name === undefined ? undefined : `“${name}”`]
    .filter((part) => part !== undefined)
    .join(' ');
  const says = does && (id === undefined ? does : `${does} (${id})`);
  return `${says ?? (what === '' ? 'It' : what)}: ${outcomeWords[outcome]}${reason === undefined ? '.' : `. ${reason}`}`;
}
