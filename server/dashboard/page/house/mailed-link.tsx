import { useState } from 'preact/hooks';
import { type ApiError, signInStep, useAnswer } from '../base/api.ts';
import { attempt } from '../parts/dialogs.tsx';
import { Mark } from '../parts/icons.tsx';
import { Button, ProblemNote, Waiting } from '../parts/parts.tsx';

interface Invited {
  readonly company: string;
  readonly email: string;
  readonly role: string | null;
}

/**
 * Where mailed links lead. Mail scanners open links, so only a click uses one up. What is behind
 * the # reaches no log.
 */
export function MailedLinkPage({
  kind,
  token,
  onDone,
}: {
  kind: 'sign-in' | 'invite';
  token: string;
  onDone: () => void;
}) {
  const [refused, setRefused] = useState<ApiError>();
  const { data: invited, problem = refused } = useAnswer(
    kind === 'invite' ? () => signInStep<Invited>('invite', { token }) : undefined,
    [kind, token],
  );
  const follow = async () => {
    const step = () =>
      kind === 'invite'
        ? signInStep('invite', { token, accept: true })
        : signInStep('sign-in/link', { token });
    if ((await attempt(step, setRefused)) === undefined) return;
    // Back must not lead to a used link.
    location.replace('#/home');
    onDone();
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
        <Button kind="primary" waits onClick={follow}>
          {kind === 'invite' ? 'Accept and sign in' : 'Sign in'}
        </Button>
      ) : (
        <Waiting rows={2} />
      )}
    </section>
  );
}
