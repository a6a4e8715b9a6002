import { useMemo } from 'preact/hooks';
import type { Layout } from '../../../../../core/sheet/headers.ts';
import { Icon } from '../../parts/icons.tsx';
import { type CellKey, keyOfButton } from './cell-keys.ts';
import { GridCell } from './grid-cell.tsx';

/** Rows count from 0. */
export interface RowActions {
  focus(row: number, position: number): void;
  commit(row: number, position: number, text: string): void;
  /** @returns whether it did something */
  key(row: number, position: number, key: CellKey, text?: string): boolean;
  block(row: number, position: number, text: string): void;
  remove(row: number): void;
}

type Remarks = ReadonlyMap<number, string> | undefined;

interface RowProps {
  row: number;
  cells: readonly string[];
  headers: readonly string[];
  known: ReadonlyMap<number, Layout['columns'][number]>;
  hasList: (position: number) => boolean;
  pinned: number | undefined;
  stop: number | undefined;
  faults: Remarks;
  warnings: Remarks;
  pictureOf: (name: string) => string | undefined;
  /** The same object for the life of the grid. */
  actions: { readonly current: RowActions };
}

const isMedia = (key: string | undefined): boolean => key !== undefined && /^media\[\d+\]\.url$/.test(key);

/** Drawn again only when one of its props changes. */
export function GridRow({ row, cells, headers, known, hasList, pinned, stop, faults, warnings, pictureOf, actions }: RowProps) {
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
              open={known.has(position)}
              pinned={position === pinned}
              isStop={position === stop}
              fault={faults?.get(position)}
              warning={warnings?.get(position)}
              picture={isMedia(known.get(position)?.key) && text !== '' ? pictureOf(text) : undefined}
              onFocus={() => actions.current.focus(row, position)}
              onCommit={(typed) => actions.current.commit(row, position, typed)}
              onKey={(key, typed) => actions.current.key(row, position, key, typed)}
              onBlock={(pasted) => actions.current.block(row, position, pasted)}
            />
          );
        })}
        <td>
          <button
            type="button"
            class="button quiet bare"
            tabIndex={-1}
            data-cell={`${row + 2} ${headers.length}`}
            aria-label={`Remove row ${row + 2}`}
            title={`Remove row ${row + 2}`}
            onClick={() => actions.current.remove(row)}
            onKeyDown={(event) => {
              const key = keyOfButton(event);
              if (key !== undefined && actions.current.key(row, headers.length, key)) event.preventDefault();
            }}
          >
            <Icon name="trash" />
          </button>
        </td>
      </tr>
    ),
    [row, cells, headers, known, hasList, pinned, stop, faults, warnings, pictureOf],
  );
}
