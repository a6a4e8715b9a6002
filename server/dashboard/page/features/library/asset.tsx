import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { client, useResource } from '../../base/api.ts';
import { labelOf, usePlatforms } from '../../base/platforms.ts';
import { ago, duration, plural, sizeOf } from '../../base/words.ts';
import { act, attempt, Dialog, useConfirm } from '../../parts/dialogs.tsx';
import { Check, Field } from '../../parts/fields.tsx';
import { Button, Copy, ProblemNote, Waiting } from '../../parts/parts.tsx';
import { plugged } from '../../parts/plug.ts';
import type { Board } from './bulk.tsx';
import type { Asset } from './data.ts';
import { Picture } from './picture.tsx';

interface Props {
  id: number | undefined;
  mayChange: boolean;
  boards: readonly Board[];
  onClose: () => void;
  onChange: () => void;
  onOpen: (id: number) => void;
}

export function AssetDialog({ id, ...rest }: Props) {
  return (
    <Dialog title="File" open={id !== undefined} look="wide" onClose={rest.onClose}>
      {id !== undefined && <Facts key={id} id={id} {...rest} />}
    </Dialog>
  );
}

interface Changes {
  readonly title?: string | null;
  readonly tags?: string[];
  readonly idea?: string | null;
}

function Facts({ id, mayChange, boards, onClose, onChange, onOpen }: Props & { id: number }) {
  const { data, problem, reload, change: show } = useResource('library.asset', { id });
  const platforms = usePlatforms();
  const removal = useConfirm<Asset>(
    'Delete',
    ({ originalName }) => originalName,
    ({ originalName }) =>
      act(
        () => client.media.delete({ id }),
        `${originalName} is deleted.`,
        () => {
          onClose();
          onChange();
        },
      ),
  );
  if (problem) return <ProblemNote problem={problem} onRetry={reload} />;
  if (data === undefined) return <Waiting rows={3} />;
  /** Takes only the changed fields from the answer: a change of boards may be under way. */
  const patch = async (some: Changes) => {
    const answer = await attempt(() => client.library.updateAsset({ id, ...some }));
    if (answer === undefined) reload();
    else {
      const { title, tags, idea, renditions } = answer;
      show((now) => ({ ...now, title, tags, idea, renditions }));
    }
    onChange();
  };
  const put = async (board: string, isOn: boolean) => {
    show((now) => ({
      ...now,
      boards: isOn ? [...now.boards, board] : now.boards.filter((each) => each !== board),
    }));
    const place = { id: board, mediaId: id };
    const done = await attempt(() =>
      isOn ? client.library.putOnBoard(place) : client.library.takeOffBoard(place),
    );
    if (done === undefined) reload();
    onChange();
  };
  const field = (
    label: string,
    value: string,
    changes: (text: string) => Changes,
    hint?: string,
  ) => (
    <Field label={label} hint={hint}>
      <input
        value={value}
        disabled={!mayChange}
        onChange={(event) => patch(changes(event.currentTarget.value.trim()))}
      />
    </Field>
  );
  return (
    <div class="asset-facts">
      <div class="asset-look">
        <Picture asset={data} large />
        <p>
          <strong dir="auto">{data.originalName}</strong>{' '}
          <Copy text={data.url} label="Copy its address" />
        </p>
        <p class="hint">
          {data.dimensions.width} × {data.dimensions.height}
          {data.ratio !== null && ` (${data.ratio})`}
          {data.dimensions.duration !== undefined &&
            ` · ${duration(data.dimensions.duration * 1_000)}`}{' '}
          · {data.dimensions.format.toUpperCase()} · {sizeOf(data.size)} · {ago(data.createdAt)}
        </p>
        {mayChange && (
          <Button kind="quiet" icon="trash" onClick={() => removal.ask(data)}>
            Delete
          </Button>
        )}
        {removal.question(
          'Its address stops working. Ads that were launched with it keep their picture: the platform has its own copy.',
        )}
      </div>
      <div class="asset-form">
        {field('Title', data.title ?? '', (text) => ({ title: text || null }))}
        {field(
          'Tags',
          data.tags.join(', '),
          (text) => ({ tags: text.split(',').flatMap((tag) => tag.trim() || []) }),
          'Joined by commas.',
        )}
        {field(
          'Idea',
          data.idea,
          (text) => ({ idea: text || null }),
          'Files with the same idea are renditions of each other. Empty: what the name says.',
        )}
        {boards.length > 0 && (
          <fieldset class="choices" disabled={!mayChange}>
            <legend class="field-label">Boards</legend>
            {boards.map(({ id: board, name }) => (
              <Check
                key={board}
                class=""
                value={data.boards.includes(board)}
                onValue={(isOn) => put(board, isOn)}
              >
                {name}
              </Check>
            ))}
          </fieldset>
        )}
      </div>
      <div class="asset-more">
        <h3>Used in {plural(data.usedIn.total, 'ad')}</h3>
        <ul class="plain-list">
          {data.usedIn.ads.slice(0, 20).map(({ platform, accountId, adId, adBatchId }) => (
            <li key={`${accountId} ${adId}`}>
              <a href={`#/batches/${adBatchId}`}>Batch {adBatchId}</a> ·{' '}
              {labelOf(platforms, platform)} {accountId} · <span class="ids">{adId}</span>
            </li>
          ))}
        </ul>
        <h3>Copies in ad accounts</h3>
        <ul class="plain-list">
          {data.copies.map(({ platform, accountId, ref }) => (
            <li key={`${platform} ${accountId} ${ref}`}>
              {labelOf(platforms, platform)} {accountId} · <span class="ids">{ref}</span>
            </li>
          ))}
          {data.copies.length === 0 && (
            <li class="hint">None yet: it goes to an account with the first ad that shows it.</li>
          )}
        </ul>
        <h3>Previews</h3>
        {plugged('previews').map(({ Media }) => (
          <Media key="media" id={id} />
        ))}
        {data.renditions.length > 0 && (
          <section aria-label="Renditions">
            <h3>Renditions</h3>
            <Tiles
              files={data.renditions.map(({ id: other, ratio, type }) => ({
                id: other,
                text: ratio ?? type,
              }))}
              onOpen={onOpen}
            />
          </section>
        )}
        {data.similar.length > 0 && <Similar key={id} asset={data} onOpen={onOpen} />}
      </div>
    </div>
  );
}

interface Other {
  readonly id: number;
  readonly text: string;
}

function Tiles({ files, onOpen }: { files: readonly Other[]; onOpen: (id: number) => void }) {
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
  asset: Asset & {
    readonly similar: readonly { readonly id: number; readonly distance: number }[];
  };
  onOpen: (id: number) => void;
}

/** Bits of 64 in which fingerprints of a resized or recompressed picture differ. */
const NEAR = 2;

function Similar({ asset, onOpen }: SimilarProps) {
  const [against, setAgainst] = useState<number>();
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.scrollIntoView({ block: 'nearest' }), [against]);
  const files = asset.similar.map(({ id, distance }) => ({
    id,
    text: distance <= NEAR ? 'Almost identical' : 'Similar',
  }));
  return (
    <section aria-label="Similar">
      <h3>Similar</h3>
      <p class="hint">
        {plural(files.length, 'file')} {files.length === 1 ? 'looks' : 'look'} similar. Open one to
        compare. Reports keep them apart.
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
  asset: Pick<
    Asset,
    'originalName' | 'dimensions' | 'size' | 'createdAt' | 'thumbnails' | 'type' | 'url'
  >;
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
          {dimensions.width} × {dimensions.height} · {dimensions.format.toUpperCase()} ·{' '}
          {sizeOf(size)} · {ago(createdAt)}
        </span>
        <span class="hint">{text}</span>
        {children}
      </figcaption>
    </figure>
  );
}
