/** What is selected in the grid: a rectangle, from the cell that was chosen first. */
interface Box {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

interface Place {
  readonly row: number;
  readonly column: number;
}

/** Cells with tabs between them, a line for each row: what spreadsheets put on the clipboard. */
export const toText = (cells: readonly (readonly string[])[]): string =>
  cells.map((row) => row.join('\t')).join('\n');

export const fromText = (text: string): string[][] =>
  (text.endsWith('\n') ? text.slice(0, -1) : text)
    .split('\n')
    .map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line).split('\t'));

/** Follows the mouse over the cells of a grid; Shift selects up to the cell that is clicked. */
export function createSelection(grid: HTMLElement): {
  box(): Box;
  clear(at: Place): void;
  show(): void;
} {
  let [from, to]: [Place, Place] = [
    { row: 1, column: 1 },
    { row: 1, column: 1 },
  ];
  let isDragging = false;
  const box = (): Box => ({
    row: Math.min(from.row, to.row),
    column: Math.min(from.column, to.column),
    rows: Math.abs(from.row - to.row) + 1,
    columns: Math.abs(from.column - to.column) + 1,
  });
  const show = (): void => {
    const { row, column, rows, columns } = box();
    for (const cell of grid.querySelectorAll<HTMLElement>('td[data-cell]')) {
      const at = placeOf(cell);
      const isIn =
        at !== undefined &&
        at.row >= row &&
        at.row < row + rows &&
        at.column >= column &&
        at.column < column + columns;
      cell.classList.toggle('selected', isIn && rows * columns > 1);
    }
  };
  grid.addEventListener('mousedown', ({ target, shiftKey }) => {
    const at = placeOf(target as HTMLElement);
    if (at === undefined) return;
    if (!shiftKey) from = at;
    to = at;
    isDragging = true;
    show();
  });
  grid.addEventListener('mouseover', ({ target }) => {
    const at = placeOf(target as HTMLElement);
    if (!isDragging || at === undefined) return;
    to = at;
    show();
  });
  window.addEventListener('mouseup', () => {
    isDragging = false;
  });
  return {
    box,
    clear(at) {
      [from, to] = [at, at];
      show();
    },
    show,
  };
}

function placeOf(target: HTMLElement): Place | undefined {
  const { row, column } = target.closest<HTMLElement>('td[data-cell]')?.dataset ?? {};
  return row === undefined || column === undefined
    ? undefined
    : { row: Number(row), column: Number(column) };
}
