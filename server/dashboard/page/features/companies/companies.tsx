import { useState } from 'preact/hooks';
import { type AnswerOf, client, useResource } from '../../base/api.ts';
import { moment } from '../../base/words.ts';
import { DialogButton } from '../../parts/dialogs.tsx';
import { Form, TextField } from '../../parts/fields.tsx';
import { Badge, Empty, FreshKey, PageHead } from '../../parts/parts.tsx';
import { ResourceList } from '../../parts/table.tsx';

export type Company = AnswerOf<'companies.get'>['company'];

export const CompanyState = ({ company: { status, deleteAt } }: { company: Company }) =>
  status === 'active' ? (
    <Badge tone="good">Active</Badge>
  ) : status === 'suspended' ? (
    <Badge tone="warn">Suspended</Badge>
  ) : (
    <Badge tone="bad">Removed on {moment(deleteAt ?? '')}</Badge>
  );

export function CompaniesPage() {
  const [offset, setOffset] = useState(0);
  const [search, setSearch] = useState('');
  const [name, setName] = useState('');
  const [fresh, setFresh] = useState<{ readonly name: string; readonly key: string }>();
  const companies = useResource('companies.list', { limit: 50, offset, ...(search !== '' && { search }) });
  return (
    <>
      <PageHead title="Companies" lead="All companies of this installation. What is changed here stands in its audit.">
        <DialogButton kind="primary" icon="plus" title="New company">
          {(close) => (
            <Form
              send={() => client.companies.create({ name })}
              onDone={({ adminKey }) => {
                close();
                setFresh({ name, key: adminKey });
                setName('');
                companies.reload();
              }}
              button="Create company"
            >
              <TextField label="Name" required maxLength={100} value={name} onValue={setName} />
            </Form>
          )}
        </DialogButton>
      </PageHead>
      {fresh && <FreshKey name={fresh.name} secret={fresh.key} />}
      <TextField
        label="Search by name"
        type="search"
        value={search}
        maxLength={100}
        onValue={(text) => {
          setOffset(0);
          setSearch(text);
        }}
      />
      <ResourceList
        of={companies}
        empty={
          <Empty icon="research" title="No such company">
            No company has this in its name.
          </Empty>
        }
        onOffset={setOffset}
        label="Companies"
        columns={[
          ['Name', (company) => <a href={`#/companies/${company.id}`}>{company.name}</a>, 'grow strong'],
          ['Id', ({ id }) => id, 'ids'],
          ['State', (company) => <CompanyState company={company} />, 'nowrap'],
          ['Created', ({ createdAt }) => createdAt.slice(0, 10), 'nowrap', 'created'],
        ]}
      />
    </>
  );
}
