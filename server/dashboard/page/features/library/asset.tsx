import { client, useResource } from '../../base/api.ts';
import { ago, duration, plural, sizeOf } from '../../base/words.ts';
import { attempt, Dialog } from '../../parts/dialogs.tsx';
import { Check, Field } from '../../parts/fields.tsx';
import { Copy, ProblemNote, Waiting } from '../../parts/parts.tsx';
import { MediaPreviews } from '../../previews/previews.tsx';
import type { Board } from './bulk.tsx';
import { Similar, Tiles } from './others.tsx';
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

function Facts({ id, mayChange, boards, onChange, onOpen }: Props & { id: number }) {
  const { data, problem, reload, change: show } = useResource('library.asset', { id });
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
    show((now) => ({ ...now, boards: isOn ? [...now.boards, board] : now.boards.filter((each) => each !== board) }));
    const place = { id: board, mediaId: id };
    const done = await attempt(() => (isOn ? client.library.putOnBoard(place) : client.library.takeOffBoard(place)));
    if (done === undefined) reload();
    onChange();
  };
  const field = (label: string, value: string, changes: (text: string) => Changes, hint?: string) => (
    <Field label={label} hint={hint}>
      <input value={value} disabled={!mayChange} onChange={(event) => patch(changes(event.currentTarget.value.trim()))} />
    </Field>
  );
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
              <Check key={board} class="" value={data.boards.includes(board)} onValue={(isOn) => put(board, isOn)}>
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
