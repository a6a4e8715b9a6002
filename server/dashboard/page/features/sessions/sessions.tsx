import { useState } from 'preact/hooks';
import { client, signInStep } from '../../base/api.ts';
import { useResource } from '../../base/resource.ts';
import type { Me, SessionRow } from '../../base/shapes.ts';
import { ago, moment } from '../../base/words.ts';
import { Badge, Button, PageHead, ProblemNote, Waiting } from '../../parts/parts.tsx';
import { Table } from '../../parts/table.tsx';
import { attempt, say } from '../../parts/toasts.tsx';

const WAYS = { key: 'with a key', email: 'by e-mail', oidc: 'with the provider' } as const;

export function SessionsPage({ me, mayAll }: { readonly me: Me; readonly mayAll: boolean }) {
  const [everyone, setEveryone] = useState(false);
  const { data, problem, reload } = useResource('sessions.list', { limit: 200, ...(everyone && { everyone: true }) });
  const end = async (session: SessionRow): Promise<void> => {
    if ((await attempt(() => client.sessions.revoke({ id: session.id }))) !== undefined) say('The session is ended.');
    reload();
  };
  const endOthers = async (): Promise<void> => {
    const answer = await attempt(() => client.sessions.revokeOthers());
    if (answer) say(`You are signed out everywhere else: ${answer.ended} ended.`);
    reload();
  };
  return (
    <>
      <PageHead title="Sessions" lead="Where you are signed in. A session that is ended is refused with its next request.">
        <Button icon="out" onClick={() => void endOthers()}>
          Sign out everywhere else
        </Button>
      </PageHead>
      <Companies me={me} />
      {mayAll && (
        <label class="check">
          <input type="checkbox" checked={everyone} onChange={(event) => setEveryone(event.currentTarget.checked)} />
          Show everyone’s
        </label>
      )}
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      {data === undefined ? (
        !problem && <Waiting rows={3} />
      ) : (
        <Table narrow="stacks" label="Sessions" head={['Who', 'Browser', 'From', 'Began', 'Ends', '']}>
          {data.data.map((session) => (
            <tr key={session.id}>
              <td class="strong">
                {session.holder.name} {session.current && <Badge tone="live">this one</Badge>}
                <span class="hint"> {WAYS[session.signedInBy]}</span>
              </td>
              <td class="grow hint" data-name="browser">
                {session.agent ?? 'unknown'}
              </td>
              <td class="nowrap" data-name="from">
                {session.address ?? 'unknown'}
              </td>
              <td class="nowrap" data-name="began">
                {ago(session.beganAt)}
              </td>
              <td class="nowrap" data-name="ends">
                {moment(session.expiresAt)}
              </td>
              <td class="nowrap right corner">
                <Button
                  kind="quiet"
                  icon="trash"
                  label={session.current ? 'End this session' : `End the session of ${session.holder.name}`}
                  onClick={() => void end(session)}
                />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}

/** Companies of the same address: a person of several changes between them here. */
function Companies({ me }: { readonly me: Me }) {
  const others = (me.person?.companies ?? []).filter(({ id }) => id !== me.company.id);
  const change = async (companyId: string): Promise<void> => {
    // Nothing of one company may stay on the page of another.
    if ((await attempt(() => signInStep('session/company', { companyId }))) !== undefined) location.reload();
  };
  if (others.length === 0) return null;
  return (
    <section aria-label="Your companies">
      <p>You are signed in for {me.company.name}.</p>
      {others.map(({ id, name }) => (
        <Button key={id} onClick={() => void change(id)}>
          Change to {name}
        </Button>
      ))}
    </section>
  );
}
