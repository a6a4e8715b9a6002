import { wallClock } from '../base/time/wall-clock.ts';
import type { RowHistory, SheetLaunch } from './launch-record.ts';

/** In words, with colours: colour is never the only sign. */
export const rowStatuses = {
  needsFixing: { word: 'Needs fixing', background: '#fce8e6', text: '#b3261e' },
  unclear: { word: 'Not clear', background: '#feefe3', text: '#9a3412' },
  checked: { word: 'Checked', background: '#f1f3f4', text: '#3c4043' },
  ready: { word: 'Ready to launch', background: '#e8f0fe', text: '#174ea6' },
  launching: { word: 'Launching', background: '#fef7e0', text: '#7a4f01' },
  launched: { word: 'Launched', background: '#e6f4ea', text: '#137333' },
  partly: { word: 'Partly launched', background: '#feefe3', text: '#9a3412' },
  failed: { word: 'Failed', background: '#fce8e6', text: '#b3261e' },
  /** Before `undone`, which is also its beginning: the first that fits gives the colours. */
  undoFailed: { word: 'Undo failed', background: '#fce8e6', text: '#b3261e' },
  /** The beginning of Undoing and of Undone. */
  undone: { word: 'Undo', background: '#f1f3f4', text: '#3c4043' },
} as const;

export interface RowCells {
  readonly rowStatus: string;
  readonly problem: string;
  readonly adIds: string;
  readonly managerUrl: string;
  readonly batch: string;
  readonly launchedAt: string;
}

/** For rows that were never launched, and empty rows. */
export const noResult: RowCells = {
  rowStatus: '',
  problem: '',
  adIds: '',
  managerUrl: '',
  batch: '',
  launchedAt: '',
};

export const tellsOfLaunch = (status: string): boolean =>
  (['launching', 'launched', 'partly', 'failed', 'undone'] as const).some((key) =>
    status.startsWith(rowStatuses[key].word),
  );

/** @param changed what to say of a row that was changed since; absent for one that was not */
export function resultCells(history: RowHistory, timezone: string, changed?: string): RowCells {
  const { made, open, stuck, last } = history;
  const { launch, ad } = last;
  const told = made.size > 0 && changed !== undefined ? [changed] : [];
  const problems = [...new Set([...stuck.values(), ...Object.values(ad.failed ?? {})])];
  return {
    rowStatus: open
      ? openWord(launch)
      : `${settledWord(history)}${told.length > 0 ? ', changed since' : ''}`,
    problem: open ? '' : [...problems, ...told].join('\n'),
    adIds: [...made.values()].join('\n'),
    managerUrl: made.size === 0 ? '' : (ad.managerUrl ?? ''),
    batch: launch.batchId === undefined ? '' : String(launch.batchId),
    launchedAt: launch.acceptedAt === undefined ? '' : moment(launch.acceptedAt, timezone),
  };
}

const openWord = ({ undo }: SheetLaunch): string =>
  undo?.finished === false ? 'Undoing' : rowStatuses.launching.word;

function settledWord({ made, stuck, last: { ad } }: RowHistory): string {
  const { launched, partly, failed, undoFailed } = rowStatuses;
  const undone = Object.values(ad.undone ?? {});
  if (stuck.size > 0)
    return undone.length > 0 || made.size > stuck.size
      ? `${undoFailed.word} in part`
      : undoFailed.word;
  if (undone.length > 0 && undone.length === Object.keys(ad.made ?? {}).length)
    return undone.every((to) => to === 'deleted') ? 'Undone: deleted' : 'Undone: paused';
  if (ad.failed !== undefined) return made.size > 0 ? partly.word : failed.word;
  return ad.startedAs === undefined ? launched.word : `${launched.word}, ${ad.startedAs}`;
}

/** `2026-11-15 14:05` in a zone. */
export const moment = (at: number, timezone: string): string =>
  new Date(wallClock(at, timezone)).toISOString().slice(0, 16).replace('T', ' ');
