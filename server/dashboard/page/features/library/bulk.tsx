import { useState } from 'preact/hooks';
import type { AnswerOf } from '../../../../client/client.ts';
import { client } from '../../base/api.ts';
import { plural } from '../../base/words.ts';
import { Button } from '../../parts/parts.tsx';
import { attempt, say } from '../../parts/toasts.tsx';

export type Board = AnswerOf<'library.boards'>['data'][number];

/** What is done with several files at once. */
export function BulkBar({
  ids,
  boards,
  onDone,
  onClear,
}: {
  readonly ids: readonly number[];
  readonly boards: readonly Board[];
  readonly onDone: () => void;
  readonly onClear: () => void;
}) {
  const [tag, setTag] = useState('');
  const [busy, setBusy] = useState(false);
  const each = async (what: string, work: (id: number) => Promise<unknown>): Promise<void> => {
    setBusy(true);
    let done = 0;
    for (const id of ids) if ((await attempt(() => work(id))) !== undefined) done += 1;
    setBusy(false);
    say(`${plural(done, 'file')} ${what}.`);
    onDone();
  };
  const addTag = (): Promise<void> =>
    each(`tagged ${tag}`, async (id) => {
      const { tags } = await client.library.asset({ id });
      return client.library.updateAsset({ id, tags: [...tags, tag] });
    });
  return (
    <section class="card bulk" aria-label="Selected files">
      <strong class="nowrap">{plural(ids.length, 'file')} selected</strong>
      <input
        aria-label="Tag to add"
        placeholder="Tag"
        value={tag}
        onInput={(event) => setTag(event.currentTarget.value.trim())}
      />
      <Button busy={busy} disabled={tag === ''} onClick={() => void addTag()}>
        Add tag
      </Button>
      <select
        aria-label="Put on a board"
        value=""
        disabled={busy}
        onChange={(event) => {
          const board = event.currentTarget.value;
          void each('put on the board', (mediaId) => client.library.putOnBoard({ id: board, mediaId }));
        }}
      >
        <option value="">Put on a board</option>
        {boards.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <Button kind="quiet" onClick={onClear}>
        Clear
      </Button>
    </section>
  );
}
