import type { Client } from '../../server/client/client.ts';

/** The one whose tokens a person has to renew by signing in again. */
const PLATFORM = 'professional-network';
const DAYS = 4;

/** Signs in at a simulated platform again, for credentials that end soon. */
export async function shortenCredentials(client: Client): Promise<void> {
  const { data } = await client.connections.list();
  const connection = data.find(({ platform }) => platform === PLATFORM);
  if (connection === undefined) return;
  const { authorizeUrl, state } = await client.connections.authorize({ connectionId: connection.id });
  const consent = new URL(authorizeUrl);
  consent.searchParams.set('sandbox_company', '1');
  consent.searchParams.set('sandbox_seconds', String(DAYS * 86_400));
  const back = new URL((await fetch(consent, { redirect: 'manual' })).headers.get('location') ?? '');
  await client.connections.redeem({ state, code: back.searchParams.get('code') ?? '' });
  await client.connections.finish({ state });
}
