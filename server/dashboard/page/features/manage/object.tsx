import { useState } from 'preact/hooks';
import { useResource } from '../../base/api.ts';
import { capital, moment, spoken } from '../../base/words.ts';
import { Dialog } from '../../parts/dialogs.tsx';
import { Form, TextField } from '../../parts/fields.tsx';
import { OwnPreview } from '../../parts/own-preview.tsx';
import { Copy, Facts, ProblemNote, Waiting } from '../../parts/parts.tsx';
import { plugged } from '../../parts/plug.ts';
import type { Changes } from './changes.ts';
import { CopyForm } from './copy.tsx';
import type { Entity } from './data.ts';
import { partsOf } from './row.tsx';
import { LEVEL_WORDS, type View } from './view.ts';

interface ObjectProps {
  row: Entity | undefined;
  view: View;
  mayChange: boolean;
  mayAudit: boolean;
  changes: Changes;
  offers: (row: Entity, what: string) => boolean;
  onClose: () => void;
}

export function ObjectDialog(props: ObjectProps) {
  const { row, onClose } = props;
  return (
    <Dialog title={row?.name ?? ''} open={row !== undefined} look="sheet" onClose={onClose}>
      {row && <ObjectParts key={row.key} {...props} row={row} />}
    </Dialog>
  );
}

function ObjectParts({
  row,
  view,
  mayChange,
  mayAudit,
  changes,
  offers,
  onClose,
}: ObjectProps & { row: Entity }) {
  const [one] = LEVEL_WORDS[row.level];
  return (
    <div class="stack object">
      <Facts
        class="pairs"
        facts={[
          [
            capital(one),
            <>
              {row.id} <Copy text={row.id} label="Copy the id" />
            </>,
            'ids',
          ],
          ['Account', <bdi key="account">{row.account.name}</bdi>],
          ...(row.parent?.name
            ? [
                [
                  row.level === 'ad' ? 'Ad set' : 'Campaign',
                  <bdi key="parent">{row.parent.name}</bdi>,
                ] as const,
              ]
            : []),
        ]}
      />
      {row.level !== 'ad' && (
        <a href={partsOf(row, view)} onClick={onClose}>
          Show its {row.level === 'campaign' ? 'ad sets' : 'ads'}
        </a>
      )}
      {mayChange && offers(row, 'edit.rename') && (
        <Rename row={row} changes={changes} onDone={onClose} />
      )}
      {mayChange && offers(row, 'duplicate') && (
        <CopyForm rows={[row]} changes={changes} onAsked={onClose} />
      )}
      {row.level !== 'campaign' && offers(row, 'delivery.read') && <Delivery row={row} />}
      {row.level === 'ad' && offers(row, 'inspect.creatives') && (
        <Content row={row} hasOwn={offers(row, 'inspect.preview')} />
      )}
      <History row={row} isTold={offers(row, 'history')} mayAudit={mayAudit} />
    </div>
  );
}

function Rename({ row, changes, onDone }: { row: Entity; changes: Changes; onDone: () => void }) {
  const [name, setName] = useState(row.name);
  const send = async () => {
    if (await changes.rename(row, name.trim())) onDone();
  };
  return (
    <Form
      send={send}
      kind="plain"
      button="Rename"
      disabled={name.trim() === '' || name.trim() === row.name}
    >
      <TextField label="Name" dir="auto" value={name} maxLength={400} onValue={setName} />
    </Form>
  );
}

function Delivery({ row }: { row: Entity }) {
  const entityType = row.level === 'ad' ? 'ad' : 'adset';
  const { data } = useResource('manage.delivery', {
    accountId: row.account.id,
    entityType,
    entityIds: [row.id],
  });
  const [found] = data?.data ?? [];
  const said = [
    ...(found?.rejections.map(
      ({ where, reason, message }) => `Rejected (${where}): ${message || reason}`,
    ) ?? []),
    ...(found?.issues.map(({ summary, message }) =>
      message === null ? summary : `${summary}: ${message}`,
    ) ?? []),
    ...(found?.learning ? [`Learning: ${spoken(found.learning.stage).toLowerCase()}`] : []),
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

function Content({ row, hasOwn }: { row: Entity; hasOwn: boolean }) {
  const { data, problem } = useResource('manage.adCreativeSpecs', { adIds: [row.id] });
  const [found] = data?.data ?? [];
  const picture =
    found?.images?.find(({ url }) => url !== null)?.url ?? found?.videos?.[0]?.thumbnailUrl;
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
          {found?.cta && <span class="badge calm">{spoken(found.cta)}</span>}
        </div>
      </div>
      {hasOwn && <OwnPreview adId={row.id} format="MOBILE_FEED_STANDARD" label={row.name} />}
    </section>
  );
}

interface Line {
  readonly key: string;
  readonly at: string;
  readonly what: string;
  readonly who: string;
  /** What changed, as platform and service both spell it: `dailybudget`. */
  readonly fields: readonly string[];
}

const SAME_MS = 120_000;

const fieldsOf = (changes: object): readonly string[] =>
  Object.keys(changes).map((field) => field.replace(/[^a-z]/gi, '').toLowerCase());

/**
 * A change made here that the platform tells too is one line: what the platform says, and who made
 * it.
 */
function merged(told: readonly Line[], own: readonly Line[]): Line[] {
  const left = [...told];
  const lines = own.map((line) => {
    const away = (other: Line) => Math.abs(Date.parse(other.at) - Date.parse(line.at));
    // Another person may have changed something else in the same moment.
    const alike = left.filter(
      (other) => away(other) < SAME_MS && other.fields.some((field) => line.fields.includes(field)),
    );
    const [same] = alike.sort((a, b) => away(a) - away(b));
    if (same === undefined) return line;
    left.splice(left.indexOf(same), 1);
    return { ...line, what: same.what };
  });
  return [...lines, ...left];
}

function History({ row, isTold, mayAudit }: { row: Entity; isTold: boolean; mayAudit: boolean }) {
  const changes = useResource(
    'manage.changes',
    isTold ? { businessId: row.account.id, objectId: row.id, limit: 30 } : undefined,
  );
  const audit = useResource('audit.list', mayAudit ? { subject: row.id, limit: 30 } : undefined);
  const keys = useResource('keys.list', mayAudit ? { limit: 100 } : undefined);
  const changedBy = audit.data?.data.map(({ keyId }) => keyId) ?? [];
  const actors = plugged('useActors').map((useActors) => useActors(changedBy));
  const nameOf = (keyId: string): string => {
    const [actor] = actors.flatMap((named) => named(keyId) ?? []);
    return actor ?? keys.data?.data.find((key) => key.id === keyId)?.name ?? keyId;
  };
  const minor = changes.data?.metadata.minorUnits ?? null;
  const told: readonly Line[] = (changes.data?.data ?? []).map((each, i) => ({
    key: `platform ${i}`,
    at: new Date(each.eventTime * 1000).toISOString(),
    what: `${each.translatedEventType}${changeWords(each.changes, minor)}`,
    who: each.actorName,
    fields: fieldsOf(each.changes),
  }));
  const own: readonly Line[] = (audit.data?.data ?? []).map(
    ({ id, at, action, keyId, details }) => ({
      key: id,
      at,
      what: `${capital(action.replaceAll('.', ' '))}${detailWords(details)}`,
      who: `${nameOf(keyId)}, here`,
      fields: fieldsOf(detailsOf(details)),
    }),
  );
  const lines = merged(told, own).sort((a, b) => (a.at < b.at ? 1 : -1));
  const isWaiting =
    (isTold && !changes.data && !changes.problem) || (mayAudit && !audit.data && !audit.problem);
  return (
    <section aria-label="History">
      <h3>History</h3>
      {changes.problem && <ProblemNote problem={changes.problem} onRetry={changes.reload} />}
      {isWaiting ? (
        <Waiting rows={2} />
      ) : lines.length === 0 ? (
        <p class="hint">
          {isTold || mayAudit ? 'No change is known.' : 'This platform tells no history.'}
        </p>
      ) : (
        <ol class="history">
          {lines.map(({ key, at, what, who }) => (
            <li key={key}>
              <span>{what}</span>
              <span class="hint">
                {moment(at)} · {who}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

type Changed = { readonly [field: string]: { readonly old?: unknown; readonly new?: unknown } };

const isMoney = (field: string): boolean => /budget|bid_amount|spend_cap/i.test(field);

function changeWords(changes: Changed, minor: number | null): string {
  const shown = (field: string, value: unknown) => {
    if (value === null || value === undefined || value === '') return '–';
    if (isMoney(field) && minor !== null && typeof value === 'number') return String(value / minor);
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
  const parts = Object.entries(changes).map(
    ([field, each]) =>
      `${field.replace(/_/g, ' ')} ${shown(field, each.old)} → ${shown(field, each.new)}`,
  );
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`;
}

const detailWords = (details: { readonly [name: string]: unknown }): string =>
  changeWords(detailsOf(details), null);

function detailsOf({ before, after }: { readonly [name: string]: unknown }): Changed {
  const one =
    typeof before === 'object' && before !== null
      ? (before as { readonly [field: string]: unknown })
      : {};
  const other =
    typeof after === 'object' && after !== null
      ? (after as { readonly [field: string]: unknown })
      : {};
  const fields = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.fromEntries(fields.map((field) => [field, { old: one[field], new: other[field] }]));
}
