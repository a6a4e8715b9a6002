import { useState } from 'preact/hooks';
import { type AnswerOf, client, type InputOf, type RowOf, useResource } from '../../base/api.ts';
import { ago } from '../../base/words.ts';
import { act, attempt, Dialog, say, useConfirm } from '../../parts/dialogs.tsx';
import { Form, SelectField, TextField } from '../../parts/fields.tsx';
import { Button, DocLink, Loaded } from '../../parts/parts.tsx';
import { type Guide, guides } from './media-source-guides.tsx';

type Source = RowOf<'media.sources'>['source'];
type Tested = AnswerOf<'media.testSource'>;

export function MediaSources() {
  const sources = useResource('media.sources', {});
  const [connecting, setConnecting] = useState<Source>();
  const [tested, setTested] = useState<{ readonly [source: string]: Tested | undefined }>({});
  const guide = connecting && guides[connecting];
  const test = async (source: Source) => {
    const result = await attempt(() => client.media.testSource({ source }));
    setTested((all) => ({ ...all, [source]: result }));
  };
  const changed = (source: Source) => {
    setTested((all) => ({ ...all, [source]: undefined }));
    sources.reload();
  };
  const removal = useConfirm<Source>(
    'Disconnect',
    (source) => guides[source].name,
    (source) =>
      act(
        () => client.media.disconnectSource({ source }),
        `${guides[source].name} is disconnected.`,
        () => changed(source),
      ),
  );
  return (
    <Loaded of={sources} rows={2}>
      {({ data }) => (
        <>
          <ul class="cards">
            {data.map(({ source, connected, connectedAt }) => (
              <li key={source} class="card connection">
                <div>
                  <p class="strong">{guides[source].name}</p>
                  <p class="hint">
                    {connectedAt === null
                      ? 'Not connected. Folders that not everyone may see can be imported into the library once it is.'
                      : `Connected since ${ago(connectedAt)}`}
                  </p>
                  <TestResult result={tested[source]} />
                </div>
                <div class="actions">
                  <Button onClick={() => setConnecting(source)}>
                    {connected ? 'Change the token' : `Connect ${guides[source].name}`}
                  </Button>
                  {connected && (
                    <>
                      <Button icon="again" waits onClick={() => test(source)}>
                        Test
                      </Button>
                      <Button
                        kind="quiet"
                        icon="trash"
                        label={`Disconnect ${guides[source].name}`}
                        onClick={() => removal.ask(source)}
                      />
                    </>
                  )}
                </div>
              </li>
            ))}
          </ul>
          <Dialog
            title={`Connect ${guide?.name ?? ''}`}
            open={guide !== undefined}
            onClose={() => setConnecting(undefined)}
          >
            {connecting && guide && (
              <SourceForm
                source={connecting}
                guide={guide}
                onDone={() => {
                  setConnecting(undefined);
                  say(`${guide.name} is connected. Its folders can be imported in the library.`);
                  changed(connecting);
                }}
              />
            )}
          </Dialog>
          {removal.question(
            'Its token is forgotten here. Files that were imported stay; an import under way ends with what it has.',
          )}
          <MediaHosts />
        </>
      )}
    </Loaded>
  );
}

const TestResult = ({ result }: { result: Tested | undefined }) =>
  result === undefined ? null : (
    <p class={result.ok ? 'good-text' : 'bad-text'} role="status">
      {result.ok ? 'Works: it may list files.' : result.problem}
    </p>
  );

const FIELDS = {
  refreshToken: ['refreshToken', 'clientId', 'clientSecret'],
  accessToken: ['accessToken'],
} as const;

function SourceForm({
  source,
  guide,
  onDone,
}: {
  source: Source;
  guide: Guide;
  onDone: () => void;
}) {
  const [way, setWay] = useState<keyof typeof FIELDS>('refreshToken');
  const [typed, setTyped] = useState<{ readonly [field: string]: string }>({});
  const send = () => {
    const credentials = Object.fromEntries(
      FIELDS[way].map((field) => [field, typed[field]?.trim() ?? '']),
    );
    return client.media.connectSource({ source, ...credentials } as InputOf<'media.connectSource'>);
  };
  return (
    <Form send={send} onDone={onDone} button="Connect">
      <SelectField
        label="Connect with"
        value={way}
        choices={{
          refreshToken: 'A refresh token, which lasts',
          accessToken: 'An access token, which ends within hours',
        }}
        onValue={setWay}
      />
      <p class="hint">
        <DocLink page="how-to/launch/drive-dropbox">
          Files from Drive and Dropbox, step by step
        </DocLink>
      </p>
      <details class="guide">
        <summary>
          How to get {way === 'refreshToken' ? 'a refresh token' : 'an access token'}
        </summary>
        <ol>
          {guide[way].map((step, at) => (
            <li key={at}>{step}</li>
          ))}
        </ol>
      </details>
      {FIELDS[way].map((field) => (
        <TextField
          key={field}
          label={guide.labels[field]}
          type={field === 'clientId' ? 'text' : 'password'}
          required
          autocomplete="off"
          value={typed[field] ?? ''}
          onValue={(text) => setTyped((all) => ({ ...all, [field]: text }))}
        />
      ))}
      <p class="hint">It is tried, encrypted and never shown again.</p>
    </Form>
  );
}

function MediaHosts() {
  const { data, reload } = useResource('media.hosts', {});
  const [text, setText] = useState<string>();
  if (data === undefined) return null;
  const save = async () => {
    const hosts = (text ?? '').split(/\s+/).filter((host) => host !== '');
    if ((await act(() => client.media.setHosts({ hosts }), 'The hosts are saved.')) === undefined)
      return;
    setText(undefined);
    reload();
  };
  return (
    <section class="card" aria-label="Hosts that models may name">
      <TextField
        label="Hosts that models may name, one a line"
        hint="A host is added when a person fetches a file from it. What a model names at another one waits for approval."
        rows={4}
        value={text ?? data.hosts.join('\n')}
        onValue={setText}
      />
      <Button disabled={text === undefined} onClick={save}>
        Save the hosts
      </Button>
    </section>
  );
}
