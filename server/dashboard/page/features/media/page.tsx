import { useRef, useState } from 'preact/hooks';
import { client, type RowOf, useResource } from '../../base/api.ts';
import { ago, sizeOf } from '../../base/words.ts';
import { act, useConfirm } from '../../parts/dialogs.tsx';
import { may, type Page } from '../../parts/page.ts';
import { Button, Copy, Empty, Loaded, PageHead } from '../../parts/parts.tsx';
import { Pager } from '../../parts/table.tsx';
import { MediaDrop } from '../../parts/uploads.tsx';

export const media: Page = {
  path: 'media',
  title: 'Media',
  icon: 'media',
  group: 'work',
  under: 'library',
  show: ({ me }) => <MediaPage mayChange={may(me, 'launch')} />,
};

type MediaItem = RowOf<'media.list'>;

const SEARCH_AFTER_MS = 250;

function MediaPage({ mayChange }: { mayChange: boolean }) {
  const [search, setSearch] = useState('');
  const [offset, setOffset] = useState(0);
  const typing = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const media = useResource('media.list', { limit: 60, offset, ...(search && { q: search }) });
  const removal = useConfirm<MediaItem>(
    'Delete',
    ({ originalName }) => originalName,
    ({ id, originalName }) => act(() => client.media.delete({ id }), `${originalName} is deleted.`, media.reload),
  );

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
      {mayChange && <MediaDrop onDone={media.reload} />}
      <Loaded
        of={media}
        empty={
          <Empty icon="media" title={search === '' ? 'No media yet' : 'Nothing has this name'}>
            {search === ''
              ? 'What you drop here gets an address that rows of a launch can name.'
              : 'Names are found by any part of them.'}
          </Empty>
        }
      >
        {({ data }) => (
          <ul class="media-grid">
            {data.map((item) => (
              <MediaCard key={item.id} item={item} onDelete={mayChange ? () => removal.ask(item) : undefined} />
            ))}
          </ul>
        )}
      </Loaded>
      {media.data && <Pager list={media.data} onOffset={setOffset} />}
      {removal.question(
        'Its address stops working. Ads that were launched with it keep their picture: the platform has its own copy.',
      )}
    </>
  );
}

function MediaCard({ item, onDelete }: { item: MediaItem; onDelete: (() => void) | undefined }) {
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
