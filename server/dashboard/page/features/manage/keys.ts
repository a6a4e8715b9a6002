import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { VirtualRows } from '../../parts/virtual.ts';

/** Row 0 is the first of the body, -1 the head. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

const PAGE_ROWS = 15;

function cellAfter(key: string, { row, column }: Cell, rows: number, columns: number): Cell | undefined {
  const at = (to: number, along = column): Cell => ({
    row: Math.max(-1, Math.min(rows - 1, to)),
    column: Math.max(0, Math.min(columns - 1, along)),
  });
  switch (key) {
    case 'ArrowUp':
      return at(row - 1);
    case 'ArrowDown':
      return at(row + 1);
    case 'ArrowLeft':
      return at(row, column - 1);
    case 'ArrowRight':
      return at(row, column + 1);
    case 'PageUp':
      return at(row - PAGE_ROWS);
    case 'PageDown':
      return at(row + PAGE_ROWS);
    case 'Home':
      return at(row, 0);
    case 'End':
      return at(row, columns - 1);
    default:
      return undefined;
  }
}

const focusOn = (box: HTMLElement | null, { row, column }: Cell): boolean => {
  const element = box?.querySelector<HTMLElement>(`[data-at="${row} ${column}"]`);
  element?.focus({ preventScroll: row >= 0 });
  element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  return element !== null && element !== undefined;
};

/** Tab leads to one cell of the grid, arrows from cell to cell. */
export function useGridKeys(virtual: VirtualRows, rows: number, columns: number) {
  const [active, setActive] = useState<Cell>({ row: 0, column: 2 });
  const wanted = useRef(false);
  useEffect(() => {
    if (!wanted.current) return;
    wanted.current = false;
    if (active.row >= 0) virtual.show(active.row);
    if (focusOn(virtual.box.current, active)) return;
    // The row is drawn after the scroll event.
    const frame = requestAnimationFrame(() => requestAnimationFrame(() => focusOn(virtual.box.current, active)));
    return () => cancelAnimationFrame(frame);
  }, [active]);
  const onKeyDown = useCallback(
    (event: KeyboardEvent) => {
      const from = (event.target as HTMLElement).dataset.at;
      // A field that is being edited keeps its keys.
      if (from === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      const [row = 0, column = 0] = from.split(' ').map(Number);
      const next = cellAfter(event.key, { row, column }, rows, columns);
      if (next === undefined) return;
      event.preventDefault();
      wanted.current = true;
      setActive(next);
    },
    [rows, columns],
  );
  // Where the active row is not drawn, the nearest drawn one takes its place.
  const drawn = active.row < 0 ? -1 : Math.max(virtual.start, Math.min(virtual.end - 1, active.row));
  const cell = (row: number, column: number) => {
    const isActive = drawn === row && Math.min(active.column, columns - 1) === column;
    return { 'data-at': `${row} ${column}`, tabIndex: isActive ? 0 : -1 };
  };
  return { onKeyDown, cell };
}
