import { useEffect, useRef, useState } from 'preact/hooks';
import type { Layout } from '../../../core/sheet/headers.ts';
import { headerOf } from '../../../core/sheet/headers.ts';
import { a1, type LocatedFault } from '../../../core/sheet/locate.ts';
import type { Choices } from './choices.ts';
import { Icon } from './icons.tsx';
import { Button } from './parts.tsx';
import type { Sheet, Warned } from './sheet.ts';
import { plural } from './words.ts';

/** Rows that are drawn at a time. */
const PAGE = 200;
/** Faults that are listed at a time. */
const LISTED = 50;

interface GridProps {
  readonly sheet: Sheet;
  readonly layout: Layout | undefined;
  readonly choices: Choices;
  readonly faults: readonly LocatedFault[];
  readonly warned: readonly Warned[];
  readonly onCell: (row: number, position: number, text: string) => void;
  readonly onAddColumn: (key: string) => void;
  readonly onRemoveRow: (row: number) => void;
}

interface Place {
  readonly row: number;
  readonly position?: number | undefined;
}

/** The grid that is on the page, which draws the rows around a place before it is gone to. */
const shown: { turnTo?: (place: Place) => void } = {};

/** Goes to a cell of the grid, wherever it is; a row without such a column is gone to at its first. */
export function focusCell(place: Place): void {
  shown.turnTo?.(place);
}

function focusDrawn({ row, position }: Place): void {
  const find = (place: string): HTMLElement | null => document.querySelector<HTMLElement>(`[data-cell${place}"]`);
  const cell = find(`="${row} ${position}`) ?? find(`^="${row} `);
  cell?.focus();
  cell?.scrollIntoView({ block: 'center', inline: 'center' });
}

/** The rows as they were pasted, each fault and warning under its cell, every known cell open for correction. */
export function SheetGrid({ sheet, layout, choices, faults, warned, onCell, onAddColumn, onRemoveRow }: GridProps) {
  const box = useRef<HTMLElement>(null);
  const pages = Math.max(1, Math.ceil(sheet.rows.length / PAGE));
  const [page, setPage] = useState(0);
  const current = Math.min(page, pages - 1);
  const [target, setTarget] = useState<Place>();
  useEffect(() => {
    shown.turnTo = (place) => {
      setPage(Math.floor((place.row - 2) / PAGE));
      setTarget({ ...place });
    };
    return () => {
      delete shown.turnTo;
    };
  }, []);
  useEffect(() => {
    if (target !== undefined) focusDrawn(target);
  }, [target]);
  const [listed, setListed] = useState(LISTED);
  const known = new Map(layout?.columns.map(({ position, column, key }) => [position, { column, key }]));
  const byCell = new Map(
    faults.filter(({ position }) => position !== undefined).map((fault) => [`${fault.row} ${fault.position}`, fault]),
  );
  const missing = [
    ...new Map(faults.filter(({ position }) => position === undefined).map((fault) => [fault.key, fault])).values(),
  ];
  const doubtful = new Map(warned.flatMap(({ message, places }) => places.map((at) => [`${at.row} ${at.position}`, message])));
  const lists = new Map(
    (layout?.columns ?? []).flatMap(({ position, column }) => {
      const offered = choices(column);
      return offered.length === 0 ? [] : [[position, offered] as const];
    }),
  );
  const first = [...byCell.keys()][0];
  useEffect(() => {
    const cell = first === undefined ? null : box.current?.querySelector<HTMLElement>(`[data-cell="${first}"]`);
    // Brought into sight sideways, unless somebody is at work in the grid.
    if (cell && box.current && !box.current.contains(document.activeElement))
      box.current.scrollLeft +=
        cell.getBoundingClientRect().left -
        box.current.getBoundingClientRect().left -
        (box.current.clientWidth - cell.clientWidth) / 2;
  }, [first]);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section class="table-box grid-box" ref={box} tabIndex={0} aria-label="Rows">
        <table class="grid-table">
          <thead>
            <tr>
              <th scope="col">
                <span class="sr">Row</span>
              </th>
              {sheet.headers.map((header, position) => (
                <th
                  key={position}
                  scope="col"
                  class={known.has(position) ? '' : 'foreign'}
                  title={known.get(position)?.column.note ?? 'Not a column of Slipway: left alone.'}
                >
                  {header}
                </th>
              ))}
              <th>
                <span class="sr">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {sheet.rows.slice(current * PAGE, (current + 1) * PAGE).map((cells, drawn) => {
              const row = current * PAGE + drawn;
              return (
                <tr key={row}>
                  <th scope="row">{row + 2}</th>
                  {sheet.headers.map((header, position) => (
                    <GridCell
                      key={position}
                      name={`${header}, row ${row + 2}`}
                      place={`${row + 2} ${position}`}
                      text={cells[position] ?? ''}
                      width={known.get(position)?.column.width}
                      list={lists.has(position) ? `choices-${position}` : undefined}
                      open={known.has(position)}
                      fault={byCell.get(`${row + 2} ${position}`)?.message}
                      warning={doubtful.get(`${row + 2} ${position}`)}
                      onCommit={(text) => onCell(row, position, text)}
                    />
                  ))}
                  <td>
                    <Button kind="quiet" icon="trash" label={`Remove row ${row + 2}`} onClick={() => onRemoveRow(row)} />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
      {[...lists].map(([position, offered]) => (
        <datalist key={position} id={`choices-${position}`}>
          {offered.map((choice) => (
            <option key={choice} value={choice} />
          ))}
        </datalist>
      ))}
      {pages > 1 && (
        <nav class="row-pages" aria-label="Rows shown">
          <Button disabled={current === 0} onClick={() => setPage(current - 1)}>
            Earlier rows
          </Button>
          <span role="status">
            Rows {current * PAGE + 2} to {Math.min((current + 1) * PAGE, sheet.rows.length) + 1} of {sheet.rows.length + 1}
          </span>
          <Button disabled={current === pages - 1} onClick={() => setPage(current + 1)}>
            Later rows
          </Button>
        </nav>
      )}
      {layout?.remarks.map(({ position, message }) => (
        <p key={position} class="warn-text">
          {message}
        </p>
      ))}
      {faults.length > 0 && (
        <section class="fault-list" aria-label="Faults">
          <h2>
            <Icon name="faults" /> {plural(faults.length, 'fault')}
          </h2>
          <ul>
            {[...byCell.values()].slice(0, listed).map((fault) => (
              <li key={`${fault.row} ${fault.key}`}>
                <button type="button" class="cell-link" onClick={() => focusCell(fault)}>
                  {a1(fault.position ?? 0, fault.row)}
                </button>
                <span>{fault.message}</span>
              </li>
            ))}
            {missing.map((fault) => (
              <li key={fault.key}>
                <Button icon="plus" onClick={() => onAddColumn(fault.key)}>
                  Add “{headerOf(layout?.known ?? [], fault.key) ?? fault.key}”
                </Button>
                <span>{fault.message}</span>
              </li>
            ))}
          </ul>
          {byCell.size > listed && (
            <Button onClick={() => setListed(listed + LISTED)}>
              Show {Math.min(LISTED, byCell.size - listed)} more of {byCell.size - listed}
            </Button>
          )}
        </section>
      )}
    </>
  );
}

interface CellProps {
  readonly name: string;
  readonly place: string;
  readonly text: string;
  readonly width: number | undefined;
  /** The id of what it offers to choose from. */
  readonly list: string | undefined;
  readonly open: boolean;
  readonly fault: string | undefined;
  readonly warning: string | undefined;
  readonly onCommit: (text: string) => void;
}

type TextBox = HTMLInputElement | HTMLTextAreaElement;

/** Holds its own text while it is typed in, so that a large sheet is not drawn again for every key. */
function GridCell({ name, place, text, width = 150, list, open, fault, warning, onCommit }: CellProps) {
  const input = useRef<HTMLInputElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const box = input.current ?? area.current;
    if (box !== null) box.value = text;
  }, [text]);
  // An input would take the line breaks out of a text.
  const isLong = text.includes('\n') || width > 220;
  const id = `fault-${place.replace(' ', '-')}`;
  const remark = fault ?? warning;
  const shared = {
    'data-cell': place,
    'aria-label': name,
    defaultValue: text,
    dir: 'auto' as const,
    style: { width: `${Math.max(90, width)}px` },
    spellcheck: false,
    title: text,
    ...(fault !== undefined && { 'aria-invalid': true }),
    ...(remark !== undefined && { 'aria-describedby': id }),
    onChange: (event: { readonly currentTarget: TextBox }) => {
      if (event.currentTarget.value !== text) onCommit(event.currentTarget.value);
    },
    onKeyDown: (event: KeyboardEvent & { readonly currentTarget: TextBox }) => {
      if (event.key !== 'Enter' || event.shiftKey || event.altKey) return;
      event.preventDefault();
      event.currentTarget.blur();
    },
  };
  return (
    <td class={fault !== undefined ? 'faulty' : warning !== undefined ? 'doubtful' : ''}>
      {open ? (
        isLong && list === undefined ? (
          <textarea {...shared} ref={area} rows={2} />
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
