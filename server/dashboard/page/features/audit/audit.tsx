import { useState } from 'preact/hooks';
import { type RowOf, useResource } from '../../base/api.ts';
import { capital, moment, spoken } from '../../base/words.ts';
import { Check } from '../../parts/fields.tsx';
import { Empty, PageHead } from '../../parts/parts.tsx';
import { ResourceList, usePages } from '../../parts/table.tsx';

type Entry = RowOf<'audit.list'>;

export function AuditPage() {
  const [hasSessions, setSessions] = useState(false);
  const entries = usePages('audit.list', hasSessions ? {} : { without: 'session' });
  const keys = useResource('keys.list', { limit: 100 });
  const who = (keyId: string) =>
    keys.data?.data.find(({ id }) => id === keyId)?.name ??
    (keyId.startsWith('automation:') ? 'A rule' : keyId);
  return (
    <>
      <PageHead title="Audit" lead="Who did what, the latest first. Nothing here can be changed." />
      <Check value={hasSessions} onValue={setSessions}>
        Show sign-ins
      </Check>
      <ResourceList
        of={entries}
        lines={6}
        empty={
          <Empty icon="audit" title="Nothing yet">
            Keys, connections and companies leave a line here when they change.
          </Empty>
        }
        label="Audit"
        columns={[
          ['When', ({ at }) => <time dateTime={at}>{moment(at)}</time>, 'nowrap'],
          [
            'What',
            (entry) => (
              <>
                <span class="strong">{capital(entry.action.replace('.', ' '))}</span>
                <span class="hint" dir="auto">
                  {detailsOf(entry)}
                </span>
              </>
            ),
            'grow',
          ],
          ['Who', ({ person, keyId }) => <bdi>{person ?? who(keyId)}</bdi>, 'who-cell'],
          ['On', linked, 'ids'],
        ]}
      />
    </>
  );
}

/** `totalAds` as `total ads`. */
const worded = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** `PAUSED` as `paused`; texts of people as they are. */
function valueWords(value: unknown): string {
  if (typeof value === 'string')
    return /^[A-Z]+(_[A-Z]+)*$/.test(value) ? spoken(value).toLowerCase() : value;
  if (Array.isArray(value)) return value.map(valueWords).join(', ');
  if (typeof value !== 'object' || value === null) return String(value ?? '–');
  return Object.entries(value)
    .map(([name, each]) => `${worded(name)} ${valueWords(each)}`)
    .join(', ');
}

const detailsOf = ({ details, address }: Entry): string =>
  [...Object.entries(details), ...(address === null ? [] : [['from', address] as const])]
    .map(([name, value]) => `${worded(name)}: ${valueWords(value)}`)
    .join(', ');

function linked({ action, subject }: Entry) {
  const href = /\.(delete|revoke|withdraw|remove|removed)$/.test(action)
    ? undefined
    : byNoun[action.split('.')[0] ?? '']?.(subject);
  return href === undefined ? subject : <a href={href}>{subject}</a>;
}

const adsAt = (level: string) => (id: string) =>
  `#/ads?level=${level}&search=${encodeURIComponent(id)}`;

/** Where to find it, by the noun of the action: `batch.launch` is about a batch. */
const byNoun: { readonly [noun: string]: (subject: string) => string } = {
  batch: (id) => `#/batches/${id}`,
  draft: (id) => `#/launch/draft/${id}`,
  automation: (id) => `#/rules/${id}`,
  plan: (digest) => `#/approvals/${digest}`,
  ad: adsAt('ad'),
  adset: adsAt('adset'),
  campaign: adsAt('campaign'),
  connection: () => '#/connections',
  key: () => '#/keys',
  invite: () => '#/people',
  person: () => '#/people',
  session: () => '#/sessions',
  guardrails: () => '#/limits',
  webhook: (id) => `#/webhooks/${id}`,
  workspace: () => '#/workspaces',
  'launch-defaults': () => '#/defaults',
  media: () => '#/library',
  board: () => '#/library',
  export: () => '#/reports',
  conversions: () => '#/conversions',
  'comment-filter': () => '#/inbox/filters',
};
