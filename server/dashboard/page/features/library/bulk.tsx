import { useState } from 'preact/hooks';
import { client, type RowOf } from '../../base/api.ts';
import { plural } from '../../base/words.ts';
import { attempt, say } from '../../parts/dialogs.tsx';
import { Input, named, Select } from '../../parts/fields.tsx';
import { Button } from '../../parts/parts.tsx';

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
  return (
    <section class="card bulk" aria-label="Selected files">
      <strong class="nowrap">{plural(ids.length, 'file')} selected</strong>
      <Input aria-label="Tag to add" placeholder="Tag" value={tag} onValue={(text) => setTag(text.trim())} />
      <Button busy={busy} disabled={tag === ''} onClick={addTag}>
        Add tag
      </Button>
      <Select
        aria-label="Put on a board"
        none="Put on a board"
        value=""
        disabled={busy}
        choices={named(boards)}
        onValue={(id) => each('put on the board', (mediaId) => client.library.putOnBoard({ id, mediaId }))}
      />
      <Button kind="quiet" onClick={onClear}>
        Clear
      </Button>
    </section>
  );
}
