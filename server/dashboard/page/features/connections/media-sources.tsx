import { useState } from 'preact/hooks';
import type { AnswerOf, InputOf } from '../../../../client/client.ts';
import { client } from '../../base/api.ts';
import { useResource } from '../../base/resource.ts';
import { ago } from '../../base/words.ts';
import { Confirm, Dialog } from '../../parts/dialogs.tsx';
import { Form } from '../../parts/form.tsx';
import { Button, Field, ProblemNote, Waiting } from '../../parts/parts.tsx';
import { attempt, say } from '../../parts/toasts.tsx';
import { MediaHosts } from './media-hosts.tsx';
import { type Guide, guides } from './media-source-guides.tsx';

type Source = AnswerOf<'media.sources'>['data'][number];
type Tested = AnswerOf<'media.testSource'>;

/** Drive and Dropbox on the page of connections: what folders are imported through. */
export function MediaSources() {
  const { data, problem, reload } = useResource('media.sources', {});
  const [open, setOpen] = useState<{ readonly what: 'connect' | 'disconnect'; readonly source: Source['source'] }>();
  const [tested, setTested] = useState<{ readonly [source: string]: Tested | 'busy' | undefined }>({});
  const close = (): void => setOpen(undefined);
  const guide = open && guides[open.source];
  const test = async (source: Source['source']): Promise<void> => {
    setTested((all) => ({ ...all, [source]: 'busy' }));
    const result = await attempt(() => client.media.testSource({ source }));
    setTested((all) => ({ ...all, [source]: result }));
  };
  const disconnect = async (source: Source['source']): Promise<void> => {
    close();
    if ((await attempt(() => client.media.disconnectSource({ source }))) !== undefined)
      say(`${guides[source].name} is disconnected.`);
    setTested((all) => ({ ...all, [source]: undefined }));
    reload();
  };
  if (problem) return <ProblemNote problem={problem} onRetry={reload} />;
  if (data === undefined) return <Waiting rows={2} />;
  return (
    <>
      <ul class="cards">
        {data.data.map(({ source, connected, connectedAt }) => (
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
              <Button onClick={() => setOpen({ what: 'connect', source })}>
                {connected ? 'Change the token' : `Connect ${guides[source].name}`}
              </Button>
              {connected && (
                <>
                  <Button icon="again" busy={tested[source] === 'busy'} onClick={() => void test(source)}>
                    Test
                  </Button>
                  <Button
                    kind="quiet"
                    icon="trash"
                    label={`Disconnect ${guides[source].name}`}
                    onClick={() => setOpen({ what: 'disconnect', source })}
                  />
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
      <Dialog title={`Connect ${guide?.name ?? ''}`} open={open?.what === 'connect'} onClose={close}>
        {open && guide && (
          <SourceForm
            key={open.source}
            source={open.source}
            guide={guide}
            onDone={() => {
              close();
              setTested((all) => ({ ...all, [open.source]: undefined }));
              say(`${guide.name} is connected. Its folders can be imported in the library.`);
              reload();
            }}
          />
        )}
      </Dialog>
      <Confirm
        verb="Disconnect"
        name={open?.what === 'disconnect' ? guide?.name : undefined}
        onClose={close}
        onConfirm={() => open && void disconnect(open.source)}
      >
        <p>Its token is forgotten here. Files that were imported stay; an import under way ends with what it has.</p>
      </Confirm>
      <MediaHosts />
    </>
  );
}

function TestResult({ result }: { readonly result: Tested | 'busy' | undefined }) {
  if (result === undefined || result === 'busy') return null;
  return (
    <p class={result.ok ? 'good-text' : 'bad-text'} role="status">
      {result.ok ? 'Works: it may list files.' : result.problem}
    </p>
  );
}

const FIELDS = {
  refreshToken: ['refreshToken', 'clientId', 'clientSecret'],
  accessToken: ['accessToken'],
} as const;

/** A token that lasts, or one for some hours, with the way to get it. */
function SourceForm({
  source,
  guide,
  onDone,
}: {
  readonly source: Source['source'];
  readonly guide: Guide;
  readonly onDone: () => void;
}) {
  const [way, setWay] = useState<keyof typeof FIELDS>('refreshToken');
  const [typed, setTyped] = useState<{ readonly [field: string]: string }>({});
  const send = () => {
    const credentials = Object.fromEntries(FIELDS[way].map((field) => [field, typed[field]?.trim() ?? '']));
    return client.media.connectSource({ source, ...credentials } as InputOf<'media.connectSource'>);
  };
  const inputOf = (field: string) => ({
    required: true,
    autocomplete: 'off',
    value: typed[field] ?? '',
    onInput: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      setTyped((all) => ({ ...all, [field]: value })),
  });
  return (
    <Form send={send} onDone={onDone} button="Connect">
      <Field label="Connect with">
        <select value={way} onChange={({ currentTarget: { value } }) => setWay(value as keyof typeof FIELDS)}>
          <option value="refreshToken">A refresh token, which lasts</option>
          <option value="accessToken">An access token, which ends within hours</option>
        </select>
      </Field>
      <details class="guide">
        <summary>How to get {way === 'refreshToken' ? 'a refresh token' : 'an access token'}</summary>
        <ol>
          {guide[way].map((step, at) => (
            <li key={at}>{step}</li>
          ))}
        </ol>
      </details>
      {FIELDS[way].map((field) => (
        <Field key={field} label={guide.labels[field]}>
          {field === 'clientId' ? <input type="text" {...inputOf(field)} /> : <input type="password" {...inputOf(field)} />}
        </Field>
      ))}
      <p class="hint">It is tried, encrypted and never shown again.</p>
    </Form>
  );
}
