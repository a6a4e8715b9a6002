import { useState } from 'preact/hooks';
import { client, type Me, signInStep, useResource } from '../../base/api.ts';
import { ago, moment } from '../../base/words.ts';
import { act, attempt } from '../../parts/dialogs.tsx';
import { Check } from '../../parts/fields.tsx';
import { Badge, Button, PageHead } from '../../parts/parts.tsx';
import { ResourceList } from '../../parts/table.tsx';

const WAYS = { key: 'with a key', email: 'by e-mail', oidc: 'with the provider' } as const;

export function SessionsPage({ me, mayAll }: { me: Me; mayAll: boolean }) {
  const [everyone, setEveryone] = useState(false);
  const sessions = useResource('sessions.list', {
    limit: 200,
    ...(everyone && { everyone: true }),
  });
  const endOthers = () =>
    act(
      () => client.sessions.revokeOthers(),
      ({ ended }) => `You are signed out everywhere else: ${ended} ended.`,
      sessions.reload,
    );
  return (
    <>
      <PageHead
        title="Sessions"
        lead="Where you are signed in. A session that is ended is refused with its next request."
      >
        <Button icon="out" onClick={endOthers}>
          Sign out everywhere else
        </Button>
      </PageHead>
      <Companies me={me} />
      {mayAll && (
        <Check value={everyone} onValue={setEveryone}>
          Show everyone’s
        </Check>
      )}
      <ResourceList
        of={sessions}
        lines={3}
        label="Sessions"
        columns={[
          [
            'Who',
            ({ holder, current, signedInBy }) => (
              <>
                {holder.name} {current && <Badge tone="live">this one</Badge>}
                <span class="hint"> {WAYS[signedInBy]}</span>
              </>
            ),
            'strong',
          ],
          ['Browser', ({ agent }) => agent ?? 'unknown', 'grow hint', 'browser'],
          ['From', ({ address }) => address ?? 'unknown', 'nowrap', 'from'],
          ['Began', ({ beganAt }) => ago(beganAt), 'nowrap', 'began'],
          ['Ends', ({ expiresAt }) => moment(expiresAt), 'nowrap', 'ends'],
          [
            '',
            ({ id, current, holder }) => (
              <Button
                kind="quiet"
                icon="trash"
                label={current ? 'End this session' : `End the session of ${holder.name}`}
                onClick={() =>
                  act(
                    () => client.sessions.revoke({ id }),
                    'The session is ended.',
                    sessions.reload,
                  )
                }
              />
            ),
            'nowrap right corner',
          ],
        ]}
      />
    </>
  );
}

function Companies({ me }: { me: Me }) {
  const others = (me.person?.companies ?? []).filter(({ id }) => id !== me.company.id);
  const change = async (companyId: string) => {
    // Nothing of the company before may stay on the page.
    if ((await attempt(() => signInStep('session/company', { companyId }))) !== undefined)
      location.reload();
  };
  if (others.length === 0) return null;
  return (
    <section aria-label="Your companies">
      <p>You are signed in for {me.company.name}.</p>
      {others.map(({ id, name }) => (
        <Button key={id} onClick={() => change(id)}>
          Change to {name}
        </Button>
      ))}
    </section>
  );
}
