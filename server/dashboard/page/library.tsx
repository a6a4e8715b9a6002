import { useEffect, useState } from 'preact/hooks';
import { AssetDialog } from './library-asset.tsx';
import { BulkBar } from './library-bulk.tsx';
import { type Asset, type LibraryFilter, useAssets } from './library-data.ts';
import { ImportDialog } from './library-import.tsx';
import { Button, Empty, PageHead, ProblemNote, Waiting } from './parts.tsx';
import { useResource } from './resource.ts';
import { MediaDrop } from './uploads.tsx';
import { useVirtualGrid } from './virtual-grid.ts';
import { count, plural } from './words.ts';

const CARD = { width: 196, height: 232 };
const RATIOS = ['1x1', '4x5', '2x3', '9x16', '16x9', '3x2', '1.91x1'] as const;

export function LibraryPage({ mayChange }: { readonly mayChange: boolean }) {
  const [filter, setFilter] = useState<LibraryFilter>({});
  const assets = useAssets(filter);
  const boards = useResource('library.boards', { limit: 200 });
  const tags = useResource('library.tags', {});
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [open, setOpen] = useState<number>();
  const [importing, setImporting] = useState(false);
  const set = (some: LibraryFilter): void => setFilter((now) => withoutEmpty({ ...now, ...some }));
  const reload = (): void => {
    assets.reload();
    boards.reload();
    tags.reload();
  };
  const toggle = (id: number): void =>
    setChosen((now) => (now.has(id) ? new Set([...now].filter((each) => each !== id)) : new Set([...now, id])));

  return (
    <>
      <PageHead title="Library" lead="Your files by what they are, where they stand and whether an ad shows them.">
        {mayChange && <Button onClick={() => setImporting(true)}>Import</Button>}
      </PageHead>
      <section class="controls" aria-label="What to find">
        <input
          type="search"
          class="search"
          placeholder="Name, title or tag"
          aria-label="Find by name, title or tag"
          onInput={(event) => set({ q: event.currentTarget.value.trim() })}
        />
        <Choice label="Tag" value={filter.tag?.toString() ?? ''} onChoose={(tag) => set({ tag })}>
          {tags.data?.data.map(({ tag, assets: of }) => [tag, `${tag} (${count(of)})`]) ?? []}
        </Choice>
        <Choice label="Board" value={filter.board ?? ''} onChoose={(board) => set({ board })}>
          {boards.data?.data.map(({ id, name, assets: of }) => [id, `${name} (${count(of)})`]) ?? []}
        </Choice>
        <Choice
          label="Ratio"
          value={filter.ratio ?? ''}
          onChoose={(ratio) => set({ ratio: RATIOS.find((each) => each === ratio) })}
        >
          {RATIOS.map((each) => [each, each])}
        </Choice>
        <Choice
          label="Type"
          value={filter.type ?? ''}
          onChoose={(type) => set({ type: type === 'image' || type === 'video' ? type : undefined })}
        >
          {[
            ['image', 'Images'],
            ['video', 'Videos'],
          ]}
        </Choice>
        <Choice
          label="Use"
          value={filter.used?.toString() ?? ''}
          onChoose={(used) => set({ used: used === '' ? undefined : used === 'true' })}
        >
          {[
            ['true', 'Shown by an ad'],
            ['false', 'Not used'],
          ]}
        </Choice>
      </section>
      {mayChange && <MediaDrop onDone={reload} />}
      {mayChange && chosen.size > 0 && (
        <BulkBar ids={[...chosen]} boards={boards.data?.data ?? []} onDone={reload} onClear={() => setChosen(new Set())} />
      )}
      {assets.problem && <ProblemNote problem={assets.problem} onRetry={assets.reload} />}
      {assets.total === undefined ? (
        !assets.problem && <Waiting rows={4} />
      ) : assets.total === 0 ? (
        <Empty icon="media" title="Nothing is found">
          Drop files above, import them, or ask for less.
        </Empty>
      ) : (
        <Grid assets={assets} total={assets.total} chosen={chosen} onToggle={mayChange ? toggle : undefined} onOpen={setOpen} />
      )}
      <AssetDialog
        id={open}
        mayChange={mayChange}
        boards={boards.data?.data ?? []}
        onClose={() => setOpen(undefined)}
        onChange={reload}
        onOpen={setOpen}
      />
      <ImportDialog open={importing} onClose={() => setImporting(false)} onDone={reload} />
    </>
  );
}

const withoutEmpty = (filter: LibraryFilter): LibraryFilter =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value !== '')) as LibraryFilter;

function Choice({
  label,
  value,
  onChoose,
  children,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChoose: (value: string) => void;
  readonly children: readonly (readonly string[])[];
}) {
  return (
    <select aria-label={label} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
      <option value="">{label}: any</option>
      {children.map(([key = '', text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </select>
  );
}

interface GridProps {
  readonly assets: ReturnType<typeof useAssets>;
  readonly total: number;
  readonly chosen: ReadonlySet<number>;
  readonly onToggle: ((id: number) => void) | undefined;
  readonly onOpen: (id: number) => void;
}

function Grid({ assets, total, chosen, onToggle, onOpen }: GridProps) {
  const { box, cards } = useVirtualGrid(total, CARD);
  useEffect(() => assets.need(cards.from, cards.to), [assets.need, cards.from, cards.to]);
  /** Arrows go from card to card, as they stand. */
  const move = (event: KeyboardEvent): void => {
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
    const next = box.current?.querySelector<HTMLElement>(`li[data-at="${Number(here) + step}"] .asset-open`);
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  };
  const shown = Array.from({ length: cards.to - cards.from }, (_, i) => cards.from + i);
  return (
    <>
      <p class="hint" role="status">
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

function Card({
  asset,
  chosen,
  onToggle,
  onOpen,
}: Pick<GridProps, 'chosen' | 'onToggle' | 'onOpen'> & { readonly asset: Asset | undefined }) {
  if (asset === undefined) return <div class="asset-card" />;
  const name = asset.title ?? asset.originalName;
  return (
    <div class="asset-card">
      <button type="button" class="asset-open" onClick={() => onOpen(asset.id)}>
        <Picture asset={asset} />
        <span class="asset-name">{name}</span>
      </button>
      <div class="asset-foot">
        <span class="hint">
          {asset.ratio ?? `${asset.dimensions.width} × ${asset.dimensions.height}`}
          {asset.renditions.length > 0 && ` · ${plural(asset.renditions.length + 1, 'rendition')}`}
          {asset.used && ' · used'}
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

/** The small picture; of a video without one, its first frame as the browser shows it. */
export function Picture({ asset }: { readonly asset: Pick<Asset, 'thumbnails' | 'type' | 'url'> }) {
  const small = asset.thumbnails?.[1] ?? asset.thumbnails?.[0];
  const path = new URL(small?.url ?? asset.url).pathname;
  return (
    <span class="asset-picture">
      {small !== undefined || asset.type === 'image' ? (
        <img src={path} alt="" loading="lazy" decoding="async" />
      ) : (
        <video src={`${path}#t=0.1`} preload="metadata" muted tabIndex={-1} aria-hidden="true" />
      )}
    </span>
  );
}
