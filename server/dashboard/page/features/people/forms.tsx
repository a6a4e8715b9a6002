import { useState } from 'preact/hooks';
import type { AnswerOf, InputOf } from '../../../../client/client.ts';
import { client } from '../../base/api.ts';
import type { PersonRow } from '../../base/shapes.ts';
import { Form } from '../../parts/form.tsx';
import { Field, TextField } from '../../parts/parts.tsx';
import { say } from '../../parts/toasts.tsx';

type Role = NonNullable<PersonRow['role']>;

const ROLES: readonly (readonly [role: Role, what: string])[] = [
  ['viewer', 'looks'],
  ['launcher', 'launches, uploads, undoes'],
  ['manager', 'changes campaigns, ad sets and ads'],
  ['admin', 'decides who may do what'],
];

/** A workspace by its name. */
export interface Place {
  readonly id: string;
  readonly name: string;
}

/** Roles by place; the whole company is the place without an id. */
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

function RolesFields({
  chosen,
  places,
  onChange,
}: {
  readonly chosen: Chosen;
  readonly places: readonly Place[];
  readonly onChange: (chosen: Chosen) => void;
}) {
  return (
    <>
      {[{ id: COMPANY, name: 'the whole company' }, ...(places.length > 1 ? places : [])].map(({ id, name }) => (
        <Field key={id} label={`Role in ${name}`}>
          <select
            value={chosen[id] ?? ''}
            onChange={(event) => onChange({ ...chosen, [id]: (event.currentTarget.value || undefined) as Role | undefined })}
          >
            <option value="">none</option>
            {ROLES.map(([role, what]) => (
              <option key={role} value={role}>
                {role}: {what}
              </option>
            ))}
          </select>
        </Field>
      ))}
    </>
  );
}

interface InviteFormProps {
  readonly places: readonly Place[];
  readonly onInvited: (invite: AnswerOf<'invites.create'>) => void;
}

export function InviteForm({ places, onInvited }: InviteFormProps) {
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<Chosen>({ [COMPANY]: 'launcher' });
  const send = () => client.invites.create({ email, ...(name !== '' && { name }), ...grantsOf(chosen) });
  return (
    <Form send={send} onDone={onInvited} button="Invite">
      <TextField label="E-mail address" type="email" required maxLength={254} value={email} onText={setEmail} />
      <TextField label="Name" hint="May stay empty" maxLength={100} value={name} onText={setName} />
      <RolesFields chosen={chosen} places={places} onChange={setChosen} />
    </Form>
  );
}

interface RolesFormProps {
  readonly person: PersonRow;
  readonly places: readonly Place[];
  readonly onChanged: () => void;
}

export function RolesForm({ person, places, onChanged }: RolesFormProps) {
  const [chosen, setChosen] = useState(chosenOf(person));
  const send = () => client.people.update({ id: person.id, ...grantsOf(chosen) });
  const finish = (): void => {
    say(`${person.email} may do so from the next request on.`);
    onChanged();
  };
  return (
    <Form send={send} onDone={finish} button="Save roles">
      <RolesFields chosen={chosen} places={places} onChange={setChosen} />
    </Form>
  );
}
