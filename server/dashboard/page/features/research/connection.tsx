import { useState } from 'preact/hooks';
import { client, useResource } from '../../base/api.ts';
import { ago } from '../../base/words.ts';
import { act, Dialog, say, useConfirm } from '../../parts/dialogs.tsx';
import { Form, TextField } from '../../parts/fields.tsx';
import { Button, Loaded } from '../../parts/parts.tsx';

export function ResearchConnection() {
  const connection = useResource('research.connection', {});
  const [connecting, setConnecting] = useState(false);
  const [apiKey, setKey] = useState('');
  const removal = useConfirm<true>(
    'Disconnect',
    () => 'the research source',
    () =>
      act(
        () => client.research.disconnect(),
        'The research source is disconnected.',
        connection.reload,
      ),
  );
  const close = () => {
    setConnecting(false);
    setKey('');
  };
  return (
    <Loaded of={connection} rows={1}>
      {({ source, connected, connectedAt }) => (
        <>
          <ul class="cards">
            <li class="card connection">
              <div>
                <p class="strong">{source ?? 'None'}</p>
                <p class="hint">
                  {connectedAt === null
                    ? 'Not connected. Saved ads, boards and brands of others appear under Research once it is.'
                    : `Connected since ${ago(connectedAt)}`}
                </p>
              </div>
              <div class="actions">
                <Button onClick={() => setConnecting(true)}>
                  {connected ? 'Change the key' : 'Connect research'}
                </Button>
                {connected && (
                  <Button
                    kind="quiet"
                    icon="trash"
                    label="Disconnect research"
                    onClick={() => removal.ask(true)}
                  />
                )}
              </div>
            </li>
          </ul>
          <Dialog title="Connect research" open={connecting} onClose={close}>
            <Form
              send={() => client.research.connect({ apiKey })}
              onDone={() => {
                close();
                say('The research source is connected.');
                connection.reload();
              }}
              button="Connect"
            >
              <TextField
                label="API key"
                hint="A key of the source. It is tried, encrypted and never shown again."
                type="password"
                required
                autocomplete="off"
                value={apiKey}
                onValue={setKey}
              />
            </Form>
          </Dialog>
          {removal.question('Its key is forgotten here. What was made at the source stays there.')}
        </>
      )}
    </Loaded>
  );
}
