import { useEffect, useState } from 'preact/hooks';
import type { AnswerOf, ApiError } from '../../../../client/client.ts';
import { client, problemOf } from '../../base/api.ts';
import { labelOf, usePlatforms } from '../../base/platforms.ts';
import { go } from '../../base/route.ts';
import { capital, plural } from '../../base/words.ts';
import { FormFoot } from '../../parts/form.tsx';
import { Button, PageHead, ProblemNote, Waiting } from '../../parts/parts.tsx';
import { attempt, say } from '../../parts/toasts.tsx';

type Reached = AnswerOf<'connections.redeem'>;

/** Where a platform has sent a person back to: the accounts that were reached, to be picked from. */
export function ConnectedPage({ query }: { readonly query: string }) {
  const [reached, setReached] = useState<Reached>();
  const [problem, setProblem] = useState<ApiError>();
  const said = new URLSearchParams(query);
  const state = said.get('state') ?? '';
  // One platform has a name of its own for it.
  const code = said.get('code') ?? said.get('auth_code');
  useEffect(() => {
    if (code !== null) client.connections.redeem({ state, code }).then(setReached, (error) => setProblem(problemOf(error)));
  }, [state, code]);
  const leave = (): void => {
    // The code stays in no history.
    history.replaceState(null, '', '#/connections');
    go('connections');
    dispatchEvent(new HashChangeEvent('hashchange'));
  };
  return (
    <>
      <PageHead title="Pick the ad accounts" lead="Slipway works on those you pick, and on no others." />
      {code === null ? (
        <p class="bad-text" role="alert">
          The platform did not let Slipway in{said.get('error') === null ? '.' : `: ${said.get('error')}.`}
        </p>
      ) : problem ? (
        <ProblemNote problem={problem} />
      ) : reached === undefined ? (
        <Waiting rows={4} />
      ) : (
        <Pick state={state} reached={reached} onDone={leave} />
      )}
      {(code === null || problem) && <Button onClick={leave}>Back to the connections</Button>}
    </>
  );
}

function Pick({ state, reached, onDone }: { readonly state: string; readonly reached: Reached; readonly onDone: () => void }) {
  const platforms = usePlatforms();
  const [picked, setPicked] = useState<readonly string[]>(() =>
    reached.adAccounts.filter(({ isPicked }) => isPicked).map(({ id }) => id),
  );
  const [busy, setBusy] = useState(false);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const connection = await attempt(() => client.connections.finish({ state, adAccountIds: picked }));
    setBusy(false);
    if (connection === undefined) return;
    say(`${connection.name} is connected: ${plural(connection.adAccounts, 'ad account')}.`);
    onDone();
  };
  const flip = (id: string): void => setPicked((all) => (all.includes(id) ? all.filter((each) => each !== id) : [...all, id]));
  return (
    <form onSubmit={submit}>
      <fieldset class="card">
        <legend>{labelOf(platforms, reached.platform)}</legend>
        {reached.adAccounts.length === 0 && <p>These credentials reach no ad account.</p>}
        {reached.adAccounts.map(({ id, name, currency, status }) => (
          <label key={id} class="check">
            <input type="checkbox" checked={picked.includes(id)} onChange={() => flip(id)} /> {name}{' '}
            <span class="hint">
              {id} · {currency} · {capital(status)}
            </span>
          </label>
        ))}
      </fieldset>
      <FormFoot busy={busy} disabled={picked.length === 0}>
        {reached.connectionId === null ? 'Connect' : 'Reconnect'}
      </FormFoot>
    </form>
  );
}
