import { useEffect, useState } from 'preact/hooks';

/** Rows as people count: the headers are row 1. */
export interface Place {
  readonly row: number;
  readonly position?: number | undefined;
}

/** The grid that is on the page, which draws the rows around a place before it is gone to. */
const shown: { turnTo?: (place: Place) => void } = {};

/** Goes to a cell of the grid, wherever it is; a row without such a column is gone to at its first. */
export function focusCell(place: Place): void {
  shown.turnTo?.(place);
}

/** @returns whether its row is drawn */
function focusDrawn({ row, position }: Place): boolean {
  const find = (place: string): HTMLElement | null => document.querySelector<HTMLElement>(`[data-cell${place}"]`);
  const cell = find(`="${row} ${position}`) ?? find(`^="${row} `);
  cell?.focus();
  // What is typed next takes the place of the text, and the arrow keys go on to the next cell.
  if (cell instanceof HTMLInputElement || cell instanceof HTMLTextAreaElement) cell.select();
  cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  return cell !== null;
}

/** Lets the page go to any cell: its row is drawn once the scrolling has been seen. */
export function useTurning(show: (row: number) => void): void {
  const [target, setTarget] = useState<Place>();
  useEffect(() => {
    shown.turnTo = (place) => {
      show(place.row - 2);
      if (!focusDrawn(place)) setTarget({ ...place });
    };
    return () => {
      delete shown.turnTo;
    };
  }, [show]);
  useEffect(() => {
    if (target === undefined) return;
    const frame = requestAnimationFrame(() => requestAnimationFrame(() => focusDrawn(target)));
    return () => cancelAnimationFrame(frame);
  }, [target]);
}
