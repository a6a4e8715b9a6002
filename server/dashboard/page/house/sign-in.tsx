import { useState } from 'preact/hooks';
import { type ApiError, base, problemOf, signIn, signInStep } from '../base/api.ts';
import { attempt } from '../parts/dialogs.tsx';
import { LineForm, TextField } from '../parts/fields.tsx';
import { Mark } from '../parts/icons.tsx';
import { ProblemNote } from '../parts/parts.tsx';

interface SignInProps {
  failure: string | undefined;
  /** Signed in a moment ago: the session has ended. */
  hasEnded: boolean;
  onDone: () => void;
}

export function SignIn({ failure, hasEnded, onDone }: SignInProps) {
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
        {hasEnded && failure === undefined && (
          <div class="note calm" role="status">
            Your session has ended. What you typed is kept: sign in to go on where you were.
          </div>
        )}
        <SignInWays failure={failure} />
        <LineForm
          onSend={submit}
          kind={hasWays ? 'plain' : 'primary'}
          button={hasWays ? 'Sign in with the key' : 'Sign in'}
          others={
            <p class="hint">
              No key left? On the machine itself:{' '}
              <code>slipway keys create me --scopes admin --data .slipway</code>
            </p>
          }
        >
          <TextField
            label="API key"
            hint="It was printed when the service first started, or an admin made one for you."
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
        <a href={`${base}/docs`}>API reference</a>
      </p>
    </main>
  );
}

const { oidc, mail } = document.documentElement.dataset;

const hasWays = oidc !== undefined || mail !== undefined;

const REASONS: { readonly [code: string]: string | undefined } = {
  not_invited: 'Your address is not invited here. Ask an admin of your company.',
  invite_expired: 'Your invitation has expired. Ask an admin of your company for another.',
  email_not_verified:
    'The provider does not say that your e-mail address is yours. Verify it there first.',
  another_identity:
    'Another account of the provider is known under this address. Ask an admin to invite you again.',
  sign_in_expired: 'This sign-in was begun in another browser, or too long ago. Sign in again.',
  provider_refused: 'The provider did not confirm who you are. Sign in again.',
  unavailable: 'The provider does not answer. Try again in a moment.',
  company_suspended: 'Your company is suspended. Its operator can resume it.',
};

function SignInWays({ failure }: { failure: string | undefined }) {
  return (
    <>
      {failure !== undefined && (
        <div class="note bad" role="alert">
          {REASONS[failure] ?? 'Signing in did not work. Try again.'}
        </div>
      )}
      {oidc !== undefined && (
        <a class="button primary" href={`${base}/dashboard/oidc/start`}>
          Sign in with {oidc}
        </a>
      )}
      {mail !== undefined && <LinkForm />}
    </>
  );
}

function LinkForm() {
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState<string>();
  const [problem, setProblem] = useState<ApiError>();
  const mailLink = async () => {
    setProblem(undefined);
    setSent(undefined);
    if ((await attempt(() => signInStep('sign-in/email', { email }), setProblem)) !== undefined)
      setSent(email);
  };
  return (
    <LineForm onSend={mailLink} kind="primary" button="Mail me a link">
      <TextField
        label="E-mail address"
        hint="A link to sign in is mailed to it. It works once, within 15 minutes."
        type="email"
        name="email"
        autocomplete="email"
        required
        maxLength={254}
        value={email}
        onValue={setEmail}
      />
      {problem && <ProblemNote problem={problem} />}
      {sent !== undefined && (
        <div class="note good" role="status">
          If {sent} is known here, a link is on its way. Look into your mailbox.
        </div>
      )}
    </LineForm>
  );
}
