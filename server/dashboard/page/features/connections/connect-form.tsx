import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { type AnswerOf, type Connection, client, type PlatformRow } from '../../base/api.ts';
import { labelOf } from '../../base/platforms.ts';
import { Form, SelectField, TextField } from '../../parts/fields.tsx';
import { Button, DocLink, Outside, Waiting } from '../../parts/parts.tsx';
import { authorize } from './notice.tsx';

interface Typed {
  readonly platform: string | undefined;
  /** Position among the ways of the platform. */
  readonly way: number;
  readonly credentials: { readonly [key: string]: string };
}

const nothing: Typed = { platform: undefined, way: 0, credentials: {} };

interface ConnectProps {
  platforms: readonly PlatformRow[];
  /** Gets new credentials; absent: a new connection is made. */
  renewed?: Connection | undefined;
  onDone: (connection: AnswerOf<'connections.create'>) => void;
}

/**
 * The credentials that a platform declares: the fields of one way to connect, and optional ones
 * that belong to no way.
 */
export function ConnectForm({ platforms, renewed, onDone }: ConnectProps) {
  const [typed, setTyped] = useState(nothing);
  const [name, setName] = useState('');
  const platform =
    platforms.find(({ id }) => id === (renewed?.platform ?? typed.platform)) ?? platforms[0];
  if (platform === undefined) return <Waiting rows={3} />;
  const called = labelOf(platforms, platform.id);
  const { fields, ways } = platform.credentials;
  const isOptional = (key: string) => !ways.some((way) => way.includes(key));
  const shown = fields.filter(({ key }) => ways[typed.way]?.includes(key) || isOptional(key));
  const given = (keys: readonly string[]) =>
    Object.fromEntries(
      keys.flatMap((key) =>
        typed.credentials[key]?.trim() ? [[key, typed.credentials[key]?.trim() ?? '']] : [],
      ),
    );
  const send = () => {
    const credentials = given(shown.map(({ key }) => key));
    return renewed === undefined
      ? client.connections.create({
          platform: platform.id,
          name: name.trim() || called,
          credentials,
        })
      : client.connections.replaceCredentials({ id: renewed.id, credentials });
  };
  const signInThere = () => {
    if (renewed !== undefined) return authorize({ connectionId: renewed.id });
    const credentials = given(platform.authorization?.extras ?? []);
    return authorize({
      platform: platform.id,
      ...(name.trim() !== '' && { name: name.trim() }),
      ...(Object.keys(credentials).length > 0 && { credentials }),
    });
  };
  return (
    <Form
      about={platform.id}
      send={send}
      onDone={onDone}
      button={renewed === undefined ? 'Connect' : 'Replace the credentials'}
    >
      {renewed === undefined && (
        <>
          <SelectField
            label="Platform"
            value={platform.id}
            choices={platforms.map(({ id }) => [id, labelOf(platforms, id)])}
            onValue={(id) => setTyped({ ...nothing, platform: id })}
          />
          <TextField
            label="Name (optional)"
            hint="How you will recognise it"
            value={name}
            maxLength={100}
            placeholder={called}
            onValue={setName}
          />
        </>
      )}
      {platform.authorization !== null && (
        <div class="sign-in-there">
          <Button kind="primary" onClick={signInThere}>
            Sign in at the platform
          </Button>
          <p class="hint">You come back here to pick the ad accounts. Or paste credentials:</p>
        </div>
      )}
      {ways.length > 1 && (
        <SelectField
          label="Connect with"
          value={String(typed.way)}
          choices={ways.map((way, position) => [String(position), wordsOf(way, platform)])}
          onValue={(way) => setTyped((now) => ({ ...now, way: Number(way) }))}
        />
      )}
      {platform.page && (
        <p class="hint">
          <DocLink page={platform.page}>How to get access to {called}, step by step</DocLink>
        </p>
      )}
      <Guide of={platform.credentials.guide} name={called} />
      {shown.map(({ key, label, hint, secret, guide }) => (
        <Fragment key={key}>
          <TextField
            label={isOptional(key) ? `${label} (optional)` : label}
            hint={hint}
            type={secret ? 'password' : 'text'}
            required={!isOptional(key)}
            autocomplete="off"
            value={typed.credentials[key] ?? ''}
            onValue={(value) =>
              setTyped((now) => ({ ...now, credentials: { ...now.credentials, [key]: value } }))
            }
          />
          {guide && (
            <details class="guide">
              <summary>How to get it: {label}</summary>
              <Steps of={guide} />
            </details>
          )}
        </Fragment>
      ))}
    </Form>
  );
}

const Steps = ({ of }: { of: readonly string[] }) => (
  <ol>
    {of.map((step) => (
      <li key={step}>{linked(step)}</li>
    ))}
  </ol>
);

/** Addresses to open are links; those to fill in are not. */
const linked = (text: string) =>
  text.split(' ').map((word, i) => {
    const address = word.replace(/[.,]$/, '');
    const shown = /^https:\/\/[a-z]/.test(word) ? (
      <Outside to={address}>{address.slice('https://'.length)}</Outside>
    ) : (
      address
    );
    return [i === 0 ? '' : ' ', shown, word.slice(address.length)];
  });

/** What the platform’s definition says to people who connect it for the first time. */
function Guide({ of: guide, name }: { of: PlatformRow['credentials']['guide']; name: string }) {
  if (guide === undefined) return null;
  return (
    <details class="guide">
      <summary>How to connect {name}</summary>
      {guide.takes && <p>Takes: {guide.takes}</p>}
      <Steps of={guide.steps} />
      {guide.scopes && <p>Permissions: {guide.scopes.join(', ')}</p>}
      {guide.refused && (
        <p>
          If {name} refuses them: {guide.refused}
        </p>
      )}
    </details>
  );
}

const wordsOf = (way: readonly string[], { credentials: { fields, ways } }: PlatformRow): string =>
  fields
    .filter(({ key }) => way.includes(key) && !ways.every((each) => each.includes(key)))
    .map(({ label }, i) => (i === 0 ? label : label.charAt(0).toLowerCase() + label.slice(1)))
    .join(' and ');
