import { useState } from 'preact/hooks';
import { plural } from '../../base/words.ts';
import { Button } from '../../parts/parts.tsx';
import { say } from '../../parts/toasts.tsx';
import type { Sheet } from '../../rows/sheet.ts';
import { withAddedRow, withReplaced } from './sheet-changes.ts';
import type { useSheetHistory } from './sheet-history.ts';

interface ToolProps {
  readonly sheet: Sheet;
  readonly history: ReturnType<typeof useSheetHistory>;
}

/** What is done to many cells at once, and taken back. */
export function GridTools({ sheet, history }: ToolProps) {
  const [isFinding, setFinding] = useState(false);
  const [find, setFind] = useState('');
  const [by, setBy] = useState('');
  const replace = (event: Event): void => {
    event.preventDefault();
    const { sheet: next, changed } = withReplaced(sheet, find, by);
    if (changed > 0) history.change(next);
    say(changed === 0 ? `No cell holds “${find}”.` : `${plural(changed, 'cell')} changed.`, changed === 0 ? 'calm' : 'good');
  };
  return (
    <div class="grid-tools">
      <Button kind="quiet" icon="undo" disabled={!history.mayUndo} label="Undo (Ctrl+Z)" onClick={history.undo} />
      <Button kind="quiet" icon="again" disabled={!history.mayRedo} label="Redo (Ctrl+Y)" onClick={history.redo} />
      <Button icon="plus" onClick={() => history.change(withAddedRow(sheet))}>
        Add row
      </Button>
      <Button onClick={() => setFinding(!isFinding)}>Find and replace</Button>
      <span class="hint">
        Arrow keys, Enter and Tab move, Esc leaves the rows, Ctrl+D copies a cell to all below it, a block of cells is pasted
        where it belongs.
      </span>
      {isFinding && (
        <form class="find" onSubmit={replace}>
          <input
            aria-label="Find"
            placeholder="Find"
            required
            value={find}
            onInput={(event) => setFind(event.currentTarget.value)}
          />
          <input
            aria-label="Replace by"
            placeholder="Replace by"
            value={by}
            onInput={(event) => setBy(event.currentTarget.value)}
          />
          <Button type="submit">Replace all</Button>
        </form>
      )}
    </div>
  );
}
