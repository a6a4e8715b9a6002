import { useState } from 'preact/hooks';
import { client } from '../../base/api.ts';
import { plural } from '../../base/words.ts';
import { act, Dialog, useConfirm } from '../../parts/dialogs.tsx';
import { Input, LineForm } from '../../parts/fields.tsx';
import { Button } from '../../parts/parts.tsx';
import type { Board } from './bulk.tsx';

interface BoardsProps {
  open: boolean;
  boards: readonly Board[];
  onClose: () => void;
  onChange: () => void;
}

export function BoardsDialog({ open, boards, onClose, onChange }: BoardsProps) {
  const [typed, setName] = useState('');
  const name = typed.trim();
  const add = () => {
    setName('');
    return act(() => client.library.createBoard({ name }), `${name} is a board.`, onChange);
  };
  const rename = (id: string, to: string) =>
    act(() => client.library.updateBoard({ id, name: to }), `It is called ${to}.`, onChange);
  const removal = useConfirm<Board>(
    'Delete',
    (board) => board.name,
    (board) => act(() => client.library.deleteBoard({ id: board.id }), `${board.name} is gone; its files stay.`, onChange),
  );
  return (
    <>
      <Dialog title="Boards" open={open} onClose={onClose}>
        <ul class="board-list">
          {boards.map((board) => (
            <li key={board.id}>
              <input
                aria-label={`Name of ${board.name}`}
                defaultValue={board.name}
                onChange={(event) => rename(board.id, event.currentTarget.value.trim())}
              />
              <span class="hint nowrap">{plural(board.assets, 'file')}</span>
              <Button kind="quiet" icon="trash" label={`Delete ${board.name}`} onClick={() => removal.ask(board)} />
            </li>
          ))}
          {boards.length === 0 && <li class="hint">There is none yet. A board holds files that belong together.</li>}
        </ul>
        <LineForm class="board-form" onSend={add} icon="plus" button="Add" disabled={name === ''}>
          <Input
            aria-label="Name of a new board"
            placeholder="A new board"
            required
            maxLength={200}
            value={typed}
            onValue={setName}
          />
        </LineForm>
      </Dialog>
      {removal.question('The files on it stay in the library.')}
    </>
  );
}
