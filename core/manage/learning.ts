import type { Warning } from '../base/schema/unknown-fields.ts';
import { withSource } from '../ports/evidence.ts';
import type { CheckRow } from '../ports/platform-checks.ts';

/** `change`: the name that rows have for such a change. */
interface LearningChange {
  readonly change: string;
  readonly path: string;
}

/** What a platform's rows say of its learning phase after these changes, each once, with source and date. */
export function learningWarnings(rows: readonly CheckRow[] | undefined, changes: readonly LearningChange[]): Warning[] {
  return (rows ?? []).flatMap((row): Warning[] => {
    if (row.about !== 'learning' || row.learning === 'keeps' || row.learning === 'unknown') return [];
    const found = changes.find(({ change }) => change === row.change);
    if (found === undefined) return [];
    const code = row.learning === 'resets' ? 'learning_reset' : 'learning_may_reset';
    return [{ path: found.path, code, message: withSource(row.says, row) }];
  });
}
