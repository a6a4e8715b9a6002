import { type CellKey, keyOfButton, keyOfText, type TextBox } from './cell-keys.ts';

/** Rows and positions count from 0. */
interface CellActions {
  textAt(row: number, position: number): string;
  hasList(position: number): boolean;
  focus(row: number, position: number): void;
  commit(row: number, position: number, text: string): void;
  /** @returns whether it did something */
  key(row: number, position: number, key: CellKey, text?: string): boolean;
  block(row: number, position: number, text: string): void;
  /** The button behind the cells of a row. */
  button(row: number): void;
}

function cellOf(target: EventTarget | null) {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null;
  if (element === null) return undefined;
  const [row = 0, position = 0] = (element.dataset.cell ?? '').split(' ').map(Number);
  const box = element.matches('input, textarea') ? (element as TextBox) : undefined;
  return { row: row - 2, position, box };
}

/** One listener for all cells: those of thousands of rows come and go with every scroll. */
export function cellEvents(actions: CellActions) {
  return {
    onFocusIn: ({ target }: Event) => {
      const { row, position, box } = cellOf(target) ?? {};
      if (row !== undefined && position !== undefined && box !== undefined)
        actions.focus(row, position);
    },
    onChange: ({ target }: Event) => {
      const { row, position, box } = cellOf(target) ?? {};
      if (row === undefined || position === undefined || box === undefined) return;
      if (box.value !== actions.textAt(row, position)) actions.commit(row, position, box.value);
    },
    onClick: ({ target }: Event) => {
      const { row, box } = cellOf(target) ?? {};
      if (row !== undefined && box === undefined) actions.button(row);
    },
    onKeyDown: (event: KeyboardEvent) => {
      const { row, position, box } = cellOf(event.target) ?? {};
      if (row === undefined || position === undefined) return;
      const text = actions.textAt(row, position);
      if (box !== undefined && event.key === 'Escape' && box.value !== text) {
        box.value = text;
        box.select();
        return;
      }
      const key =
        box === undefined
          ? keyOfButton(event)
          : keyOfText(event, box, { text, hasList: actions.hasList(position) });
      if (key !== undefined && actions.key(row, position, key, box?.value)) event.preventDefault();
    },
    onPaste: (event: ClipboardEvent) => {
      const { row, position, box } = cellOf(event.target) ?? {};
      if (row === undefined || position === undefined || box === undefined) return;
      const pasted = event.clipboardData?.getData('text/plain') ?? '';
      // In a cell of several lines, pasted lines are one text.
      const isLong = box instanceof HTMLTextAreaElement;
      if (!pasted.includes('\t') && (isLong || !pasted.trim().includes('\n'))) return;
      event.preventDefault();
      actions.block(row, position, pasted);
    },
  };
}
