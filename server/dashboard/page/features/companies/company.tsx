import { useState } from 'preact/hooks';
import { type AnswerOf, client, type Me, useResource } from '../../base/api.ts';
import { downloadFile } from '../../base/download.ts';
import { count, moment, sizeOf } from '../../base/words.ts';
import { act, attempt, Dialog, say } from '../../parts/dialogs.tsx';
import { Check, Form, LineForm, SelectField, TextField, useValues } from '../../parts/fields.tsx';
import { Button, FreshKey, PageHead, ProblemNote, Waiting } from '../../parts/parts.tsx';
import { List } from '../../parts/table.tsx';
import { type Company, CompanyState } from './companies.tsx';

type FreshSecret = { readonly name: string; readonly key: string };

export function CompanyPage({ id, me }: { id: string; me: Me }) {
  const { data, problem, reload, change } = useResource('companies.get', { id });
  const [fresh, setFresh] = useState<FreshSecret>();
  const [deleting, setDeleting] = useState(false);
  if (data === undefined)
    return problem ? <ProblemNote problem={problem} onRetry={reload} /> : <Waiting rows={4} />;
  const { company, usage } = data;
  const act = async (work: () => Promise<{ readonly company: Company }>, done: string) => {
    const answer = await attempt(work);
    if (answer === undefined) return;
    change((before) => ({ ...before, company: answer.company }));
    say(done);
  };
  const isOwn = id === me.company.id;
  return (
    <>
      <PageHead title={company.name} lead={<a href="#/companies">All companies</a>}>
        {company.status === 'active' ? (
          !isOwn && (
            <Button
              icon="stop"
              onClick={() =>
                act(() => client.companies.suspend({ id }), `${company.name} is suspended.`)
              }
            >
              Suspend
            </Button>
          )
        ) : (
          <Button
            icon="again"
            onClick={() => act(() => client.companies.resume({ id }), `${company.name} goes on.`)}
          >
            Resume
          </Button>
        )}
        <ExportButton id={id} onExported={reload} />
        {!isOwn && company.status !== 'deleting' && (
          <Button kind="danger" icon="trash" onClick={() => setDeleting(true)}>
            Delete
          </Button>
        )}
      </PageHead>
      <p>
        <CompanyState company={company} /> <span class="ids">{company.id}</span>
      </p>
      {fresh && <FreshKey name={fresh.name} secret={fresh.key} />}
      <h2>Uses</h2>
      <Usage usage={usage} />
      <h2>Name and limits</h2>
      <Settings
        key={id}
        company={company}
        onSave={(patch) => act(() => client.companies.update({ id, ...patch }), 'Saved.')}
      />
      <h2>A key for support</h2>
      <SupportKey companyId={id} onCreated={setFresh} />
      <Dialog title={`Delete ${company.name}?`} open={deleting} onClose={() => setDeleting(false)}>
        <Deletion
          company={company}
          onExported={reload}
          onConfirm={(request) => {
            setDeleting(false);
            void act(
              () => client.companies.delete({ id, ...request }),
              `${company.name} is removed in seven days.`,
            );
          }}
        />
      </Dialog>
    </>
  );
}

const WORDS: { readonly [name: string]: string } = {
  keys: 'Keys',
  savedReports: 'Saved reports',
  connections: 'Connections',
  adAccounts: 'Ad accounts',
  openPlans: 'Plans that wait',
};

function Usage({ usage }: Pick<AnswerOf<'companies.get'>, 'usage'>) {
  const { month, mediaBytes, batches, adsLaunched, calls, exports, ...counts } = usage;
  const rows: readonly (readonly [what: string, much: string])[] = [
    [`Batches in ${month}`, count(batches)],
    [`Ads launched in ${month}`, count(adsLaunched)],
    [`Requests in ${month}`, count(calls)],
    [`Exports in ${month}`, count(exports)],
    ['Media', sizeOf(mediaBytes)],
    ...Object.entries(counts).map(([name, value]) => [WORDS[name] ?? name, count(value)] as const),
  ];
  return (
    <List
      narrow="pinned"
      label="Usage"
      rows={rows}
      columns={[
        ['What', ([what]) => what],
        ['How much', ([, much]) => much, 'number'],
      ]}
    />
  );
}

const LIMITS = {
  readsPerMinute: 'Reads a minute',
  writesPerMinute: 'Writes a minute',
  webhooks: 'Webhooks',
  adsPerMonth: 'Ads a month',
  mediaBytes: 'Media (bytes)',
} as const;

type Limit = keyof typeof LIMITS;

interface SettingsProps {
  company: Company;
  onSave: (patch: { name: string; limits: { [L in Limit]?: number | null } }) => unknown;
}

function Settings({ company, onSave }: SettingsProps) {
  const [name, setName] = useState(company.name);
  const [limits, setLimits] = useState<{ [L in Limit]?: string }>({});
  const names = Object.keys(LIMITS) as readonly Limit[];
  const save = () => {
    const changed = Object.entries(limits).map(([each, given]) => [
      each,
      given === '' ? null : Number(given),
    ]);
    setLimits({});
    return onSave({ name, limits: Object.fromEntries(changed) });
  };
  return (
    <LineForm class="card inline-form" onSend={save} icon="check" button="Save">
      <TextField label="Name" required maxLength={100} value={name} onValue={setName} />
      {names.map((each) => (
        <TextField
          key={each}
          label={LIMITS[each]}
          hint="Empty: as the service is set"
          type="number"
          min={0}
          value={limits[each] ?? String(company.limits[each] ?? '')}
          onValue={(text) => setLimits({ ...limits, [each]: text })}
        />
      ))}
    </LineForm>
  );
}

const SCOPES = {
  'Read only': ['read'],
  'Read, launch and manage': ['read', 'launch', 'manage'],
  Admin: ['admin'],
} as const;

function SupportKey({
  companyId,
  onCreated,
}: {
  companyId: string;
  onCreated: (created: FreshSecret) => void;
}) {
  const { values, bind } = useValues({ name: 'Support', kind: 'Read only' as keyof typeof SCOPES });
  const create = async () => {
    const { name, kind } = values;
    const created = await attempt(() =>
      client.companies.createKey({ id: companyId, name, scopes: [...SCOPES[kind]] }),
    );
    if (created) onCreated(created);
  };
  return (
    <LineForm class="card inline-form" onSend={create} icon="keys" button="Create key">
      <TextField
        label="Name of the key"
        hint="The audit of the company shows that you made it"
        required
        maxLength={100}
        {...bind('name')}
      />
      <SelectField
        label="It may"
        choices={(Object.keys(SCOPES) as (keyof typeof SCOPES)[]).map((each) => [each, each])}
        {...bind('kind')}
      />
    </LineForm>
  );
}

const ExportButton = ({ id, onExported }: { id: string; onExported: () => void }) => (
  <Button
    icon="download"
    waits
    onClick={() =>
      act(
        async () => downloadFile(await client.companies.export({ id })),
        (name) => `${name} is in your downloads. Media are in it by their addresses.`,
        onExported,
      )
    }
  >
    Export
  </Button>
);

interface DeletionProps {
  company: Company;
  onExported: () => void;
  onConfirm: (request: { readonly confirm: string; readonly withoutExport?: true }) => void;
}

function Deletion({ company: { id, name, exportedAt }, onExported, onConfirm }: DeletionProps) {
  const { values, bind } = useValues({ confirm: '', withoutExport: false });
  const { confirm, withoutExport } = values;
  return (
    <Form
      send={async () => onConfirm({ confirm, ...(withoutExport && { withoutExport }) })}
      kind="danger"
      disabled={confirm !== name || (exportedAt === null && !withoutExport)}
      button="Delete in seven days"
    >
      <p>
        It is suspended at once. After seven days its documents, media, exports, figures, keys and
        its audit are removed for good; until then Resume brings it back. Ads that run on a platform
        go on running there.
      </p>
      <p>
        {exportedAt === null
          ? 'Nothing of it was exported yet.'
          : `It was last exported ${moment(exportedAt)}.`}{' '}
        An export of the last 24 hours, or since it was suspended, is needed.{' '}
        <ExportButton id={id} onExported={onExported} />
      </p>
      <Check {...bind('withoutExport')}>Delete it without an export</Check>
      <TextField
        label="Its name, to confirm"
        hint={name}
        required
        autocomplete="off"
        {...bind('confirm')}
      />
    </Form>
  );
}
