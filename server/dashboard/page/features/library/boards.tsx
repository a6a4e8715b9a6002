import { useState } from 'preact/hooks';
import { client } from '../../base/api.ts';
import { plural } from '../../base/words.ts';
import { Confirm, Dialog } from '../../parts/dialogs.tsx';
import { Button } from '../../parts/parts.tsx';
import { attempt, say } from '../../parts/toasts.tsx';
import type { Board } from './bulk.tsx';

/** The boards: new ones, other names, and away with them. Files stay. */
export function BoardsDialog({
  open,
  boards,
  onClose,
  onChange,
}: {
  readonly open: boolean;
  readonly boards: readonly Board[];
  readonly onClose: () => void;
  readonly onChange: () => void;
}) {
  const [name, setName] = useState('');
  const [leaving, setLeaving] = useState<Board>();
  const change = async (work: () => Promise<unknown>, said: string): Promise<void> => {
    if ((await attempt(work)) !== undefined) say(said);
    onChange();
  };
  const add = (event: Event): void => {
    event.preventDefault();
    void change(() => client.library.createBoard({ name: name.trim() }), `${name.trim()} is a board.`);
    setName('');
  };
  return (
    <>
      <Dialog title="Boards" open={open} onClose={onClose}>
        <ul class="board-list">
          {boards.map((board) => (
            <li key={board.id}>
              <input
                aria-label={`Name of ${board.name}`}
                defaultValue={board.name}
                onChange={({ currentTarget: { value } }) =>
                  void change(
                    () => client.library.updateBoard({ id: board.id, name: value.trim() }),
                    `It is called ${value.trim()}.`,
                  )
                }
              />
              <span class="hint nowrap">{plural(board.assets, 'file')}</span>
              <Button kind="quiet" icon="trash" label={`Delete ${board.name}`} onClick={() => setLeaving(board)} />
            </li>
          ))}
          {boards.length === 0 && <li class="hint">There is none yet. A board holds files that belong together.</li>}
        </ul>
        <form class="board-form" onSubmit={add}>
          <input
            aria-label="Name of a new board"
            placeholder="A new board"
            required
            maxLength={200}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" icon="plus" disabled={name.trim() === ''}>
            Add
          </Button>
        </form>
      </Dialog>
      <Confirm
        verb="Delete"
        name={leaving?.name}
        onClose={() => setLeaving(undefined)}
        onConfirm={() => {
          if (leaving)
            void change(() => client.library.deleteBoard({ id: leaving.id }), `${leaving.name} is gone; its files stay.`);
          setLeaving(undefined);
        }}
      >
        <p>The files on it stay in the library.</p>
      </Confirm>
    </>
  );
}
