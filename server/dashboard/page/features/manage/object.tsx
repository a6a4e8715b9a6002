import { useState } from 'preact/hooks';
import { useResource } from '../../base/resource.ts';
import { capital } from '../../base/words.ts';
import { Dialog } from '../../parts/dialogs.tsx';
import { Button, Copy, Field, ProblemNote, TextField, Waiting } from '../../parts/parts.tsx';
import { OwnPreview } from '../../previews/cards.tsx';
import type { Changes } from './changes.ts';
import { LEVEL_WORDS } from './columns.ts';
import type { Entity } from './data.ts';
import { History } from './history.tsx';
import { partsOf } from './row.tsx';
import type { View } from './view.ts';

interface ObjectProps {
  readonly row: Entity | undefined;
  readonly view: View;
  readonly mayChange: boolean;
  readonly mayAudit: boolean;
  readonly changes: Changes;
  readonly offers: (row: Entity, what: string) => boolean;
  readonly onClose: () => void;
}

/** One campaign, ad set or ad: its name, copies of it, how it looks, why it does not deliver, who changed it. */
export function ObjectDialog(props: ObjectProps) {
  const { row, onClose } = props;
  return (
    <Dialog title={row?.name ?? ''} open={row !== undefined} onClose={onClose}>
      {row && <ObjectParts key={row.key} {...props} row={row} />}
    </Dialog>
  );
}

function ObjectParts({ row, view, mayChange, mayAudit, changes, offers, onClose }: ObjectProps & { readonly row: Entity }) {
  const [one] = LEVEL_WORDS[row.level];
  return (
    <div class="stack object">
      <dl class="pairs">
        <div>
          <dt>{capital(one)}</dt>
          <dd class="ids">
            {row.id} <Copy text={row.id} label="Copy the id" />
          </dd>
        </div>
        <div>
          <dt>Account</dt>
          <dd dir="auto">{row.account.name}</dd>
        </div>
        {row.parent !== undefined && row.parent.name !== '' && (
          <div>
            <dt>{row.level === 'ad' ? 'Ad set' : 'Campaign'}</dt>
            <dd dir="auto">{row.parent.name}</dd>
          </div>
        )}
      </dl>
      {row.level !== 'ad' && (
        <a href={partsOf(row, view)} onClick={onClose}>
          Show its {row.level === 'campaign' ? 'ad sets' : 'ads'}
        </a>
      )}
      {mayChange && offers(row, 'edit.rename') && <Rename row={row} changes={changes} onDone={onClose} />}
      {mayChange && offers(row, 'duplicate') && <Duplicate row={row} changes={changes} onAsked={onClose} />}
      {row.level !== 'campaign' && offers(row, 'delivery.read') && <Delivery row={row} />}
      {row.level === 'ad' && offers(row, 'inspect.creatives') && <Content row={row} hasOwn={offers(row, 'inspect.preview')} />}
      <History row={row} isTold={offers(row, 'history')} mayAudit={mayAudit} />
    </div>
  );
}

function Rename({ row, changes, onDone }: { readonly row: Entity; readonly changes: Changes; readonly onDone: () => void }) {
  const [name, setName] = useState(row.name);
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    const isDone = await changes.rename(row, name.trim());
    setBusy(false);
    if (isDone) onDone();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextField label="Name" dir="auto" value={name} maxLength={400} onText={setName} />
      <div class="dialog-actions">
        <Button type="submit" busy={busy} disabled={name.trim() === '' || name.trim() === row.name}>
          Rename
        </Button>
      </div>
    </form>
  );
}

function Duplicate({ row, changes, onAsked }: { readonly row: Entity; readonly changes: Changes; readonly onAsked: () => void }) {
  const [copies, setCopies] = useState(1);
  const [isActive, setActive] = useState(false);
  return (
    <form
      class="copy-form"
      onSubmit={(event) => {
        event.preventDefault();
        onAsked();
        changes.duplicate([row], copies, isActive ? 'ACTIVE' : 'PAUSED');
      }}
    >
      <Field label="Copies">
        <input
          type="number"
          min={1}
          max={10}
          value={copies}
          onInput={(event) => setCopies(Math.max(1, Math.min(10, Math.round(event.currentTarget.valueAsNumber || 1))))}
        />
      </Field>
      <label class="check">
        <input type="checkbox" checked={isActive} onChange={(event) => setActive(event.currentTarget.checked)} />
        On at once
      </label>
      <Button type="submit" icon="copy">
        Copy it
      </Button>
    </form>
  );
}

/** Why it does not deliver, as far as the platform says. */
function Delivery({ row }: { readonly row: Entity }) {
  const entityType = row.level === 'ad' ? 'ad' : 'adset';
  const { data } = useResource('manage.delivery', { accountId: row.account.id, entityType, entityIds: [row.id] });
  const [found] = data?.data ?? [];
  const said = [
    ...(found?.rejections.map(({ where, reason, message }) => `Rejected (${where}): ${message || reason}`) ?? []),
    ...(found?.issues.map(({ summary, message }) => (message === null ? summary : `${summary}: ${message}`)) ?? []),
    ...(found?.learning ? [`Learning: ${found.learning.stage.replace(/_/g, ' ').toLowerCase()}`] : []),
  ];
  if (said.length === 0) return null;
  return (
    <section aria-label="Delivery">
      <h3>Delivery</h3>
      <ul class="change-lines">
        {said.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

/** What the ad says and shows. */
function Content({ row, hasOwn }: { readonly row: Entity; readonly hasOwn: boolean }) {
  const { data, problem } = useResource('manage.adCreativeSpecs', { adIds: [row.id] });
  const [found] = data?.data ?? [];
  const picture = found?.images?.find(({ url }) => url !== null)?.url ?? found?.videos?.[0]?.thumbnailUrl;
  return (
    <section aria-label="Preview">
      <h3>Preview</h3>
      {problem && <ProblemNote problem={problem} />}
      {data === undefined && !problem && <Waiting rows={1} />}
      {found?.error !== undefined && <p class="hint">{found.error}</p>}
      <div class="ad-content">
        {picture && <img src={picture} alt="" loading="lazy" />}
        <div>
          {found?.bodies?.map((text) => (
            <p key={text} dir="auto">
              {text}
            </p>
          ))}
          {found?.titles?.map((text) => (
            <p key={text} class="strong" dir="auto">
              {text}
            </p>
          ))}
          {found?.link && <p class="hint">{found.link}</p>}
          {found?.cta && <span class="badge calm">{capital(found.cta.replace(/_/g, ' ').toLowerCase())}</span>}
        </div>
      </div>
      {hasOwn && <OwnPreview adId={row.id} format="MOBILE_FEED_STANDARD" label={row.name} />}
    </section>
  );
}
