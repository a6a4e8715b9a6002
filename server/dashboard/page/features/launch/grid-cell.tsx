import { useEffect, useRef } from 'preact/hooks';
import { type CellKey, keyOfText } from './cell-keys.ts';

interface CellProps {
  name: string;
  place: string;
  text: string;
  width: number | undefined;
  list: string | undefined;
  open: boolean;
  pinned: boolean;
  /** The cell that Tab leads to. */
  isStop: boolean;
  fault: string | undefined;
  warning: string | undefined;
  picture: string | undefined;
  onFocus: () => void;
  onCommit: (text: string) => void;
  /** @returns whether it did something */
  onKey: (key: CellKey, text: string) => boolean;
  onBlock: (text: string) => void;
}

type TextBox = HTMLInputElement | HTMLTextAreaElement;

/** Keeps its own text while it is typed in: a large sheet is not drawn again for every key. */
export function GridCell(props: CellProps) {
  const { name, place, text, width = 150, list, open, pinned, isStop, fault, warning, picture, onCommit, onKey, onBlock } = props;
  const input = useRef<HTMLInputElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const box = input.current ?? area.current;
    if (box !== null) box.value = text;
  }, [text]);
  // An input removes line breaks.
  const isLong = (text.includes('\n') || width > 220) && list === undefined && picture === undefined;
  const id = `fault-${place.replace(' ', '-')}`;
  const remark = fault ?? warning;
  const shared = {
    'data-cell': place,
    'aria-label': name,
    defaultValue: text,
    dir: 'auto' as const,
    style: { width: `${Math.max(90, width)}px` },
    spellcheck: false,
    tabIndex: isStop ? 0 : -1,
    title: remark ?? text,
    ...(fault !== undefined && { 'aria-invalid': true }),
    ...(remark !== undefined && { 'aria-describedby': id }),
    onFocus: props.onFocus,
    onChange: (event: { readonly currentTarget: TextBox }) => {
      if (event.currentTarget.value !== text) onCommit(event.currentTarget.value);
    },
    onKeyDown: (event: KeyboardEvent & { readonly currentTarget: TextBox }) => {
      const box = event.currentTarget;
      if (event.key === 'Escape' && box.value !== text) {
        box.value = text;
        box.select();
        return;
      }
      const key = keyOfText(event, { text, hasList: list !== undefined });
      if (key !== undefined && onKey(key, box.value)) event.preventDefault();
    },
    onPaste: (event: ClipboardEvent) => {
      const pasted = event.clipboardData?.getData('text/plain') ?? '';
      // In a cell of several lines, pasted lines are one text.
      if (!pasted.includes('\t') && (isLong || !pasted.trim().includes('\n'))) return;
      event.preventDefault();
      onBlock(pasted);
    },
  };
  const kinds = [
    fault !== undefined ? 'faulty' : warning !== undefined ? 'doubtful' : '',
    pinned ? 'pinned' : '',
    picture ? 'pictured' : '',
  ];
  return (
    <td class={kinds.filter(Boolean).join(' ')}>
      {picture !== undefined && <img class="cell-picture" src={picture} alt="" loading="lazy" decoding="async" />}
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
