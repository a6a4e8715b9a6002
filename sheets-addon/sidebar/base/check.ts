import type { RowsSummary } from '../../launch/check-rows.ts';
import { ask } from './ask.ts';
import type { Shell } from './shell.ts';
import { t } from './words.ts';

/** How the rows stood when somebody last looked; undefined when that is out of date. */
let summary: RowsSummary | undefined;

export const lastSummary = (): RowsSummary | undefined => summary;

export function keepSummary(next: RowsSummary | undefined): void {
  summary = next;
}

export async function check(shell: Shell): Promise<void> {
  summary = (await shell.busy(t('checking'), () => ask('checkRows'))) ?? summary;
  shell.show('launch');
}
