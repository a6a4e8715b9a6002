import { expect, test } from 'vitest';
import { accessFound, credentialsOf } from '../../../core/accounts/access.ts';
import { connectPlatform, testConnection } from '../../../core/accounts/connect.ts';
import { foundAccount } from '../../../core/accounts/find-account.ts';
import { adAccountKind } from '../../../core/accounts/records.ts';
import { eventsFor } from '../../../core/events/events.ts';
import type { AdPlatform } from '../../../core/ports/ad-platform.ts';
import { allOf } from '../../../core/records/list.ts';
import { json } from '../../adapters/kit/example-platform.ts';
import { oauthPlatform } from '../../adapters/kit/oauth-platform.ts';
import { testDefinition } from '../../test-definition.ts';

const caller = { companyId: 'c1', keyId: 'k1', scopes: ['admin'] as const };
const given = { refreshToken: 'R0', clientSecret: 'client-secret' };
const field = (key: string, secret: boolean) => ({ key, label: key, hint: '', secret });

/**
 * The service with a platform whose refresh tokens work once each, and whose one account can be
 * asked for.
 */
async function service() {
  const at = await oauthPlatform({ rotation: 'strict' });
  const { wire } = at.process();
  const account = {
    id: '42',
    name: 'Shop',
    currency: 'EUR',
    timezone: 'UTC',
    status: 'active',
  } as const;
  const pin: Pick<AdPlatform, 'definition' | 'accounts'> = {
    definition: testDefinition('pin', {
      credentials: {
        fields: [field('refreshToken', true), field('clientSecret', true)],
        ways: [['refreshToken', 'clientSecret']],
      },
    }),
    accounts: {
      exchange: (companyId, credentials) => wire.exchange(companyId, credentials),
      async list(companyId, credentials, connectionId) {
        const who = { companyId, credentials, ...(connectionId !== undefined && { connectionId }) };
        const answer = await wire.call(who, { method: 'GET', path: 'accounts' });
        if (!answer.ok) throw new Error(answer.failure.message);
        return [account];
      },
      identities: async () => [],
      campaigns: async () => [],
      adSets: async () => [],
    },
  };
  const { store, clock, secrets, platform } = at;
  return {
    at,
    platform,
    ports: { store, clock, secrets, platforms: { pin }, events: eventsFor([]) },
  };
}

test('a connection is stored with the tokens that its refresh token was exchanged for', async () => {
  const { ports, platform } = await service();
  const { id } = await connectPlatform(ports, caller, { platform: 'pin', credentials: given });
  expect(platform.renewals).toBe(1);
  expect(await credentialsOf(ports, 'c1', id)).toMatchObject({
    accessToken: 'T1-of-R0',
    refreshToken: 'R1-after-R0',
  });
});

test('access to an account names its connection, and a test of that connection renews its tokens', async () => {
  const { ports, at } = await service();
  const { id } = await connectPlatform(ports, caller, { platform: 'pin', credentials: given });
  const [account] = await allOf(ports.store, adAccountKind, 'c1');
  if (account === undefined) throw new Error('The account is registered.');
  expect((await accessFound(ports, 'c1', foundAccount(account))).access.connectionId).toBe(id);
  await at.clock.advance(3_600_000);
  expect(await testConnection(ports, caller, id)).toMatchObject({ ok: true, adAccounts: 1 });
  expect((await credentialsOf(ports, 'c1', id)).accessToken).toBe('T2-of-R1-after-R0');
});

test('a refresh token that the platform does not take connects nothing', async () => {
  const { ports, platform } = await service();
  platform.endpointSays = [json({ error: 'invalid_grant' }, 400)];
  await expect(
    connectPlatform(ports, caller, { platform: 'pin', credentials: given }),
  ).rejects.toMatchObject({
    code: 'unprocessable_entity',
    details: [{ path: 'credentials', code: 'credentials_refused' }],
  });
});
