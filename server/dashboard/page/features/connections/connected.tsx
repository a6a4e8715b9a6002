import { useState } from 'preact/hooks';
import { type AnswerOf, client, useAnswer } from '../../base/api.ts';
import { labelOf, usePlatforms } from '../../base/platforms.ts';
import { go } from '../../base/route.ts';
import { capital, plural } from '../../base/words.ts';
import { say } from '../../parts/dialogs.tsx';
import { Checks, Form } from '../../parts/fields.tsx';
import { Button, PageHead, ProblemNote, Waiting } from '../../parts/parts.tsx';

type Reached = AnswerOf<'connections.redeem'>;

export function ConnectedPage({ query }: { query: string }) {
  const said = new URLSearchParams(query);
  const state = said.get('state') ?? '';
  // One platform calls it auth_code.
  const code = said.get('code') ?? said.get('auth_code');
  const { data: reached, problem } = useAnswer(
    code === null ? undefined : () => client.connections.redeem({ state, code }),
    [state, code],
  );
  const leave = () => {
    // The code must not stay in the history.
    history.replaceState(null, '', '#/connections');
    go('connections');
    dispatchEvent(new HashChangeEvent('hashchange'));
  };
  return (
    <>
      <PageHead
        title="Pick the ad accounts"
        lead="Slipway works on those you pick, and on no others."
      />
      {code === null ? (
        <p class="bad-text" role="alert">
          The platform did not let Slipway in
          {said.get('error') === null ? '.' : `: ${said.get('error')}.`}
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

function Pick({ state, reached, onDone }: { state: string; reached: Reached; onDone: () => void }) {
  const platforms = usePlatforms();
  const [picked, setPicked] = useState<readonly string[]>(() =>
    reached.adAccounts.filter(({ isPicked }) => isPicked).map(({ id }) => id),
  );
  return (
    <Form
      send={() => client.connections.finish({ state, adAccountIds: picked })}
      onDone={({ name, adAccounts }) => {
        say(`${name} is connected: ${plural(adAccounts, 'ad account')}.`);
        onDone();
      }}
      button={reached.connectionId === null ? 'Connect' : 'Reconnect'}
      disabled={picked.length === 0}
    >
      <fieldset class="card">
        <legend>{labelOf(platforms, reached.platform)}</legend>
        {reached.notices.map((notice) => (
          <p key={notice} class="note warn">
            {notice}
          </p>
        ))}
        {reached.adAccounts.length === 0 && <p>These credentials reach no ad account.</p>}
        <Checks
          class="check"
          value={picked}
          onValue={setPicked}
          choices={reached.adAccounts.map(({ id, name, currency, status }) => [
            id,
            <>
              {name}{' '}
              <span class="hint">
                {id} · {currency} · {capital(status)}
              </span>
            </>,
          ])}
        />
      </fieldset>
    </Form>
  );
}
