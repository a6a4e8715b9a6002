import { client } from './api.ts';
import { usePlatforms } from './platforms.ts';
import { useResource } from './resource.ts';
import type { Connection } from './shapes.ts';
import { attempt } from './toasts.tsx';
import { plural } from './words.ts';

/** Sends the person to the platform, for a new connection or one that gets new credentials. */
export async function authorize(request: Parameters<typeof client.connections.authorize>[0]): Promise<void> {
  const begun = await attempt(() => client.connections.authorize(request));
  if (begun !== undefined) location.assign(begun.authorizeUrl);
}

/** What is the matter with a connection's credentials, in a sentence; undefined while nothing is. */
export function troubleOf({ state, expiresAt }: Connection): string | undefined {
  if (state === 'ok') return undefined;
  if (state === 'dead') return 'The platform takes its credentials no more: nothing can be launched or read through it.';
  if (state === 'expired') return 'Its credentials have ended: nothing can be launched or read through it.';
  const days = Math.max(0, Math.floor((Date.parse(expiresAt ?? '') - Date.now()) / 86_400_000));
  const left = days === 0 ? 'within a day' : `in ${plural(days, 'day')}`;
  return state === 'refused' ? `The platform renews its credentials no more; they end ${left}.` : `Its credentials end ${left}.`;
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
