import { useEffect, useState } from 'preact/hooks';

export interface Place {
  readonly row: number;
  readonly position?: number | undefined;
}

const shown: { turnTo?: (place: Place) => void } = {};

/** Goes to a cell, or to the first of its row. */
export function focusCell(place: Place): void {
  shown.turnTo?.(place);
}

function focusDrawn({ row, position }: Place): boolean {
  const find = (place: string): HTMLElement | null =>
    document.querySelector<HTMLElement>(`[data-cell${place}"]`);
  const cell = find(`="${row} ${position}`) ?? find(`^="${row} `);
  cell?.focus();
  if (cell instanceof HTMLInputElement || cell instanceof HTMLTextAreaElement) cell.select();
  cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  return cell !== null;
}

/** Lets the page go to any cell: its row is drawn after the scroll. */
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
