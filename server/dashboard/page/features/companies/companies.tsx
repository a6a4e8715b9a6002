import { useState } from 'preact/hooks';
import type { AnswerOf } from '../../../../client/client.ts';
import { client } from '../../base/api.ts';
import { useResource } from '../../base/resource.ts';
import { moment } from '../../base/words.ts';
import { Dialog } from '../../parts/dialogs.tsx';
import { FormFoot } from '../../parts/form.tsx';
import { Badge, Button, Empty, Field, FreshKey, PageHead, ProblemNote, TextField, Waiting } from '../../parts/parts.tsx';
import { Pager, Table } from '../../parts/table.tsx';
import { attempt } from '../../parts/toasts.tsx';

export type Company = AnswerOf<'companies.get'>['company'];

export const CompanyState = ({ company: { status, deleteAt } }: { readonly company: Company }) =>
  status === 'active' ? (
    <Badge tone="good">Active</Badge>
  ) : status === 'suspended' ? (
    <Badge tone="warn">Suspended</Badge>
  ) : (
    <Badge tone="bad">Removed on {moment(deleteAt ?? '')}</Badge>
  );

/** The companies of the installation, for its operator. */
export function CompaniesPage() {
  const [offset, setOffset] = useState(0);
  const [search, setSearch] = useState('');
  const [creating, setCreating] = useState(false);
  const [fresh, setFresh] = useState<{ readonly name: string; readonly key: string }>();
  const query = { limit: 50, offset, ...(search !== '' && { search }) };
  const { data, problem, reload } = useResource('companies.list', query);
  return (
    <>
      <PageHead title="Companies" lead="All companies of this installation. What is changed here stands in its audit.">
        <Button kind="primary" icon="plus" onClick={() => setCreating(true)}>
          New company
        </Button>
      </PageHead>
      {fresh && <FreshKey name={fresh.name} secret={fresh.key} />}
      <Field label="Search by name">
        <input
          type="search"
          value={search}
          maxLength={100}
          onInput={(event) => {
            setOffset(0);
            setSearch(event.currentTarget.value);
          }}
        />
      </Field>
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      {data === undefined ? (
        !problem && <Waiting rows={4} />
      ) : data.data.length === 0 ? (
        <Empty icon="research" title="No such company">
          No company has this in its name.
        </Empty>
      ) : (
        <Table narrow="stacks" label="Companies" head={['Name', 'Id', 'State', 'Created']}>
          {data.data.map((company) => (
            <tr key={company.id}>
              <td class="grow strong">
                <a href={`#/companies/${company.id}`}>{company.name}</a>
              </td>
              <td class="ids">{company.id}</td>
              <td class="nowrap">
                <CompanyState company={company} />
              </td>
              <td class="nowrap" data-name="created">
                {company.createdAt.slice(0, 10)}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {data && <Pager list={data} onOffset={setOffset} />}
      <Dialog title="New company" open={creating} onClose={() => setCreating(false)}>
        <NewCompany
          onCreated={(created) => {
            setCreating(false);
            setFresh(created);
            reload();
          }}
        />
      </Dialog>
    </>
  );
}

function NewCompany({ onCreated }: { readonly onCreated: (created: { name: string; key: string }) => void }) {
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const created = await attempt(() => client.companies.create({ name }));
    setBusy(false);
    if (created) onCreated({ name, key: created.adminKey });
  };
  return (
    <form onSubmit={submit}>
      <TextField label="Name" required maxLength={100} value={name} onText={setName} />
      <FormFoot busy={busy}>Create company</FormFoot>
    </form>
  );
}
