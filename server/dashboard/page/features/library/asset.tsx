import { client } from '../../base/api.ts';
import { useResource } from '../../base/resource.ts';
import { ago, duration, plural, sizeOf } from '../../base/words.ts';
import { Dialog } from '../../parts/dialogs.tsx';
import { Copy, Field, ProblemNote, Waiting } from '../../parts/parts.tsx';
import { attempt } from '../../parts/toasts.tsx';
import { MediaPreviews } from '../../previews/previews.tsx';
import type { Board } from './bulk.tsx';
import { Similar, Tiles } from './others.tsx';
import { Picture } from './picture.tsx';

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
    <Dialog title="File" open={id !== undefined} wide onClose={rest.onClose}>
      {id !== undefined && <Facts key={id} id={id} {...rest} />}
    </Dialog>
  );
}

interface Changes {
  readonly title?: string | null;
  readonly tags?: string[];
  readonly idea?: string | null;
}

function Facts({ id, mayChange, boards, onChange, onOpen }: Props & { readonly id: number }) {
  const { data, problem, reload, change: show } = useResource('library.asset', { id });
  if (problem) return <ProblemNote problem={problem} onRetry={reload} />;
  if (data === undefined) return <Waiting rows={3} />;
  /** Only what was changed is taken from the answer: something else may be under way. */
  const patch = async (some: Changes): Promise<void> => {
    const answer = await attempt(() => client.library.updateAsset({ id, ...some }));
    if (answer === undefined) reload();
    else {
      const { title, tags, idea, renditions } = answer;
      show((now) => ({ ...now, title, tags, idea, renditions }));
    }
    onChange();
  };
  const put = async (board: string, isOn: boolean): Promise<void> => {
    show((now) => ({ ...now, boards: isOn ? [...now.boards, board] : now.boards.filter((each) => each !== board) }));
    const place = { id: board, mediaId: id };
    const done = await attempt(() => (isOn ? client.library.putOnBoard(place) : client.library.takeOffBoard(place)));
    if (done === undefined) reload();
    onChange();
  };
  return (
    <div class="asset-facts">
      <div class="asset-look">
        <Picture asset={data} large />
        <p>
          <strong dir="auto">{data.originalName}</strong> <Copy text={data.url} label="Copy its address" />
        </p>
        <p class="hint">
          {data.dimensions.width} × {data.dimensions.height}
          {data.ratio !== null && ` (${data.ratio})`}
          {data.dimensions.duration !== undefined && ` · ${duration(data.dimensions.duration * 1_000)}`} ·{' '}
          {data.dimensions.format.toUpperCase()} · {sizeOf(data.size)} · {ago(data.createdAt)}
        </p>
      </div>
      <div class="asset-form">
        <Field label="Title">
          <input
            value={data.title ?? ''}
            disabled={!mayChange}
            onChange={(event) => void patch({ title: event.currentTarget.value.trim() || null })}
          />
        </Field>
        <Field label="Tags" hint="Joined by commas.">
          <input
            value={data.tags.join(', ')}
            disabled={!mayChange}
            onChange={(event) =>
              void patch({
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
            onChange={(event) => void patch({ idea: event.currentTarget.value.trim() || null })}
          />
        </Field>
        {boards.length > 0 && (
          <fieldset class="choices" disabled={!mayChange}>
            <legend class="field-label">Boards</legend>
            {boards.map((board) => {
              const isOn = data.boards.includes(board.id);
              return (
                <label key={board.id}>
                  <input type="checkbox" checked={isOn} onChange={() => void put(board.id, !isOn)} />
                  <span>{board.name}</span>
                </label>
              );
            })}
          </fieldset>
        )}
      </div>
      <div class="asset-more">
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
          {data.copies.length === 0 && <li class="hint">None yet: it goes to an account with the first ad that shows it.</li>}
        </ul>
        <h3>Previews</h3>
        <MediaPreviews id={id} />
        {data.renditions.length > 0 && (
          <section aria-label="Renditions">
            <h3>Renditions</h3>
            <Tiles
              files={data.renditions.map(({ id: other, ratio, type }) => ({ id: other, text: ratio ?? type }))}
              onOpen={onOpen}
            />
          </section>
        )}
        {data.similar.length > 0 && <Similar key={id} asset={data} onOpen={onOpen} />}
      </div>
    </div>
  );
}
