import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';

import { Icon } from '../parts/icons.tsx';
import type { TextBox } from './cell-keys.ts';

type Remarks = ReadonlyMap<number, string> | undefined;

/** A column whose cells can be written in. */
export interface GridColumn {
  readonly key: string;
  readonly column: { readonly width?: number | undefined; readonly note?: string | undefined };
}

/** The button behind the last cell of a row. */
export interface RowButton {
  readonly icon: 'trash' | 'undo';
  readonly label: string;
}

interface RowProps {
  row: number;
  cells: readonly string[];
  headers: readonly string[];
  known: ReadonlyMap<number, GridColumn>;
  /** Cells of this row that cannot be written in. */
  closed?: ReadonlySet<number> | undefined;
  /** Cells of this row that are not as they were. */
  changed?: ReadonlySet<number> | undefined;
  button: RowButton;
  hasList: (position: number) => boolean;
  pinned: number | undefined;
  stop: number | undefined;
  faults: Remarks;
  warnings: Remarks;
  pictureOf?: ((name: string) => string | undefined) | undefined;
}

const isMedia = (key: string | undefined): boolean =>
  key !== undefined && /^media\[\d+\]\.url$/.test(key);

/** Drawn again only when one of its props changes. */
export function GridRow(props: RowProps) {
  const {
    row,
    cells,
    headers,
    known,
    closed,
    changed,
    button,
    hasList,
    pinned,
    stop,
    faults,
    warnings,
    pictureOf,
  } = props;
  return useMemo(
    () => (
      <tr aria-rowindex={row + 2}>
        <th scope="row">{row + 2}</th>
        {headers.map((header, position) => {
          const text = cells[position] ?? '';
          return (
            <GridCell
              key={position}
              name={`${header}, row ${row + 2}`}
              place={`${row + 2} ${position}`}
              text={text}
              width={known.get(position)?.column.width}
              list={hasList(position) ? `choices-${position}` : undefined}
              open={known.has(position) && closed?.has(position) !== true}
              changed={changed?.has(position) === true}
              pinned={position === pinned}
              isStop={position === stop}
              fault={faults?.get(position)}
              warning={warnings?.get(position)}
              picture={
                isMedia(known.get(position)?.key) && text !== '' ? pictureOf?.(text) : undefined
              }
            />
          );
        })}
        <td>
          <button
            type="button"
            class="button quiet bare"
            tabIndex={-1}
            data-cell={`${row + 2} ${headers.length}`}
            aria-label={`${button.label} ${row + 2}`}
            title={`${button.label} ${row + 2}`}
          >
            <Icon name={button.icon} />
          </button>
        </td>
      </tr>
    ),
    [
      row,
      cells,
      headers,
      known,
      closed,
      changed,
      button,
      hasList,
      pinned,
      stop,
      faults,
      warnings,
      pictureOf,
    ],
  );
}

interface CellProps {
  name: string;
  place: string;
  text: string;
  width: number | undefined;
  list: string | undefined;
  open: boolean;
  changed: boolean;
  pinned: boolean;
  /** The cell that Tab leads to. */
  isStop: boolean;
  fault: string | undefined;
  warning: string | undefined;
  picture: string | undefined;
}

/**
 * Lists and pictures arrive later than the cell. One that is being typed in stays what it is: another
 * element would have neither the text nor the focus.
 */
function useKind(isLong: boolean, isInUse: () => boolean): boolean {
  const kind = useRef(isLong);
  if (kind.current !== isLong && !isInUse()) kind.current = isLong;
  return kind.current;
}

/** Keeps its own text while it is typed in: a large sheet is not drawn again for every key. */
function GridCell(props: CellProps) {
  const {
    name,
    place,
    text,
    width = 150,
    list,
    open,
    changed,
    pinned,
    isStop,
    fault,
    warning,
    picture,
  } = props;
  const cell = useRef<HTMLTableCellElement>(null);
  const before = useRef(text);
  // At once, and only when the sheet changed: what is being typed stays.
  useLayoutEffect(() => {
    if (before.current === text) return;
    before.current = text;
    const box = cell.current?.querySelector<TextBox>('input, textarea');
    if (box && box.value !== text) box.value = text;
  }, [text]);
  const isLong = useKind(
    // An input removes line breaks.
    (text.includes('\n') || width > 220) && list === undefined && picture === undefined,
    () => {
      const box = cell.current?.querySelector<TextBox>('input, textarea');
      return box != null && (box === document.activeElement || box.value !== before.current);
    },
  );
  const id = `fault-${place.replace(' ', '-')}`;
  const remark = fault ?? warning;
  const shared = {
    'data-cell': place,
    'aria-label': name,
    defaultValue: text,
    dir: 'auto' as const,
    // With room for the arrow of a list.
    style: `width:${Math.max(list === undefined ? 90 : 132, width)}px`,
    tabIndex: isStop ? 0 : -1,
    title: remark ?? text,
    ...(fault !== undefined && { 'aria-invalid': true }),
    ...(remark !== undefined && { 'aria-describedby': id }),
  };
  const kinds = [
    fault !== undefined ? 'faulty' : warning !== undefined ? 'doubtful' : changed ? 'changed' : '',
    pinned ? 'pinned' : '',
    picture ? 'pictured' : '',
  ];
  return (
    <td ref={cell} class={kinds.filter(Boolean).join(' ')}>
      {picture !== undefined && (
        <img class="cell-picture" src={picture} alt="" loading="lazy" decoding="async" />
      )}
      {open ? (
        isLong ? (
          <textarea {...shared} rows={1} />
        ) : (
          <input {...shared} type="text" {...(list !== undefined && { list })} />
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
