import { MediaPreviews } from './ad-previews.tsx';
import { client } from './api.ts';
import { Dialog } from './dialogs.tsx';
import { Picture } from './library.tsx';
import type { Board } from './library-bulk.tsx';
import { Copy, Field, ProblemNote, Waiting } from './parts.tsx';
import { useResource } from './resource.ts';
import { attempt } from './toasts.tsx';
import { plural } from './words.ts';

interface Props {
  readonly id: number | undefined;
  readonly mayChange: boolean;
  readonly boards: readonly Board[];
  readonly onClose: () => void;
  readonly onChange: () => void;
  readonly onOpen: (id: number) => void;
}

/** One file: what it is called, where it stands, what shows it, what looks like it. */
export function AssetDialog({ id, ...rest }: Props) {
  return (
    <Dialog title="File" open={id !== undefined} onClose={rest.onClose}>
      {id !== undefined && <Facts key={id} id={id} {...rest} />}
    </Dialog>
  );
}

function Facts({ id, mayChange, boards, onChange, onOpen }: Props & { readonly id: number }) {
  const { data, problem, reload, change: show } = useResource('library.asset', { id });
  if (problem) return <ProblemNote problem={problem} onRetry={reload} />;
  if (data === undefined) return <Waiting rows={3} />;
  const change = async (work: () => Promise<unknown>): Promise<void> => {
    await attempt(work);
    reload();
    onChange();
  };
  const patch = (some: { readonly title?: string | null; readonly tags?: string[]; readonly idea?: string | null }): void =>
    void change(() => client.library.updateAsset({ id, ...some }));
  return (
    <div class="asset-facts">
      <Picture asset={data} />
      <p>
        <strong>{data.originalName}</strong> <Copy text={data.url} label="Copy its address" />
      </p>
      <Field label="Title">
        <input
          value={data.title ?? ''}
          disabled={!mayChange}
          onChange={(event) => patch({ title: event.currentTarget.value.trim() || null })}
        />
      </Field>
      <Field label="Tags" hint="Joined by commas.">
        <input
          value={data.tags.join(', ')}
          disabled={!mayChange}
          onChange={(event) =>
            patch({
              tags: event.currentTarget.value
                .split(',')
                .map((tag) => tag.trim())
                .filter((tag) => tag !== ''),
            })
          }
        />
      </Field>
      <Field label="Idea" hint="Files with the same idea are renditions of each other. Empty: what the name says.">
        <input
          value={data.idea}
          disabled={!mayChange}
          onChange={(event) => patch({ idea: event.currentTarget.value.trim() || null })}
        />
      </Field>
      {boards.length > 0 && (
        <fieldset class="choices" disabled={!mayChange}>
          <legend class="field-label">Boards</legend>
          {boards.map((board) => {
            const place = { id: board.id, mediaId: id };
            const isOn = data.boards.includes(board.id);
            return (
              <label key={board.id}>
                <input
                  type="checkbox"
                  checked={isOn}
                  onChange={() => {
                    show((now) => ({
                      ...now,
                      boards: isOn ? now.boards.filter((each) => each !== board.id) : [...now.boards, board.id],
                    }));
                    void change(() => (isOn ? client.library.takeOffBoard(place) : client.library.putOnBoard(place)));
                  }}
                />
                <span>{board.name}</span>
              </label>
            );
          })}
        </fieldset>
      )}
      <h3>Used in {plural(data.usedIn.total, 'ad')}</h3>
      <ul class="plain-list">
        {data.usedIn.ads.slice(0, 20).map(({ platform, accountId, adId, adBatchId }) => (
          <li key={`${accountId} ${adId}`}>
            <a href={`#/batches/${adBatchId}`}>Batch {adBatchId}</a> · {platform} {accountId} · <span class="ids">{adId}</span>
          </li>
        ))}
      </ul>
      <h3>Copies in ad accounts</h3>
      <ul class="plain-list">
        {data.copies.map(({ platform, accountId, ref }) => (
          <li key={`${platform} ${accountId} ${ref}`}>
            {platform} {accountId} · <span class="ids">{ref}</span>
          </li>
        ))}
        {data.copies.length === 0 && <li class="hint">None</li>}
      </ul>
      <h3>Previews</h3>
      <MediaPreviews id={id} />
      <Others
        title="Renditions"
        files={data.renditions.map(({ id: other, ratio, type }) => ({ id: other, text: ratio ?? type }))}
        onOpen={onOpen}
      />
      <Others
        title="Similar"
        files={data.similar.map(({ id: other, distance }) => ({ id: other, text: `${distance} of 64 bits differ` }))}
        onOpen={onOpen}
      />
    </div>
  );
}

function Others({
  title,
  files,
  onOpen,
}: {
  readonly title: string;
  readonly files: readonly { readonly id: number; readonly text: string }[];
  readonly onOpen: (id: number) => void;
}) {
  if (files.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul class="plain-list">
        {files.map(({ id, text }) => (
          <li key={id}>
            <button type="button" class="button quiet" onClick={() => onOpen(id)}>
              File {id} · {text}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
