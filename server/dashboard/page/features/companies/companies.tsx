import { useState } from 'preact/hooks';
import { type AnswerOf, client } from '../../base/api.ts';
import { moment } from '../../base/words.ts';
import { Form, TextField } from '../../parts/fields.tsx';
import { useCreate } from '../../parts/list-page.tsx';
import { Badge, Empty, PageHead } from '../../parts/parts.tsx';
import { ResourceList, usePages } from '../../parts/table.tsx';

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
  const [search, setSearch] = useState('');
  const [name, setName] = useState('');
  const companies = usePages('companies.list', search === '' ? {} : { search });
  const { create, secret } = useCreate('New company', companies.reload, (done) => (
    <Form
      send={() => client.companies.create({ name })}
      onDone={({ adminKey }) => {
        done({ name, secret: adminKey });
        setName('');
      }}
      button="Create company"
    >
      <TextField label="Name" required maxLength={100} value={name} onValue={setName} />
    </Form>
  ));
  return (
    <>
      <PageHead
        title="Companies"
        lead="All companies of this installation. What is changed here stands in its audit."
      >
        {create}
      </PageHead>
      {secret}
      <TextField
        label="Search by name"
        type="search"
        value={search}
        maxLength={100}
        onValue={setSearch}
      />
      <ResourceList
        of={companies}
        empty={
          <Empty icon="research" title="No such company">
            No company has this in its name.
          </Empty>
        }
        label="Companies"
        columns={[
          [
            'Name',
            (company) => <a href={`#/companies/${company.id}`}>{company.name}</a>,
            'grow strong',
          ],
          ['Id', ({ id }) => id, 'ids'],
          ['State', (company) => <CompanyState company={company} />, 'nowrap'],
          ['Created', ({ createdAt }) => createdAt.slice(0, 10), 'nowrap', 'created'],
        ]}
      />
    </>
  );
}
