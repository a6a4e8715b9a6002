import { useEffect, useRef } from 'preact/hooks';
import type { CellKey } from './sheet-grid.tsx';

interface CellProps {
  readonly name: string;
  readonly place: string;
  readonly text: string;
  readonly width: number | undefined;
  /** The id of what it offers to choose from. */
  readonly list: string | undefined;
  readonly open: boolean;
  readonly pinned: boolean;
  readonly fault: string | undefined;
  readonly warning: string | undefined;
  readonly onCommit: (text: string) => void;
  readonly onKey: (key: CellKey, text: string) => void;
  /** Several cells were pasted. */
  readonly onBlock: (text: string) => void;
}

type TextBox = HTMLInputElement | HTMLTextAreaElement;

/** Holds its own text while it is typed in, so that a large sheet is not drawn again for every key. */
export function GridCell(props: CellProps) {
  const { name, place, text, width = 150, list, open, pinned, fault, warning, onCommit, onKey, onBlock } = props;
  const input = useRef<HTMLInputElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const box = input.current ?? area.current;
    if (box !== null) box.value = text;
  }, [text]);
  // An input would take the line breaks out of a text.
  const isLong = (text.includes('\n') || width > 220) && list === undefined;
  const id = `fault-${place.replace(' ', '-')}`;
  const remark = fault ?? warning;
  const shared = {
    'data-cell': place,
    'aria-label': name,
    defaultValue: text,
    dir: 'auto' as const,
    style: { width: `${Math.max(90, width)}px` },
    spellcheck: false,
    title: remark ?? text,
    ...(fault !== undefined && { 'aria-invalid': true }),
    ...(remark !== undefined && { 'aria-describedby': id }),
    onChange: (event: { readonly currentTarget: TextBox }) => {
      if (event.currentTarget.value !== text) onCommit(event.currentTarget.value);
    },
    onKeyDown: (event: KeyboardEvent & { readonly currentTarget: TextBox }) => {
      const key = keyOf(event, text, list !== undefined);
      if (key === undefined) return;
      event.preventDefault();
      onKey(key, event.currentTarget.value);
    },
    onPaste: (event: ClipboardEvent) => {
      const pasted = event.clipboardData?.getData('text/plain') ?? '';
      // Lines alone are one text where a text may have several.
      if (!pasted.includes('\t') && (isLong || !pasted.trim().includes('\n'))) return;
      event.preventDefault();
      onBlock(pasted);
    },
  };
  return (
    <td class={`${fault !== undefined ? 'faulty' : warning !== undefined ? 'doubtful' : ''}${pinned ? ' pinned' : ''}`}>
      {open ? (
        isLong ? (
          <textarea {...shared} ref={area} rows={1} />
        ) : (
          <input {...shared} ref={input} type="text" {...(list !== undefined && { list })} />
        )
      ) : (
        <span class="foreign">{text}</span>
      )}
      {remark !== undefined && (
        <span class="cell-fault" id={id}>
          {remark}
        </span>
      )}
    </td>
  );
}

/** As in a spreadsheet; keys that move within a text do so until they are at its end. */
function keyOf(event: KeyboardEvent & { readonly currentTarget: TextBox }, text: string, hasList: boolean): CellKey | undefined {
  const { key, shiftKey, altKey, currentTarget: box } = event;
  const command = event.ctrlKey || event.metaKey;
  if (command && !altKey) {
    const letter = key.toLowerCase();
    if (letter === 'd') return 'fill';
    // What is being typed is taken back by the browser; what was typed before, by us.
    const isSettled = box.value === text;
    if (letter === 'z' && isSettled) return shiftKey ? 'redo' : 'undo';
    return letter === 'y' && isSettled ? 'redo' : undefined;
  }
  if (altKey) return undefined;
  if (key === 'Enter') return box instanceof HTMLTextAreaElement && shiftKey ? undefined : shiftKey ? 'up' : 'down';
  if (shiftKey) return undefined;
  const [from, to, length] = [box.selectionStart ?? 0, box.selectionEnd ?? 0, box.value.length];
  const isAll = from === 0 && to === length;
  if (key === 'ArrowLeft' && (isAll || (from === 0 && to === 0))) return 'left';
  if (key === 'ArrowRight' && (isAll || from === length)) return 'right';
  // A list of choices is gone through by the same keys.
  if (hasList && box.value !== text) return undefined;
  if (key === 'ArrowUp' && !box.value.slice(0, from).includes('\n')) return 'up';
  if (key === 'ArrowDown' && !box.value.slice(to).includes('\n')) return 'down';
  return undefined;
}
