import { useState } from 'preact/hooks';
import { type AnswerOf, client, type InputOf, type RowOf } from '../../base/api.ts';
import { say } from '../../parts/dialogs.tsx';
import { Form, SelectField, TextField, useValues } from '../../parts/fields.tsx';

export type PersonRow = RowOf<'people.list'>;
type Role = NonNullable<PersonRow['role']>;

const ROLES: { readonly [R in Role]: string } = {
  viewer: 'viewer: looks',
  launcher: 'launcher: launches, uploads, undoes',
  manager: 'manager: changes campaigns, ad sets and ads',
  admin: 'admin: decides who may do what',
};

export interface Place {
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

const grantsOf = ({ [COMPANY]: role, ...places }: Chosen): Required<Pick<InputOf<'people.update'>, 'role' | 'workspaces'>> => ({
  role: role ?? null,
  workspaces: Object.entries(places).flatMap(([workspaceId, each]) => (each === undefined ? [] : [{ workspaceId, role: each }])),
});

interface RolesFieldsProps {
  places: readonly Place[];
  value: Chosen;
  onValue: (chosen: Chosen) => void;
}

const RolesFields = ({ value, places, onValue }: RolesFieldsProps) => (
  <>
    {[{ id: COMPANY, name: 'the whole company' }, ...(places.length > 1 ? places : [])].map(({ id, name }) => (
      <SelectField<Role | ''>
        key={id}
        label={`Role in ${name}`}
        choices={[['', 'none'], ...(Object.entries(ROLES) as [Role, string][])]}
        value={value[id] ?? ''}
        onValue={(role) => onValue({ ...value, [id]: role || undefined })}
      />
    ))}
  </>
);

interface InviteFormProps {
  places: readonly Place[];
  onInvited: (invite: AnswerOf<'invites.create'>) => void;
}

export function InviteForm({ places, onInvited }: InviteFormProps) {
  const { values, bind } = useValues({ email: '', name: '', roles: { [COMPANY]: 'launcher' } as Chosen });
  const { email, name, roles } = values;
  const send = () => client.invites.create({ email, ...(name !== '' && { name }), ...grantsOf(roles) });
  return (
    <Form send={send} onDone={onInvited} button="Invite">
      <TextField label="E-mail address" type="email" required maxLength={254} {...bind('email')} />
      <TextField label="Name" hint="May stay empty" maxLength={100} {...bind('name')} />
      <RolesFields places={places} {...bind('roles')} />
    </Form>
  );
}

export function RolesForm({ person, places, onChanged }: { person: PersonRow; places: readonly Place[]; onChanged: () => void }) {
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
