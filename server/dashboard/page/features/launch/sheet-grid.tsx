import { useMemo, useState } from 'preact/hooks';
import type { Layout } from '../../../../../core/sheet/headers.ts';
import { a1, type LocatedFault } from '../../../../../core/sheet/locate.ts';
import { type CellAt, Grid, remarksAt } from '../../rows/grid.tsx';
import type { Sheet, Warned } from '../../rows/sheet.ts';
import { withCell, withoutRow } from '../../rows/sheet-changes.ts';
import { focusCell } from '../../rows/turning.ts';
import type { Choices } from './choices.ts';
import { type ChosenCell, GridPanel } from './grid-panel.tsx';

interface GridProps {
  sheet: Sheet;
  layout: Layout | undefined;
  choices: Choices;
  faults: readonly LocatedFault[];
  warned: readonly Warned[];
  pictureOf: (name: string) => string | undefined;
  onChange: (sheet: Sheet) => void;
  onUndo: () => void;
  onRedo: () => void;
  onAddColumn: (key: string) => void;
}

const none: Layout['columns'] = [];
const REMOVE = { icon: 'trash', label: 'Remove row' } as const;

export function SheetGrid(props: GridProps) {
  const { sheet, layout, choices, faults, warned, pictureOf, onChange, onAddColumn } = props;
  const [at, setAt] = useState<CellAt>();
  const columns = layout?.columns ?? none;
  const known = useMemo(() => new Map(columns.map((each) => [each.position, each])), [columns]);
  const faultsAt = useMemo(() => remarksAt(faults), [faults]);
  const warningsAt = useMemo(
    () =>
      remarksAt(
        warned.flatMap(({ message, places }) => places.map((place) => ({ ...place, message }))),
      ),
    [warned],
  );
  const lists = useMemo(
    () =>
      new Map(
        columns.flatMap(({ position, column }) => {
          const offered = choices(column);
          return offered.length === 0 ? [] : [[position, offered] as const];
        }),
      ),
    [columns, choices],
  );
  const textAt = (row: number, position: number): string => sheet.rows[row]?.[position] ?? '';
  const cell = at === undefined ? undefined : chosenCell(at);
  function chosenCell({ row, position }: CellAt): ChosenCell | undefined {
    const column = known.get(position)?.column;
    if (column === undefined || row >= sheet.rows.length) return undefined;
    return {
      row: row + 2,
      position,
      header: sheet.headers[position] ?? '',
      text: textAt(row, position),
      note: column.note,
      choices: lists.get(position) ?? [],
      same: sheet.rows.filter((cells) => (cells[position] ?? '') === textAt(row, position)).length,
      fault: faultsAt.get(row + 2)?.get(position),
      warning: warningsAt.get(row + 2)?.get(position),
    };
  }
  return (
    <>
      <div class="grid-area">
        <div>
          <Grid
            sheet={sheet}
            columns={known}
            lists={lists}
            pinned={layout?.positions.get('adName')}
            faults={faultsAt}
            warnings={warningsAt}
            button={REMOVE}
            pictureOf={pictureOf}
            noteOf={(position) =>
              known.get(position)?.column.note ?? 'Not a column of Slipway: left alone.'
            }
            headerOf={(header, position) => (
              <>
                <span class="letter" aria-hidden="true">
                  {a1(position, 1).replace('1', '')}
                </span>
                {header}
              </>
            )}
            onAt={setAt}
            onChange={onChange}
            onUndo={props.onUndo}
            onRedo={props.onRedo}
            onButton={(row) => onChange(withoutRow(sheet, row))}
            onLeave={() => document.querySelector<HTMLElement>('.grid-panel')?.focus()}
          />
        </div>
        <GridPanel
          cell={cell}
          faults={faults}
          layout={layout}
          onAddColumn={onAddColumn}
          onCell={focusCell}
          onUse={({ row, position, text: before }, text, everywhere) => {
            const rows = sheet.rows
              .map((_, i) => i)
              .filter((i) => (sheet.rows[i]?.[position] ?? '') === before);
            onChange(
              (everywhere ? rows : [row - 2]).reduce(
                (changed, i) => withCell(changed, i, position, text),
                sheet,
              ),
            );
          }}
        />
      </div>
      {layout?.remarks.map(({ position, message }) => (
        <p key={position} class="warn-text">
          {message}
        </p>
      ))}
    </>
  );
}
