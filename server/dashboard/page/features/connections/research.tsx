import { useState } from 'preact/hooks';
import { client } from '../../base/api.ts';
import { useResource } from '../../base/resource.ts';
import { ago } from '../../base/words.ts';
import { Confirm, Dialog } from '../../parts/dialogs.tsx';
import { Form } from '../../parts/form.tsx';
import { Button, ProblemNote, TextField, Waiting } from '../../parts/parts.tsx';
import { attempt, say } from '../../parts/toasts.tsx';

/** The research source on the page of connections: a company has one, or none. */
export function ResearchConnection() {
  const { data, problem, reload } = useResource('research.connection', {});
  const [open, setOpen] = useState<'connect' | 'disconnect'>();
  const close = (): void => setOpen(undefined);
  const disconnect = async (): Promise<void> => {
    close();
    if ((await attempt(() => client.research.disconnect())) !== undefined) say('The research source is disconnected.');
    reload();
  };
  if (problem) return <ProblemNote problem={problem} onRetry={reload} />;
  if (data === undefined) return <Waiting rows={1} />;
  return (
    <>
      <ul class="cards">
        <li class="card connection">
          <div>
            <p class="strong">{data.source ?? 'None'}</p>
            <p class="hint">
              {data.connectedAt === null
                ? 'Not connected. Saved ads, boards and brands of others appear under Research once it is.'
                : `Connected since ${ago(data.connectedAt)}`}
            </p>
          </div>
          <div class="actions">
            <Button onClick={() => setOpen('connect')}>{data.connected ? 'Change the key' : 'Connect research'}</Button>
            {data.connected && (
              <Button kind="quiet" icon="trash" label="Disconnect research" onClick={() => setOpen('disconnect')} />
            )}
          </div>
        </li>
      </ul>
      <Dialog title="Connect research" open={open === 'connect'} onClose={close}>
        <ResearchForm
          onDone={() => {
            close();
            say('The research source is connected.');
            reload();
          }}
        />
      </Dialog>
      <Confirm
        verb="Disconnect"
        name={open === 'disconnect' ? 'the research source' : undefined}
        onClose={close}
        onConfirm={() => void disconnect()}
      >
        <p>Its key is forgotten here. What was made at the source stays there.</p>
      </Confirm>
    </>
  );
}

function ResearchForm({ onDone }: { readonly onDone: () => void }) {
  const [apiKey, setKey] = useState('');
  return (
    <Form send={() => client.research.connect({ apiKey })} onDone={onDone} button="Connect">
      <TextField
        label="API key"
        hint="A key of the source. It is tried, encrypted and never shown again."
        type="password"
        required
        autocomplete="off"
        value={apiKey}
        onText={setKey}
      />
    </Form>
  );
}
