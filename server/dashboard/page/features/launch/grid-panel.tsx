import { useMemo, useState } from 'preact/hooks';
import { nearestName } from '../../../../../core/base/schema/unknown-fields.ts';
import { headerOf, type Layout } from '../../../../../core/sheet/headers.ts';
import { a1, type LocatedFault } from '../../../../../core/sheet/locate.ts';
import { plural } from '../../base/words.ts';
import { Icon } from '../../parts/icons.tsx';
import { Button } from '../../parts/parts.tsx';

export interface ChosenCell {
  readonly row: number;
  readonly position: number;
  readonly header: string;
  readonly text: string;
  readonly note: string | undefined;
  readonly fault: string | undefined;
  readonly warning: string | undefined;
  readonly choices: readonly string[];
  /** Cells of the column with the same text. */
  readonly same: number;
}

interface PanelProps {
  cell: ChosenCell | undefined;
  faults: readonly LocatedFault[];
  layout: Layout | undefined;
  onAddColumn: (key: string) => void;
  onCell: (fault: LocatedFault) => void;
  onUse: (cell: ChosenCell, text: string, everywhere?: boolean) => void;
}

/** A cell of one line cuts longer texts; the panel shows them whole. */
const LONG = 24;

export function GridPanel({ cell, faults, layout, onAddColumn, onCell, onUse }: PanelProps) {
  return (
    <aside class="card grid-panel" aria-label="The chosen cell" tabIndex={-1}>
      {cell === undefined ? (
        <p class="hint">Choose a cell to read what its column is for and what is wrong with it.</p>
      ) : (
        <Chosen cell={cell} onUse={onUse} />
      )}
      {faults.length > 0 && (
        <FaultList faults={faults} layout={layout} onAddColumn={onAddColumn} onCell={onCell} />
      )}
    </aside>
  );
}

/** What the fault names, or what is written nearly so. */
function proposed({ fault = '', choices, text }: ChosenCell): readonly string[] {
  if (fault === '') return [];
  const named = choices.filter(
    (choice) => choice !== text && fault.split(/[\s,.:;“”]/).includes(choice),
  );
  // A choice may be written as `Name (id)`.
  const byName = new Map(choices.map((choice) => [choice.replace(/ \([^()]*\)$/, ''), choice]));
  const near = byName.get(nearestName(text, [...byName.keys()]) ?? '');
  return [...new Set([...named, ...(near === undefined || near === text ? [] : [near])])].slice(
    0,
    4,
  );
}

function Chosen({ cell, onUse }: Pick<PanelProps, 'onUse'> & { cell: ChosenCell }) {
  const { row, position, header, text, note, fault, warning } = cell;
  const uses = proposed(cell);
  const { same } = cell;
  return (
    <section class="chosen-cell">
      <h2>
        <span class="letter">{a1(position, row)}</span> {header}
      </h2>
      {fault !== undefined && <p class="bad-text">{fault}</p>}
      {fault === undefined && warning !== undefined && <p class="warn-text">{warning}</p>}
      {uses.length > 0 && (
        <p class="uses">
          {uses.map((choice) => (
            <Button key={choice} onClick={() => onUse(cell, choice)}>
              Use {choice}
            </Button>
          ))}
          {same > 1 && uses[0] !== undefined && (
            <Button onClick={() => onUse(cell, uses[0] ?? '', true)}>
              Fix all {same} like this
            </Button>
          )}
        </p>
      )}
      {text.length > LONG && (
        <p class="whole-text" dir="auto">
          {text}
        </p>
      )}
      {note !== undefined && <p class="hint">{note}</p>}
    </section>
  );
}

const LISTED = 50;

interface FaultListProps {
  faults: readonly LocatedFault[];
  layout: Layout | undefined;
  onAddColumn: (key: string) => void;
  onCell: (fault: LocatedFault) => void;
}

function FaultList({ faults, layout, onAddColumn, onCell }: FaultListProps) {
  const [listed, setListed] = useState(LISTED);
  // Drawn with every scroll of the rows, which have thousands of faults.
  const { groups, missing } = useMemo(() => {
    const withoutColumn = faults.filter(({ position }) => position === undefined);
    return {
      groups: grouped(faults.filter(({ position }) => position !== undefined)),
      missing: [...new Map(withoutColumn.map((fault) => [fault.key, fault])).values()],
    };
  }, [faults]);
  return (
    <section class="fault-list" aria-label="Faults">
      <h2>
        <Icon name="faults" /> {plural(faults.length, 'fault')}
      </h2>
      <ul>
        {groups.slice(0, listed).map((of) => (
          <FaultGroup key={`${of[0]?.code} ${of[0]?.position}`} of={of} onCell={onCell} />
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
      {groups.length > listed && (
        <Button onClick={() => setListed(listed + LISTED)}>
          Show {Math.min(LISTED, groups.length - listed)} more of {groups.length - listed}
        </Button>
      )}
    </section>
  );
}

/** Faults of one kind in one column are one entry; the rarest kinds come first. */
function grouped(faults: readonly LocatedFault[]): readonly (readonly LocatedFault[])[] {
  const kinds = new Map<string, LocatedFault[]>();
  for (const fault of [...faults].sort((a, b) => a.row - b.row)) {
    const kind = `${fault.code} ${fault.position}`;
    const same = kinds.get(kind);
    if (same === undefined) kinds.set(kind, [fault]);
    else same.push(fault);
  }
  return [...kinds.values()].sort(
    (a, b) => a.length - b.length || (a[0]?.row ?? 0) - (b[0]?.row ?? 0),
  );
}

const CELLS = 12;

function FaultGroup({ of, onCell }: { of: readonly LocatedFault[]; onCell: PanelProps['onCell'] }) {
  const [shown, setShown] = useState(CELLS);
  return (
    <li>
      <span class="fault-cells">
        {of.slice(0, shown).map((fault) => (
          <button
            key={fault.row}
            type="button"
            class="cell-link"
            title={fault.message}
            onClick={() => onCell(fault)}
          >
            {a1(fault.position ?? 0, fault.row)}
          </button>
        ))}
        {of.length > shown && (
          <button type="button" class="cell-link" onClick={() => setShown(of.length)}>
            and {of.length - shown} more
          </button>
        )}
      </span>
      <span>{of[0]?.message}</span>
    </li>
  );
}
