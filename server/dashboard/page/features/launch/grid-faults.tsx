import { useState } from 'preact/hooks';
import { headerOf, type Layout } from '../../../../../core/sheet/headers.ts';
import { a1, type LocatedFault } from '../../../../../core/sheet/locate.ts';
import { plural } from '../../base/words.ts';
import { Icon } from '../../parts/icons.tsx';
import { Button } from '../../parts/parts.tsx';

const LISTED = 50;

interface FaultListProps {
  faults: readonly LocatedFault[];
  layout: Layout | undefined;
  onAddColumn: (key: string) => void;
  onCell: (fault: LocatedFault) => void;
}

export function FaultList({ faults, layout, onAddColumn, onCell }: FaultListProps) {
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
