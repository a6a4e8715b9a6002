import { useEffect, useState } from 'preact/hooks';
import { type ApiError, problemOf, signInStep } from '../base/api.ts';
import { Mark } from '../parts/icons.tsx';
import { Button, ProblemNote, Waiting } from '../parts/parts.tsx';

interface Invited {
  readonly company: string;
  readonly email: string;
  readonly role: string | null;
}

/** Where mailed links lead. Mail scanners open links, so only a click uses one up. What is behind the # reaches no log. */
export function MailedLinkPage({ kind, token, onDone }: { kind: 'sign-in' | 'invite'; token: string; onDone: () => void }) {
  const [invited, setInvited] = useState<Invited>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiError>();
  useEffect(() => {
    if (kind === 'invite') signInStep<Invited>('invite', { token }).then(setInvited, (error) => setProblem(problemOf(error)));
  }, [kind, token]);
  const follow = async () => {
    setBusy(true);
    try {
      await (kind === 'invite' ? signInStep('invite', { token, accept: true }) : signInStep('sign-in/link', { token }));
      // Back must not lead to a used link.
      location.replace('#/home');
      onDone();
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  };
  const isReady = kind === 'sign-in' || invited !== undefined;
  return (
    <section class="card panel">
      <Mark size={40} />
      <h1>{kind === 'invite' ? 'You are invited' : 'Sign in to Slipway'}</h1>
      {invited && (
        <p>
          <strong>{invited.email}</strong> is invited to <strong>{invited.company}</strong>
          {invited.role !== null && ` as ${invited.role}`}.
        </p>
      )}
      {problem ? (
        <>
          <ProblemNote problem={problem} />
          <a href="#/home">Go to the page where you sign in</a>
        </>
      ) : isReady ? (
        <Button kind="primary" busy={busy} onClick={() => void follow()}>
          {kind === 'invite' ? 'Accept and sign in' : 'Sign in'}
        </Button>
      ) : (
        <Waiting rows={2} />
      )}
    </section>
  );
}
