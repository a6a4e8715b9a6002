import { useRef, useState } from 'preact/hooks';
import { client } from '../../base/api.ts';
import { useResource } from '../../base/resource.ts';
import type { MediaItem } from '../../base/shapes.ts';
import { ago, sizeOf } from '../../base/words.ts';
import { Confirm } from '../../parts/dialogs.tsx';
import { Button, Copy, Empty, PageHead, ProblemNote, Waiting } from '../../parts/parts.tsx';
import { Pager } from '../../parts/table.tsx';
import { attempt, say } from '../../parts/toasts.tsx';
import { MediaDrop } from '../../parts/uploads.tsx';

/** A pause in typing is the end of a word. */
const SEARCH_AFTER_MS = 250;

export function MediaPage({ mayChange }: { readonly mayChange: boolean }) {
  const [search, setSearch] = useState('');
  const [offset, setOffset] = useState(0);
  const typing = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const { data, problem, reload } = useResource('media.list', { limit: 60, offset, ...(search && { q: search }) });
  const [leaving, setLeaving] = useState<MediaItem>();
  const remove = async ({ id, originalName }: MediaItem): Promise<void> => {
    setLeaving(undefined);
    if ((await attempt(() => client.media.delete({ id }))) !== undefined) say(`${originalName} is deleted.`);
    reload();
  };

  return (
    <>
      <PageHead
        title="Media"
        lead="Images and videos for launches. The same bytes are stored once, and go to each ad account once."
      >
        <input
          type="search"
          class="search"
          placeholder="Find by name"
          aria-label="Find by name"
          onInput={(event) => {
            const { value } = event.currentTarget;
            clearTimeout(typing.current);
            typing.current = setTimeout(() => {
              setSearch(value.trim());
              setOffset(0);
            }, SEARCH_AFTER_MS);
          }}
        />
      </PageHead>
      {mayChange && <MediaDrop onDone={reload} />}
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      {data === undefined ? (
        !problem && <Waiting rows={4} />
      ) : data.data.length === 0 ? (
        <Empty icon="media" title={search === '' ? 'No media yet' : 'Nothing has this name'}>
          {search === ''
            ? 'What you drop here gets an address that rows of a launch can name.'
            : 'Names are found by any part of them.'}
        </Empty>
      ) : (
        <ul class="media-grid">
          {data.data.map((item) => (
            <MediaCard key={item.id} item={item} onDelete={mayChange ? () => setLeaving(item) : undefined} />
          ))}
        </ul>
      )}
      {data && <Pager list={data} onOffset={setOffset} />}
      <Confirm
        verb="Delete"
        name={leaving?.originalName}
        onClose={() => setLeaving(undefined)}
        onConfirm={() => leaving && void remove(leaving)}
      >
        <p>Its address stops working. Ads that were launched with it keep their picture: the platform has its own copy.</p>
      </Confirm>
    </>
  );
}

function MediaCard({ item, onDelete }: { readonly item: MediaItem; readonly onDelete: (() => void) | undefined }) {
  const { dimensions } = item;
  const path = new URL(item.url).pathname;
  return (
    <li class="media-card">
      <div class="picture">
        {item.type === 'image' ? (
          <img src={path} alt="" loading="lazy" width={dimensions.width} height={dimensions.height} />
        ) : (
          <video src={path} preload="metadata" muted controls aria-label={item.originalName} />
        )}
      </div>
      <div class="media-foot">
        <p class="strong" title={item.originalName}>
          {item.originalName}
        </p>
        <div>
          <div class="media-facts">
            <p class="hint">
              {dimensions.width} × {dimensions.height} · {sizeOf(item.size)}
            </p>
            <p class="hint">
              {dimensions.duration !== undefined && `${dimensions.duration.toFixed(1)} s · `}
              {dimensions.format.toUpperCase()} · {ago(item.createdAt)}
            </p>
          </div>
          <div class="media-actions">
            <Copy text={item.url} label={`Copy the address of ${item.originalName}`} />
            {onDelete && <Button kind="quiet" icon="trash" label={`Delete ${item.originalName}`} onClick={onDelete} />}
          </div>
        </div>
      </div>
    </li>
  );
}
