export type CellKey =
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'next'
  | 'previous'
  | 'fill'
  | 'undo'
  | 'redo'
  | 'leave';

export type TextBox = HTMLInputElement | HTMLTextAreaElement;

interface CellState {
  readonly text: string;
  /** The arrow keys go through its choices. */
  readonly hasList: boolean;
}

const ARROWS: { readonly [key: string]: CellKey } = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/** Keys of a button: arrows always move. */
export const keyOfButton = ({ key, shiftKey }: KeyboardEvent): CellKey | undefined =>
  key === 'Tab' ? (shiftKey ? 'previous' : 'next') : key === 'Escape' ? 'leave' : ARROWS[key];

/** As in a spreadsheet; arrows move within a text until its end. */
export function keyOfText(
  event: KeyboardEvent,
  box: TextBox,
  { text, hasList }: CellState,
): CellKey | undefined {
  const { key, shiftKey, altKey } = event;
  // The browser takes back what is being typed, the grid what was typed before.
  const isSettled = box.value === text;
  if ((event.ctrlKey || event.metaKey) && !altKey) {
    const letter = key.toLowerCase();
    if (letter === 'd') return 'fill';
    if (letter === 'z' && isSettled) return shiftKey ? 'redo' : 'undo';
    return letter === 'y' && isSettled ? 'redo' : undefined;
  }
  if (altKey) return undefined;
  if (key === 'Tab') return shiftKey ? 'previous' : 'next';
  if (key === 'Enter')
    return box instanceof HTMLTextAreaElement && shiftKey ? undefined : shiftKey ? 'up' : 'down';
  if (key === 'Escape' && isSettled) return 'leave';
  return shiftKey ? undefined : arrowIn(key, box, hasList && !isSettled);
}

function arrowIn(key: string, box: TextBox, isChoosing: boolean): CellKey | undefined {
  const [from, to, length] = [box.selectionStart ?? 0, box.selectionEnd ?? 0, box.value.length];
  const isAll = from === 0 && to === length;
  const mayMove = {
    left: isAll || (from === 0 && to === 0),
    right: isAll || from === length,
    up: !isChoosing && !box.value.slice(0, from).includes('\n'),
    down: !isChoosing && !box.value.slice(to).includes('\n'),
  };
  const arrow = ARROWS[key];
  return arrow !== undefined && mayMove[arrow as keyof typeof mayMove] ? arrow : undefined;
}
