import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useResource } from '../../base/api.ts';
import { ago, plural, sizeOf } from '../../base/words.ts';
import { Button } from '../../parts/parts.tsx';
import type { Asset } from './data.ts';
import { Picture } from './picture.tsx';

interface Other {
  readonly id: number;
  readonly text: string;
}

export function Tiles({ files, onOpen }: { files: readonly Other[]; onOpen: (id: number) => void }) {
  return (
    <ul class="asset-tiles">
      {files.map((file) => (
        <li key={file.id}>
          <Tile file={file} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  );
}

function Tile({ file: { id, text }, onOpen }: { file: Other; onOpen: (id: number) => void }) {
  const { data } = useResource('media.get', { id });
  return (
    <button type="button" class="asset-tile" onClick={() => onOpen(id)}>
      {data && <Picture asset={data} />}
      <span class="asset-name">{data?.originalName ?? `File ${id}`}</span>
      <span class="hint">{text}</span>
    </button>
  );
}

interface SimilarProps {
  asset: Asset & { readonly similar: readonly { readonly id: number; readonly distance: number }[] };
  onOpen: (id: number) => void;
}

/** One of the files is compared side by side. */
export function Similar({ asset, onOpen }: SimilarProps) {
  const [against, setAgainst] = useState<number>();
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.scrollIntoView({ block: 'nearest' }), [against]);
  const files = asset.similar.map(({ id, distance }) => ({ id, text: `Compare: ${distance} of 64 bits differ` }));
  return (
    <section aria-label="Similar">
      <h3>Similar</h3>
      <p class="hint">
        {plural(files.length, 'file')} of other content {files.length === 1 ? 'looks' : 'look'} almost the same. Reports keep them
        apart.
      </p>
      <Tiles files={files} onOpen={setAgainst} />
      {against !== undefined && (
        <section class="compared" aria-label="Compared" ref={box}>
          <Compared asset={asset} text="This file" />
          <Against id={against} onOpen={onOpen} />
        </section>
      )}
    </section>
  );
}

function Against({ id, onOpen }: { id: number; onOpen: (id: number) => void }) {
  const { data } = useResource('library.asset', { id });
  if (data === undefined) return null;
  return (
    <Compared asset={data} text={`Used in ${plural(data.usedIn.total, 'ad')}`}>
      <Button onClick={() => onOpen(id)}>Open it</Button>
    </Compared>
  );
}

interface ComparedProps {
  asset: Pick<Asset, 'originalName' | 'dimensions' | 'size' | 'createdAt' | 'thumbnails' | 'type' | 'url'>;
  text: string;
  children?: ComponentChildren;
}

function Compared({ asset, text, children }: ComparedProps) {
  const { originalName, dimensions, size, createdAt } = asset;
  return (
    <figure>
      <Picture asset={asset} large />
      <figcaption>
        <strong dir="auto">{originalName}</strong>
        <span class="hint">
          {dimensions.width} × {dimensions.height} · {dimensions.format.toUpperCase()} · {sizeOf(size)} · {ago(createdAt)}
        </span>
        <span class="hint">{text}</span>
        {children}
      </figcaption>
    </figure>
  );
}
