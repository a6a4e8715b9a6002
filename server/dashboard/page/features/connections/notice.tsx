import { useState } from 'preact/hooks';
import { platformCalled } from '../../../../../core/base/platforms.ts';
import { endInWords, endsSoon } from '../../../../../core/ports/platform-version.ts';
import { client, useResource } from '../../base/api.ts';
import { labelOf, troubleOf, usePlatforms } from '../../base/platforms.ts';
import { attempt } from '../../parts/dialogs.tsx';
import { Button } from '../../parts/parts.tsx';

export async function authorize(
  request: Parameters<typeof client.connections.authorize>[0],
): Promise<void> {
  const begun = await attempt(() => client.connections.authorize(request));
  if (begun !== undefined) location.assign(begun.authorizeUrl);
}

/**
 * What was put away, until this tab is closed or something else is wrong. Tokens that no longer
 * work stay in sight.
 */
const HIDDEN = 'slipway-hidden-notice';

export function ConnectionNotice() {
  const { data } = useResource('connections.list', {});
  const platforms = usePlatforms();
  const ill = data?.data.filter((connection) => connection.state !== 'ok') ?? [];
  const old = platforms.filter(
    ({ id, version }) =>
      version && endsSoon(version) && data?.data.some(({ platform }) => platform === id),
  );
  const isUrgent = ill.some(({ state }) => state !== 'expiring');
  const about = JSON.stringify([ill.map(({ id, state }) => [id, state]), old.map(({ id }) => id)]);
  const [hidden, setHidden] = useState(() => sessionStorage.getItem(HIDDEN));
  if ((ill.length === 0 && old.length === 0) || (!isUrgent && hidden === about)) return null;
  const hide = () => {
    sessionStorage.setItem(HIDDEN, about);
    setHidden(about);
  };
  return (
    <div class={`note ${isUrgent ? 'bad' : 'warn'}`} role="status">
      <div>
        {old.map(({ id, label, version }) => (
          <p key={id}>
            <strong>{platformCalled(label)}:</strong> {version && endInWords(version)} The operator
            of this service updates it, or sets a newer version.
          </p>
        ))}
        {ill.map((connection) => (
          <p key={connection.id}>
            <strong>
              {labelOf(platforms, connection.platform)}, {connection.name}:
            </strong>{' '}
            {troubleOf(connection)} <a href="#/connections">Reconnect it</a>
          </p>
        ))}
      </div>
      {!isUrgent && <Button kind="quiet" icon="close" label="Hide this notice" onClick={hide} />}
    </div>
  );
}
