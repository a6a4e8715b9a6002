import { useState } from 'preact/hooks';
import {
  type AnswerOf,
  client,
  type InputOf,
  type Me,
  type RowOf,
  useResource,
} from '../../base/api.ts';
import { ago, moment } from '../../base/words.ts';
import { act, say } from '../../parts/dialogs.tsx';
import { Form, SelectField, TextField, useValues } from '../../parts/fields.tsx';
import { ActionList, useCreate } from '../../parts/list-page.tsx';
import { Badge, Button, Empty, PageHead } from '../../parts/parts.tsx';
import { List } from '../../parts/table.tsx';

type Invite = RowOf<'invites.list'>;

export function PeoplePage({ me }: { me: Me }) {
  const people = useResource('people.list', { limit: 200 });
  const invites = useResource('invites.list', { limit: 200 });
  const workspaces = useResource('workspaces.list', { limit: 200 });
  const places: readonly Place[] = workspaces.data?.data ?? [];
  const rolesOf = ({ role, workspaces: each }: Pick<PersonRow, 'role' | 'workspaces'>) =>
    [
      ...(role === null ? [] : [role]),
      ...each.map(
        (one) =>
          `${one.role} in ${places.find(({ id }) => id === one.workspaceId)?.name ?? one.workspaceId}`,
      ),
    ].join(', ');
  const { create } = useCreate('Invite a person', invites.reload, (done) => (
    <InviteForm
      places={places}
      onInvited={({ email, sentAt }) => {
        done();
        if (sentAt === null)
          say(`${email} is invited. Nothing was mailed: tell the person to sign in here.`, 'calm');
        else say(`An invitation is on its way to ${email}.`);
      }}
    />
  ));
  return (
    <>
      <PageHead
        title="People"
        lead="Who may sign in, and what they may do. Programs have keys instead."
      >
        {create}
      </PageHead>
      <ActionList
        of={people}
        lines={3}
        empty={
          <Empty icon="people" title="No people yet">
            People who accept an invitation appear here.
          </Empty>
        }
        label="People"
        columns={[
          [
            'Who',
            ({ id, name, email }) => (
              <>
                {name ?? email} {id === me.person?.id && <Badge tone="live">you</Badge>}
                {name !== null && <span class="hint"> {email}</span>}
              </>
            ),
            'grow strong',
          ],
          ['May', rolesOf, '', 'may'],
          [
            'Last seen',
            ({ lastSeenAt }) => (lastSeenAt === null ? 'never' : ago(lastSeenAt)),
            'nowrap',
            'seen',
          ],
        ]}
        corner
        nameOf={({ email }) => email}
        edit={{
          word: 'Roles',
          label: (email) => `Change the roles of ${email}`,
          title: (email) => `Roles of ${email}`,
          form: (person, done) => <RolesForm person={person} places={places} onChanged={done} />,
        }}
        actions={({ id, email }) => (
          <Button
            kind="quiet"
            icon="out"
            label={`Sign ${email} out everywhere`}
            onClick={() =>
              act(() => client.people.signOut({ id }), `${email} is signed out everywhere.`)
            }
          />
        )}
        ending={{
          verb: 'Remove',
          call: ({ id }) => client.people.remove({ id }),
          said: (email) => `${email} is removed, and signed out everywhere.`,
          note: 'All sessions of the person end with the next request. What the person did stays in the audit.',
        }}
      />
      {invites.data !== undefined && invites.data.data.length > 0 && (
        <Invites list={invites.data.data} rolesOf={rolesOf} onChange={invites.reload} />
      )}
    </>
  );
}

interface InvitesProps {
  list: readonly Invite[];
  rolesOf: (invite: Invite) => string;
  onChange: () => void;
}

const Invites = ({ list, rolesOf, onChange }: InvitesProps) => (
  <section aria-label="Invitations">
    <h2 class="section">Invitations</h2>
    <List
      label="Invitations"
      rows={list}
      columns={[
        ['Who', ({ email }) => email, 'grow strong'],
        ['May', rolesOf, '', 'may'],
        [
          'Until',
          ({ status, expiresAt }) =>
            status === 'expired' ? <Badge tone="warn">expired</Badge> : moment(expiresAt),
          'nowrap',
          'until',
        ],
        [
          '',
          ({ id, email }) => (
            <>
              <Button
                kind="quiet"
                icon="again"
                label={`Send to ${email} again`}
                onClick={() =>
                  act(
                    () => client.invites.resend({ id }),
                    ({ sentAt }) =>
                      sentAt === null
                        ? `The invitation of ${email} is open again.`
                        : `Sent to ${email} again.`,
                    onChange,
                  )
                }
              />
              <Button
                kind="quiet"
                icon="trash"
                label={`Withdraw the invitation of ${email}`}
                onClick={() =>
                  act(
                    () => client.invites.withdraw({ id }),
                    `The invitation of ${email} is withdrawn.`,
                    onChange,
                  )
                }
              />
            </>
          ),
          'nowrap right corner',
        ],
      ]}
    />
  </section>
);

type PersonRow = RowOf<'people.list'>;
type Role = NonNullable<PersonRow['role']>;

const ROLES: { readonly [R in Role]: string } = {
  viewer: 'viewer: looks',
  launcher: 'launcher: launches, uploads, undoes',
  manager: 'manager: changes campaigns, ad sets and ads',
  admin: 'admin: decides who may do what',
};

interface Place {
  readonly id: string;
  readonly name: string;
}

/** The place without an id is the whole company. */
type Chosen = { readonly [place: string]: Role | undefined };

const COMPANY = '';

const chosenOf = ({ role, workspaces }: Pick<PersonRow, 'role' | 'workspaces'>): Chosen => ({
  ...(role !== null && { [COMPANY]: role }),
  ...Object.fromEntries(workspaces.map((each) => [each.workspaceId, each.role])),
});

const grantsOf = ({
  [COMPANY]: role,
  ...places
}: Chosen): Required<Pick<InputOf<'people.update'>, 'role' | 'workspaces'>> => ({
  role: role ?? null,
  workspaces: Object.entries(places).flatMap(([workspaceId, each]) =>
    each === undefined ? [] : [{ workspaceId, role: each }],
  ),
});

interface RolesFieldsProps {
  places: readonly Place[];
  value: Chosen;
  onValue: (chosen: Chosen) => void;
}

const RolesFields = ({ value, places, onValue }: RolesFieldsProps) => (
  <>
    {[{ id: COMPANY, name: 'the whole company' }, ...(places.length > 1 ? places : [])].map(
      ({ id, name }) => (
        <SelectField<Role | ''>
          key={id}
          label={`Role in ${name}`}
          choices={[['', 'none'], ...(Object.entries(ROLES) as [Role, string][])]}
          value={value[id] ?? ''}
          onValue={(role) => onValue({ ...value, [id]: role || undefined })}
        />
      ),
    )}
  </>
);

interface InviteFormProps {
  places: readonly Place[];
  onInvited: (invite: AnswerOf<'invites.create'>) => void;
}

function InviteForm({ places, onInvited }: InviteFormProps) {
  const { values, bind, kept } = useValues(
    { email: '', name: '', roles: { [COMPANY]: 'launcher' } as Chosen },
    'invite',
  );
  const { email, name, roles } = values;
  const send = () =>
    client.invites.create({ email, ...(name !== '' && { name }), ...grantsOf(roles) });
  return (
    <Form kept={kept} send={send} onDone={onInvited} button="Invite">
      <TextField label="E-mail address" type="email" required maxLength={254} {...bind('email')} />
      <TextField label="Name" hint="May stay empty" maxLength={100} {...bind('name')} />
      <RolesFields places={places} {...bind('roles')} />
    </Form>
  );
}

function RolesForm({
  person,
  places,
  onChanged,
}: {
  person: PersonRow;
  places: readonly Place[];
  onChanged: () => void;
}) {
  const [chosen, setChosen] = useState(chosenOf(person));
  return (
    <Form
      send={() => client.people.update({ id: person.id, ...grantsOf(chosen) })}
      onDone={() => {
        say(`${person.email} may do so from the next request on.`);
        onChanged();
      }}
      button="Save roles"
    >
      <RolesFields value={chosen} places={places} onValue={setChosen} />
    </Form>
  );
}
