import { useState } from 'preact/hooks';
import type { AnswerOf, ApiError } from '../../../../client/client.ts';
import { client } from '../../base/api.ts';
import type { Connection, PlatformRow } from '../../base/shapes.ts';
import { FormFoot } from '../../parts/form.tsx';
import { Button, Field, TextField, Waiting } from '../../parts/parts.tsx';
import { attempt } from '../../parts/toasts.tsx';
import { authorize } from './notice.tsx';

type Way = PlatformRow['credentials']['ways'][number];

/** What was typed for one platform. */
interface Typed {
  readonly platform: string | undefined;
  /** Position of the chosen way among those of the platform. */
  readonly way: number;
  readonly credentials: { readonly [key: string]: string };
}

const nothing: Typed = { platform: undefined, way: 0, credentials: {} };

/**
 * The form of a platform, made of the credentials that GET /v1/platforms says it takes: the fields of one way to connect, and
 * those of no way, which are optional.
 */
export function ConnectForm({
  platforms,
  renewed,
  onDone,
}: {
  readonly platforms: readonly PlatformRow[];
  /** The connection that gets new credentials and keeps all else; absent: a new one is made. */
  readonly renewed?: Connection | undefined;
  readonly onDone: (connection: AnswerOf<'connections.create'>) => void;
}) {
  const [typed, setTyped] = useState(nothing);
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiError>();
  const platform = platforms.find(({ id }) => id === (renewed?.platform ?? typed.platform)) ?? platforms[0];
  if (platform === undefined) return <Waiting rows={3} />;
  const { fields, ways } = platform.credentials;
  const isOptional = (key: string): boolean => !ways.some((way) => way.includes(key));
  const shown = fields.filter(({ key }) => ways[typed.way]?.includes(key) || isOptional(key));
  const choose = (id: string): void => {
    setTyped({ ...nothing, platform: id });
    setProblem(undefined);
  };
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    const given = shown.map(({ key }) => [key, typed.credentials[key]?.trim() ?? ''] as const).filter(([, text]) => text !== '');
    const credentials = Object.fromEntries(given);
    const connection = await attempt(
      () =>
        renewed === undefined
          ? client.connections.create({ platform: platform.id, name: name.trim() || platform.label, credentials })
          : client.connections.replaceCredentials({ id: renewed.id, credentials }),
      setProblem,
    );
    setBusy(false);
    if (connection) onDone(connection);
  };
  const inputOf = (key: string) => ({
    required: !isOptional(key),
    autocomplete: 'off',
    value: typed.credentials[key] ?? '',
    onInput: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      setTyped((now) => ({ ...now, credentials: { ...now.credentials, [key]: value } })),
  });
  return (
    <form onSubmit={submit}>
      {renewed === undefined && (
        <>
          <Field label="Platform">
            <select value={platform.id} onChange={(event) => choose(event.currentTarget.value)}>
              {platforms.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </select>
          </Field>
          <TextField
            label="Name (optional)"
            hint="How you will recognise it"
            value={name}
            maxLength={100}
            placeholder={platform.label}
            onText={setName}
          />
        </>
      )}
      {platform.authorization !== null && (
        <div class="sign-in-there">
          <Button
            kind="primary"
            onClick={() =>
              void authorize(
                renewed === undefined
                  ? { platform: platform.id, ...(name.trim() !== '' && { name: name.trim() }), ...added(platform, typed) }
                  : { connectionId: renewed.id },
              )
            }
          >
            Sign in at the platform
          </Button>
          <p class="hint">You come back here to pick the ad accounts. Or paste credentials:</p>
        </div>
      )}
      {ways.length > 1 && (
        <Field label="Connect with">
          <select
            value={typed.way}
            onChange={({ currentTarget: { value } }) => setTyped((now) => ({ ...now, way: Number(value) }))}
          >
            {ways.map((way, position) => (
              <option key={way.join()} value={position}>
                {wordsOf(way, platform)}
              </option>
            ))}
          </select>
        </Field>
      )}
      {shown.map(({ key, label, hint, secret }) => (
        <Field key={key} label={isOptional(key) ? `${label} (optional)` : label} hint={hint}>
          {secret ? <input type="password" {...inputOf(key)} /> : <input type="text" {...inputOf(key)} />}
        </Field>
      ))}
      <FormFoot problem={problem} busy={busy}>
        {renewed === undefined ? 'Connect' : 'Replace the credentials'}
      </FormFoot>
    </form>
  );
}

/** What was typed of that which can be added to signing in. */
function added({ authorization }: PlatformRow, { credentials }: Typed) {
  const given = Object.entries(credentials).filter(([key, text]) => authorization?.extras.includes(key) && text.trim() !== '');
  return given.length === 0 ? {} : { credentials: Object.fromEntries(given.map(([key, text]) => [key, text.trim()])) };
}

/** What one way takes and another does not. */
const wordsOf = (way: Way, { credentials: { fields, ways } }: PlatformRow): string =>
  fields
    .filter(({ key }) => way.includes(key) && !ways.every((each) => each.includes(key)))
    .map(({ label }, i) => (i === 0 ? label : label.charAt(0).toLowerCase() + label.slice(1)))
    .join(' and ');
