import { client } from '../../base/api.ts';
import { usePlatforms } from '../../base/platforms.ts';
import { useResource } from '../../base/resource.ts';
import type { Connection } from '../../base/shapes.ts';
import { troubleOf } from '../../base/trouble.ts';
import { attempt } from '../../parts/toasts.tsx';

/** Sends the person to the platform, for a new connection or one that gets new credentials. */
export async function authorize(request: Parameters<typeof client.connections.authorize>[0]): Promise<void> {
  const begun = await attempt(() => client.connections.authorize(request));
  if (begun !== undefined) location.assign(begun.authorizeUrl);
}

/** On every page of those who can do something about it. */
export function ConnectionNotice() {
  const { data } = useResource('connections.list', {});
  const platforms = usePlatforms();
  const ill = data?.data.filter((connection) => connection.state !== 'ok') ?? [];
  if (ill.length === 0) return null;
  const labelOf = ({ platform, name }: Connection): string =>
    `${platforms.find(({ id }) => id === platform)?.label ?? platform}, ${name}`;
  return (
    <div class={`note ${ill.every(({ state }) => state === 'expiring') ? 'warn' : 'bad'}`} role="status">
      {ill.map((connection) => (
        <p key={connection.id}>
          <strong>{labelOf(connection)}:</strong> {troubleOf(connection)} <a href="#/connections">Reconnect it</a>
        </p>
      ))}
    </div>
  );
}
