import { useState } from 'preact/hooks';
import { client, type RowOf } from '../../base/api.ts';
import { go } from '../../base/route.ts';
import { plural } from '../../base/words.ts';
import { act, attempt, Dialog, say, useConfirm } from '../../parts/dialogs.tsx';
import { Input, LineForm, named, Select } from '../../parts/fields.tsx';
import { Button } from '../../parts/parts.tsx';
import { sheetOfFiles } from '../../rows/from-files.ts';
import { openRows } from '../../rows/kept-rows.ts';

export type Board = RowOf<'library.boards'>;

interface BulkProps {
  ids: readonly number[];
  boards: readonly Board[];
  onDone: () => void;
  onClear: () => void;
}

export function BulkBar({ ids, boards, onDone, onClear }: BulkProps) {
  const [tag, setTag] = useState('');
  const [busy, setBusy] = useState(false);
  const each = async (what: string, work: (id: number) => Promise<unknown>) => {
    setBusy(true);
    let done = 0;
    for (const id of ids) if ((await attempt(() => work(id))) !== undefined) done += 1;
    setBusy(false);
    say(`${plural(done, 'file')} ${what}.`);
    onDone();
  };
  const addTag = () =>
    each(`tagged ${tag}`, async (id) => {
      const { tags } = await client.library.asset({ id });
      return client.library.updateAsset({ id, tags: [...tags, tag] });
    });
  const launch = async () => {
    const names: string[] = [];
    for (const id of ids) {
      const asset = await attempt(() => client.library.asset({ id }));
      if (asset === undefined) return;
      names.push(asset.originalName);
    }
    openRows(sheetOfFiles(names));
    go('launch');
  };
  return (
    <section class="card bulk" aria-label="Selected files">
      <strong class="nowrap">{plural(ids.length, 'file')} selected</strong>
      <Button kind="primary" icon="launch" waits onClick={launch}>
        Make ads of them
      </Button>
      <Input
        aria-label="Tag to add"
        placeholder="Tag"
        value={tag}
        onValue={(text) => setTag(text.trim())}
      />
      <Button busy={busy} disabled={tag === ''} onClick={addTag}>
        Add tag
      </Button>
      <Select
        aria-label="Put on a board"
        none="Put on a board"
        value=""
        disabled={busy}
        choices={named(boards)}
        onValue={(id) =>
          each('put on the board', (mediaId) => client.library.putOnBoard({ id, mediaId }))
        }
      />
      <Button kind="quiet" onClick={onClear}>
        Clear
      </Button>
    </section>
  );
}

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
    (board) =>
      act(
        () => client.library.deleteBoard({ id: board.id }),
        `${board.name} is gone; its files stay.`,
        onChange,
      ),
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
              <Button
                kind="quiet"
                icon="trash"
                label={`Delete ${board.name}`}
                onClick={() => removal.ask(board)}
              />
            </li>
          ))}
          {boards.length === 0 && (
            <li class="hint">No boards yet. A board holds files that belong together.</li>
          )}
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
