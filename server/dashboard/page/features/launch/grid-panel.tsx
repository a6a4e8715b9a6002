import { useState } from 'preact/hooks';
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
}

interface PanelProps {
  cell: ChosenCell | undefined;
  faults: readonly LocatedFault[];
  layout: Layout | undefined;
  onAddColumn: (key: string) => void;
  onCell: (fault: LocatedFault) => void;
  onUse: (cell: ChosenCell, text: string) => void;
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
      {faults.length > 0 && <FaultList faults={faults} layout={layout} onAddColumn={onAddColumn} onCell={onCell} />}
    </aside>
  );
}

const proposed = ({ fault = '', choices, text }: ChosenCell): readonly string[] =>
  choices.filter((choice) => choice !== text && fault.split(/[\s,.:;“”]/).includes(choice)).slice(0, 4);

function Chosen({ cell, onUse }: Pick<PanelProps, 'onUse'> & { cell: ChosenCell }) {
  const { row, position, header, text, note, fault, warning } = cell;
  const uses = proposed(cell);
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
  const placed = faults.filter(({ position }) => position !== undefined).sort((a, b) => a.row - b.row);
  const missing = [
    ...new Map(faults.filter(({ position }) => position === undefined).map((fault) => [fault.key, fault])).values(),
  ];
  return (
    <section class="fault-list" aria-label="Faults">
      <h2>
        <Icon name="faults" /> {plural(faults.length, 'fault')}
      </h2>
      <ul>
        {placed.slice(0, listed).map((fault) => (
          <li key={`${fault.row} ${fault.position}`}>
            <button type="button" class="cell-link" onClick={() => onCell(fault)}>
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
      {placed.length > listed && (
        <Button onClick={() => setListed(listed + LISTED)}>
          Show {Math.min(LISTED, placed.length - listed)} more of {placed.length - listed}
        </Button>
      )}
    </section>
  );
}
