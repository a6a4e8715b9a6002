import { useState } from 'preact/hooks';
import { keepRows, keptLaunch, keptRows } from '../../rows/kept-rows.ts';
import type { Sheet } from '../../rows/sheet.ts';

const STEPS = 100;

interface History {
  readonly past: readonly Sheet[];
  readonly now: Sheet | undefined;
  readonly future: readonly Sheet[];
}

export function useSheetHistory() {
  const [history, setHistory] = useState<History>(() => ({
    past: [],
    now: keptRows(),
    future: [],
  }));
  const step = (next: History): void => {
    keepRows(next.now);
    setHistory(next);
  };
  const { past, now, future } = history;
  return {
    sheet: now,
    replace: (sheet: Sheet | undefined): void => {
      delete keptLaunch().draft;
      step({ past: [], now: sheet, future: [] });
    },
    change: (sheet: Sheet): void =>
      step({ past: [...past, ...(now ? [now] : [])].slice(-STEPS), now: sheet, future: [] }),
    undo: (): void => {
      const before = past[past.length - 1];
      if (before !== undefined)
        step({ past: past.slice(0, -1), now: before, future: [...(now ? [now] : []), ...future] });
    },
    redo: (): void => {
      const [after, ...rest] = future;
      if (after !== undefined)
        step({ past: [...past, ...(now ? [now] : [])], now: after, future: rest });
    },
    mayUndo: past.length > 0,
    mayRedo: future.length > 0,
  };
}
