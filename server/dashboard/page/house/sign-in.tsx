import { useState } from 'preact/hooks';
import { type ApiError, problemOf, signIn } from '../base/api.ts';
import { LineForm, TextField } from '../parts/fields.tsx';
import { Mark } from '../parts/icons.tsx';
import { ProblemNote } from '../parts/parts.tsx';
import { hasWays, SignInWays } from './sign-in-ways.tsx';

export function SignIn({ failure, onDone }: { failure: string | undefined; onDone: () => void }) {
  const [key, setKey] = useState('');
  const [problem, setProblem] = useState<ApiError>();
  const submit = async () => {
    setProblem(undefined);
    await signIn(key.trim()).then(onDone, (error) => setProblem(problemOf(error)));
  };

  return (
    <main class="sign-in">
      <div class="card panel">
        <Mark size={40} />
        <h1>Slipway</h1>
        <p class="lead">Launch ads in batches. Never twice, never lost, always explained.</p>
        <SignInWays failure={failure} />
        <LineForm
          onSend={submit}
          kind={hasWays ? 'plain' : 'primary'}
          button={hasWays ? 'Sign in with the key' : 'Sign in'}
          others={
            <p class="hint">
              No key left? On the machine itself: <code>slipway keys create me --scopes admin --data .slipway</code>
            </p>
          }
        >
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
            onValue={setKey}
          />
          {problem && <ProblemNote problem={problem} />}
        </LineForm>
      </div>
      <p class="foot">
        <a href="/docs">API reference</a>
      </p>
    </main>
  );
}
