import { useState } from 'preact/hooks';
import type { ApiError } from '../../../client/client.ts';
import { problemOf, signIn } from '../base/api.ts';
import { Mark } from '../parts/icons.tsx';
import { Button, ProblemNote, TextField } from '../parts/parts.tsx';
import { hasWays, SignInWays } from './sign-in-ways.tsx';

export function SignIn({ failure, onDone }: { readonly failure: string | undefined; readonly onDone: () => void }) {
  const [key, setKey] = useState('');
  const [problem, setProblem] = useState<ApiError>();
  const [busy, setBusy] = useState(false);

  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      await signIn(key.trim());
      onDone();
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  };

  return (
    <main class="sign-in">
      <div class="card panel">
        <Mark size={40} />
        <h1>Slipway</h1>
        <p class="lead">Launch ads in batches. Never twice, never lost, always explained.</p>
        <SignInWays failure={failure} />
        <form onSubmit={submit}>
          <TextField
            label="API key"
            hint="It was printed when the service first started, or somebody made one for you."
            type="password"
            name="key"
            autocomplete="current-password"
            placeholder="ak_…"
            spellcheck={false}
            required
            value={key}
            onText={setKey}
          />
          {problem && <ProblemNote problem={problem} />}
          <Button kind={hasWays ? 'plain' : 'primary'} type="submit" busy={busy}>
            {hasWays ? 'Sign in with the key' : 'Sign in'}
          </Button>
          <p class="hint">
            No key left? On the machine itself: <code>slipway keys create me --scopes admin --data .slipway</code>
          </p>
        </form>
      </div>
      <p class="foot">
        <a href="/docs">API reference</a>
      </p>
    </main>
  );
}
