import { useState } from 'preact/hooks';
import { plural } from '../../base/words.ts';
import { say } from '../../parts/dialogs.tsx';
import { Input, LineForm } from '../../parts/fields.tsx';
import { Button } from '../../parts/parts.tsx';
import type { Sheet } from '../../rows/sheet.ts';
import { withAddedRow, withReplaced } from './sheet-changes.ts';
import type { useSheetHistory } from './sheet-history.ts';

export function GridTools({ sheet, history }: { sheet: Sheet; history: ReturnType<typeof useSheetHistory> }) {
  const [isFinding, setFinding] = useState(false);
  const [find, setFind] = useState('');
  const [by, setBy] = useState('');
  const replace = () => {
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
        <LineForm class="find" onSend={replace} button="Replace all">
          <Input aria-label="Find" placeholder="Find" required value={find} onValue={setFind} />
          <Input aria-label="Replace by" placeholder="Replace by" value={by} onValue={setBy} />
        </LineForm>
      )}
    </div>
  );
}
