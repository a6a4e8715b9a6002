import { useState } from 'preact/hooks';
import type { AnswerOf } from '../../../../client/client.ts';
import { client } from '../../base/api.ts';
import { useResource } from '../../base/resource.ts';
import type { Me } from '../../base/shapes.ts';
import { count, sizeOf } from '../../base/words.ts';
import { Dialog } from '../../parts/dialogs.tsx';
import { Button, Field, FreshKey, PageHead, ProblemNote, TextField, Waiting } from '../../parts/parts.tsx';
import { Table } from '../../parts/table.tsx';
import { attempt, say } from '../../parts/toasts.tsx';
import { type Company, CompanyState } from './companies.tsx';
import { Deletion, ExportButton } from './export.tsx';
import { SupportKey } from './support-key.tsx';

/** One company, for the operator of the installation. */
export function CompanyPage({ id, me }: { readonly id: string; readonly me: Me }) {
  const { data, problem, reload, change } = useResource('companies.get', { id });
  const [fresh, setFresh] = useState<{ readonly name: string; readonly key: string }>();
  const [deleting, setDeleting] = useState(false);
  if (data === undefined) return problem ? <ProblemNote problem={problem} onRetry={reload} /> : <Waiting rows={4} />;
  const { company, usage } = data;
  const act = async (work: () => Promise<{ readonly company: Company }>, done: string): Promise<void> => {
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
            <Button icon="stop" onClick={() => void act(() => client.companies.suspend({ id }), `${company.name} is suspended.`)}>
              Suspend
            </Button>
          )
        ) : (
          <Button icon="again" onClick={() => void act(() => client.companies.resume({ id }), `${company.name} goes on.`)}>
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
        key={company.id}
        company={company}
        onSave={(patch) => void act(() => client.companies.update({ id, ...patch }), 'Saved.')}
      />
      <h2>A key for support</h2>
      <SupportKey companyId={id} onCreated={setFresh} />
      <Dialog title={`Delete ${company.name}?`} open={deleting} onClose={() => setDeleting(false)}>
        <Deletion
          company={company}
          onExported={reload}
          onConfirm={(request) => {
            setDeleting(false);
            void act(() => client.companies.delete({ id, ...request }), `${company.name} is removed in seven days.`);
          }}
        />
      </Dialog>
    </>
  );
}

function Usage({ usage }: { readonly usage: AnswerOf<'companies.get'>['usage'] }) {
  const { month, mediaBytes, batches, adsLaunched, calls, exports, ...counts } = usage;
  const rows: readonly (readonly [string, string])[] = [
    [`Batches in ${month}`, count(batches)],
    [`Ads launched in ${month}`, count(adsLaunched)],
    [`Requests in ${month}`, count(calls)],
    [`Exports in ${month}`, count(exports)],
    ['Media', sizeOf(mediaBytes)],
    ...Object.entries(counts).map(([name, value]) => [WORDS[name] ?? name, count(value)] as const),
  ];
  return (
    <Table narrow="pinned" label="Usage" head={['What', 'How much']} numbers={[1]}>
      {rows.map(([what, much]) => (
        <tr key={what}>
          <td>{what}</td>
          <td class="number">{much}</td>
        </tr>
      ))}
    </Table>
  );
}

const WORDS: { readonly [name: string]: string } = {
  keys: 'Keys',
  savedReports: 'Saved reports',
  connections: 'Connections',
  adAccounts: 'Ad accounts',
  openPlans: 'Plans that wait',
};

const LIMITS = {
  readsPerMinute: 'Reads a minute',
  writesPerMinute: 'Writes a minute',
  webhooks: 'Webhooks',
  adsPerMonth: 'Ads a month',
  mediaBytes: 'Media (bytes)',
} as const;

type Limit = keyof typeof LIMITS;

function Settings({
  company,
  onSave,
}: {
  readonly company: Company;
  readonly onSave: (patch: { name: string; limits: { [L in Limit]?: number | null } }) => void;
}) {
  const [name, setName] = useState(company.name);
  const [limits, setLimits] = useState<{ [L in Limit]?: string }>({});
  const names = Object.keys(LIMITS) as readonly Limit[];
  const submit = (event: Event): void => {
    event.preventDefault();
    const changed = names.flatMap((each) => {
      const given = limits[each];
      return given === undefined ? [] : [[each, given === '' ? null : Number(given)] as const];
    });
    onSave({ name, limits: Object.fromEntries(changed) });
    setLimits({});
  };
  return (
    <form class="card inline-form" onSubmit={submit}>
      <TextField label="Name" required maxLength={100} value={name} onText={setName} />
      {names.map((each) => (
        <Field key={each} label={LIMITS[each]} hint="Empty: as the service is set">
          <input
            type="number"
            min={0}
            value={limits[each] ?? company.limits[each] ?? ''}
            onInput={(event) => setLimits({ ...limits, [each]: event.currentTarget.value })}
          />
        </Field>
      ))}
      <Button type="submit" icon="check">
        Save
      </Button>
    </form>
  );
}
