import type { Client } from '../../client/client.ts';

const DAYS = 4;

/** Signs in again at one of the platforms where people do, for credentials that end soon. */
export async function shortenCredentials(client: Client): Promise<void> {
  const [{ data }, platforms] = await Promise.all([
    client.connections.list(),
    client.platforms.list(),
  ]);
  const isOpen = (id: string): boolean =>
    platforms.data.some(
      (platform) => platform.id === id && platform.authorization?.extras.length === 0,
    );
  const connection = data.findLast(({ platform }) => isOpen(platform));
  if (connection === undefined) return;
  const { authorizeUrl, state } = await client.connections.authorize({
    connectionId: connection.id,
  });
  const consent = new URL(authorizeUrl);
  consent.searchParams.set('sandbox_company', '1');
  consent.searchParams.set('sandbox_seconds', String(DAYS * 86_400));
  const back = new URL(
    (await fetch(consent, { redirect: 'manual' })).headers.get('location') ?? '',
  );
  await client.connections.redeem({ state, code: back.searchParams.get('code') ?? '' });
  await client.connections.finish({ state });
}
