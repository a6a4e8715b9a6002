import { useState } from 'preact/hooks';
import { client } from '../../base/api.ts';
import { useResource } from '../../base/resource.ts';
import type { Invite, Me, PersonRow } from '../../base/shapes.ts';
import { ago, moment } from '../../base/words.ts';
import { Confirm, Dialog } from '../../parts/dialogs.tsx';
import { Badge, Button, Empty, PageHead, ProblemNote, Waiting } from '../../parts/parts.tsx';
import { Table } from '../../parts/table.tsx';
import { attempt, say } from '../../parts/toasts.tsx';
import { InviteForm, type Place, RolesForm } from './forms.tsx';

export function PeoplePage({ me }: { readonly me: Me }) {
  const people = useResource('people.list', { limit: 200 });
  const invites = useResource('invites.list', { limit: 200 });
  const workspaces = useResource('workspaces.list', { limit: 200 });
  const [inviting, setInviting] = useState(false);
  const [changing, setChanging] = useState<PersonRow>();
  const [leaving, setLeaving] = useState<PersonRow>();
  const places: readonly Place[] = (workspaces.data?.data ?? []).map(({ id, name }) => ({ id, name }));
  const rolesOf = ({ role, workspaces: each }: Pick<PersonRow, 'role' | 'workspaces'>): string =>
    [
      ...(role === null ? [] : [role]),
      ...each.map((one) => `${one.role} in ${places.find(({ id }) => id === one.workspaceId)?.name ?? one.workspaceId}`),
    ].join(', ');
  const remove = async (person: PersonRow): Promise<void> => {
    setLeaving(undefined);
    if ((await attempt(() => client.people.remove({ id: person.id }))) !== undefined)
      say(`${person.email} is removed, and signed out everywhere.`);
    people.reload();
  };
  const signOut = async (person: PersonRow): Promise<void> => {
    const answer = await attempt(() => client.people.signOut({ id: person.id }));
    if (answer) say(`${person.email} is signed out everywhere.`);
  };

  return (
    <>
      <PageHead title="People" lead="Who may sign in, and what they may do. Programs have keys instead.">
        <Button kind="primary" icon="plus" onClick={() => setInviting(true)}>
          Invite somebody
        </Button>
      </PageHead>
      {people.problem && <ProblemNote problem={people.problem} onRetry={people.reload} />}
      {people.data === undefined ? (
        !people.problem && <Waiting rows={3} />
      ) : people.data.data.length === 0 ? (
        <Empty icon="people" title="Nobody yet">
          Whoever accepts an invitation appears here.
        </Empty>
      ) : (
        <Table narrow="stacks" label="People" head={['Who', 'May', 'Last seen', '']}>
          {people.data.data.map((person) => (
            <tr key={person.id}>
              <td class="grow strong">
                {person.name ?? person.email} {person.id === me.person?.id && <Badge tone="live">you</Badge>}
                {person.name !== null && <span class="hint"> {person.email}</span>}
              </td>
              <td data-name="may">{rolesOf(person)}</td>
              <td class="nowrap" data-name="seen">
                {person.lastSeenAt === null ? 'never' : ago(person.lastSeenAt)}
              </td>
              <td class="nowrap right corner">
                <Button kind="quiet" onClick={() => setChanging(person)} label={`Change the roles of ${person.email}`}>
                  Roles
                </Button>
                <Button
                  kind="quiet"
                  icon="out"
                  label={`Sign ${person.email} out everywhere`}
                  onClick={() => void signOut(person)}
                />
                <Button kind="quiet" icon="trash" label={`Remove ${person.email}`} onClick={() => setLeaving(person)} />
              </td>
            </tr>
          ))}
        </Table>
      )}
      {invites.data !== undefined && invites.data.data.length > 0 && (
        <Invites list={invites.data.data} rolesOf={rolesOf} onChange={invites.reload} />
      )}
      <Dialog title="Invite somebody" open={inviting} onClose={() => setInviting(false)}>
        <InviteForm
          places={places}
          onInvited={({ email, sentAt }) => {
            setInviting(false);
            invites.reload();
            if (sentAt === null) say(`${email} is invited. Nothing was mailed: tell the person to sign in here.`, 'calm');
            else say(`An invitation is on its way to ${email}.`);
          }}
        />
      </Dialog>
      <Dialog title={`Roles of ${changing?.email ?? ''}`} open={changing !== undefined} onClose={() => setChanging(undefined)}>
        {changing && (
          <RolesForm
            person={changing}
            places={places}
            onChanged={() => {
              setChanging(undefined);
              people.reload();
            }}
          />
        )}
      </Dialog>
      <Confirm
        verb="Remove"
        name={leaving?.email}
        onClose={() => setLeaving(undefined)}
        onConfirm={() => leaving && void remove(leaving)}
      >
        <p>All sessions of the person end with the next request. What the person did stays in the audit.</p>
      </Confirm>
    </>
  );
}

interface InvitesProps {
  readonly list: readonly Invite[];
  readonly rolesOf: (invite: Invite) => string;
  readonly onChange: () => void;
}

function Invites({ list, rolesOf, onChange }: InvitesProps) {
  const resend = async ({ id, email }: Invite): Promise<void> => {
    const answer = await attempt(() => client.invites.resend({ id }));
    if (answer) say(answer.sentAt === null ? `The invitation of ${email} is open again.` : `Sent to ${email} again.`);
    onChange();
  };
  const withdraw = async ({ id, email }: Invite): Promise<void> => {
    if ((await attempt(() => client.invites.withdraw({ id }))) !== undefined) say(`The invitation of ${email} is withdrawn.`);
    onChange();
  };
  return (
    <section aria-label="Invitations">
      <h2 class="section">Invitations</h2>
      <Table narrow="stacks" label="Invitations" head={['Who', 'May', 'Until', '']}>
        {list.map((invite) => (
          <tr key={invite.id}>
            <td class="grow strong">{invite.email}</td>
            <td data-name="may">{rolesOf(invite)}</td>
            <td class="nowrap" data-name="until">
              {invite.status === 'expired' ? <Badge tone="warn">expired</Badge> : moment(invite.expiresAt)}
            </td>
            <td class="nowrap right corner">
              <Button kind="quiet" icon="again" label={`Send to ${invite.email} again`} onClick={() => void resend(invite)} />
              <Button
                kind="quiet"
                icon="trash"
                label={`Withdraw the invitation of ${invite.email}`}
                onClick={() => void withdraw(invite)}
              />
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
