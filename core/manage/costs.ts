import type { Warning } from '../base/schema/unknown-fields.ts';
import type { CheckRow } from '../ports/platform-checks.ts';
import type { Learning } from '../ports/platform-update.ts';

/** `change`: the name that rows have for such a change. */
interface Costly {
  readonly change: string;
  readonly path: string;
  readonly learning: Learning;
}

const CODES = { resets: 'learning_reset', depends: 'learning_may_reset' } as const;
const UNTOLD = 'Whether the platform begins to learn again after this change is not published.';

/** What changes cost besides money, as the platform's rows say it, each once. */
export function costWarnings(
  rows: readonly CheckRow[] = [],
  changes: readonly Costly[],
): Warning[] {
  const told = rows.flatMap((row): Warning[] => {
    if (row.about !== 'learning' && row.about !== 'review') return [];
    const found = changes.find(({ change }) =>
      row.about === 'review' ? row.changes.includes(change) : row.change === change,
    );
    if (found === undefined) return [];
    const code =
      row.about === 'review'
        ? 'new_review'
        : row.learning === 'resets' || row.learning === 'depends'
          ? CODES[row.learning]
          : '';
    return code === ''
      ? []
      : [{ path: found.path, code, message: row.says, source: `${row.source}, ${row.asOf}` }];
  });
  const isTold = ({ change }: Costly) =>
    rows.some((row) => row.about === 'learning' && row.change === change);
  const untold = changes.find((each) => each.learning === 'unknown' && !isTold(each));
  return untold === undefined
    ? told
    : [...told, { path: untold.path, code: 'learning_unknown', message: UNTOLD }];
}
