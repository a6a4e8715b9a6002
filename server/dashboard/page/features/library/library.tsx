import { useEffect, useRef, useState } from 'preact/hooks';
import { useResource } from '../../base/api.ts';
import { duration, plural } from '../../base/words.ts';
import { Badge, Button, Empty, PageHead, ProblemNote, Waiting } from '../../parts/parts.tsx';
import { MediaDrop } from '../../parts/uploads.tsx';
import { AssetDialog } from './asset.tsx';
import { BoardsDialog, BulkBar } from './bulk.tsx';
import { type Asset, type LibraryFilter, useAssets } from './data.ts';
import { LibraryControls } from './filter.tsx';
import { ImportDialog } from './import.tsx';
import { Picture } from './picture.tsx';

const CARD = { width: 172, height: 252 };

export function LibraryPage({
  file,
  mayChange,
}: {
  file?: number | undefined;
  mayChange: boolean;
}) {
  const [filter, setFilter] = useState<LibraryFilter>({});
  const assets = useAssets(filter);
  const boards = useResource('library.boards', { limit: 200 });
  const tags = useResource('library.tags', {});
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [dialog, setDialog] = useState<'import' | 'boards'>();
  const [shown, setShown] = useState(file);
  useEffect(() => setShown(file), [file]);
  /** Changes the address without a visit: the page keeps its place. */
  const open = (id: number | undefined) => {
    setShown(id);
    history.replaceState(null, '', id === undefined ? '#/library' : `#/library/${id}`);
  };
  const set = (some: LibraryFilter): void => setFilter((now) => withoutEmpty({ ...now, ...some }));
  const reload = () => {
    assets.reload();
    boards.reload();
    tags.reload();
  };
  const toggle = (id: number): void =>
    setChosen((now) =>
      now.has(id) ? new Set([...now].filter((each) => each !== id)) : new Set([...now, id]),
    );

  return (
    <>
      <PageHead title="Library" lead="All your images and videos.">
        {mayChange && (
          <>
            <Button onClick={() => setDialog('boards')}>Boards</Button>
            <Button icon="download" onClick={() => setDialog('import')}>
              Import
            </Button>
          </>
        )}
      </PageHead>
      <LibraryControls
        filter={filter}
        boards={boards.data?.data ?? []}
        tags={tags.data?.data ?? []}
        onChange={set}
      />
      {mayChange && <MediaDrop onDone={reload} />}
      {mayChange && chosen.size > 0 && (
        <BulkBar
          ids={[...chosen]}
          boards={boards.data?.data ?? []}
          onDone={reload}
          onClear={() => setChosen(new Set())}
        />
      )}
      {assets.problem && <ProblemNote problem={assets.problem} onRetry={assets.reload} />}
      {assets.total === undefined ? (
        !assets.problem && <Waiting rows={4} />
      ) : assets.total === 0 ? (
        <Empty icon="media" title="Nothing is found">
          Drop files above, import them, or ask for less.
        </Empty>
      ) : (
        <Grid
          assets={assets}
          total={assets.total}
          chosen={chosen}
          onToggle={mayChange ? toggle : undefined}
          onOpen={open}
        />
      )}
      <AssetDialog
        id={shown}
        mayChange={mayChange}
        boards={boards.data?.data ?? []}
        onClose={() => shown !== undefined && open(undefined)}
        onChange={reload}
        onOpen={open}
      />
      <ImportDialog
        open={dialog === 'import'}
        onClose={() => setDialog(undefined)}
        onDone={reload}
        onOpen={open}
      />
      <BoardsDialog
        open={dialog === 'boards'}
        boards={boards.data?.data ?? []}
        onClose={() => setDialog(undefined)}
        onChange={reload}
      />
    </>
  );
}

const withoutEmpty = (filter: LibraryFilter): LibraryFilter =>
  Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== undefined && value !== ''),
  ) as LibraryFilter;

interface GridProps {
  assets: ReturnType<typeof useAssets>;
  total: number;
  chosen: ReadonlySet<number>;
  onToggle: ((id: number) => void) | undefined;
  onOpen: (id: number) => void;
}

function Grid({ assets, total, chosen, onToggle, onOpen }: GridProps) {
  const { box, cards } = useVirtualGrid(total, CARD);
  useEffect(() => assets.need(cards.from, cards.to), [assets.need, cards.from, cards.to]);
  const move = (event: KeyboardEvent) => {
    const steps: { readonly [key: string]: number } = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: cards.columns,
      ArrowUp: -cards.columns,
    };
    const step = steps[event.key];
    const here = (event.target as HTMLElement).closest('li')?.dataset.at;
    if (step === undefined || here === undefined) return;
    event.preventDefault();
    const next = box.current?.querySelector<HTMLElement>(
      `li[data-at="${Number(here) + step}"] .asset-open`,
    );
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  };
  const shown = Array.from({ length: cards.to - cards.from }, (_, i) => cards.from + i);
  return (
    <>
      <p class="hint asset-count" role="status">
        {plural(total, 'file')}
      </p>
      <ul
        class="asset-grid"
        ref={box}
        onKeyDown={move}
        style={{
          paddingTop: `${cards.before}px`,
          paddingBottom: `${cards.after}px`,
          gridTemplateColumns: `repeat(${cards.columns}, 1fr)`,
        }}
      >
        {shown.map((at) => (
          <li key={at} data-at={at} aria-setsize={total} aria-posinset={at + 1}>
            <Card asset={assets.at(at)} chosen={chosen} onToggle={onToggle} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </>
  );
}

type CardProps = Pick<GridProps, 'chosen' | 'onToggle' | 'onOpen'> & {
  readonly asset: Asset | undefined;
};

function Card({ asset, chosen, onToggle, onOpen }: CardProps) {
  if (asset === undefined) return <div class="asset-card" />;
  const name = asset.title ?? asset.originalName;
  return (
    <div class="asset-card">
      <button type="button" class="asset-open" onClick={() => onOpen(asset.id)}>
        <Picture asset={asset} />
        {asset.used && (
          <span class="asset-used">
            <Badge tone="good">Used</Badge>
          </span>
        )}
        {asset.dimensions.duration !== undefined && (
          <span class="asset-length">{duration(asset.dimensions.duration * 1_000)}</span>
        )}
        <span class="asset-name" dir="auto">
          {name}
        </span>
      </button>
      <div class="asset-foot">
        <span class="hint">
          {asset.ratio ?? `${asset.dimensions.width} × ${asset.dimensions.height}`}
          {asset.renditions.length > 0 && ` · ${plural(asset.renditions.length + 1, 'rendition')}`}
        </span>
        {onToggle && (
          <input
            type="checkbox"
            aria-label={`Select ${name}`}
            checked={chosen.has(asset.id)}
            onChange={() => onToggle(asset.id)}
          />
        )}
      </div>
    </div>
  );
}

const SPARE = 2;

/** Draws of many cards those near the screen. `width` and `height` hold the gap between cards. */
function useVirtualGrid(
  total: number,
  { width, height }: { readonly width: number; readonly height: number },
) {
  const box = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState({ top: 0, seen: 900, wide: 1_000 });
  useEffect(() => {
    const look = () => {
      const edges = box.current?.getBoundingClientRect();
      if (edges !== undefined)
        setAt({ top: Math.max(0, -edges.top), seen: innerHeight, wide: edges.width });
    };
    look();
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    return () => {
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    };
  }, [total]);
  const columns = Math.max(1, Math.floor(at.wide / width));
  const rows = Math.ceil(total / columns);
  const first = Math.max(0, Math.floor(at.top / height) - SPARE);
  const last = Math.min(rows, Math.ceil((at.top + at.seen) / height) + SPARE);
  const cards = {
    columns,
    // Positions of the first card that is drawn, and behind the last.
    from: Math.min(total, first * columns),
    to: Math.min(total, last * columns),
    before: first * height,
    after: Math.max(0, rows - last) * height,
  };
  return { box, cards };
}
