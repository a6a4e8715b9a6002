import { endInWords, endsSoon } from '../../../../../core/ports/platform-version.ts';
import { client, useResource } from '../../base/api.ts';
import { labelOf, troubleOf, usePlatforms } from '../../base/platforms.ts';
import { attempt } from '../../parts/dialogs.tsx';

export async function authorize(request: Parameters<typeof client.connections.authorize>[0]): Promise<void> {
  const begun = await attempt(() => client.connections.authorize(request));
  if (begun !== undefined) location.assign(begun.authorizeUrl);
}

export function ConnectionNotice() {
  const { data } = useResource('connections.list', {});
  const platforms = usePlatforms();
  const ill = data?.data.filter((connection) => connection.state !== 'ok') ?? [];
  const old = platforms.filter(
    ({ id, version }) => version && endsSoon(version) && data?.data.some(({ platform }) => platform === id),
  );
  if (ill.length === 0 && old.length === 0) return null;
  return (
    <div class={`note ${ill.every(({ state }) => state === 'expiring') ? 'warn' : 'bad'}`} role="status">
      {old.map(({ id, label, version }) => (
        <p key={id}>
          <strong>{label}:</strong> {version && endInWords(version)} The operator of this service updates it, or sets a newer
          version.
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
  );
}
