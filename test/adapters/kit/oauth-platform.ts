import { createBudget } from '../../../adapters/http/budget.ts';
import { countedGate } from '../../../adapters/platforms/kit/gates.ts';
import type { Caller } from '../../../adapters/platforms/kit/requests.ts';
import { createWire, type Dialect } from '../../../adapters/platforms/kit/wire.ts';
import { createManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { createNodeSecrets } from '../../../adapters/runtime/node-secrets.ts';
import { createMemoryStore } from '../../../adapters/store/memory.ts';
import { credentialsOf } from '../../../core/accounts/access.ts';
import { type ConnectionRecord, connectionKind } from '../../../core/accounts/records.ts';
import { createCredentialStore } from '../../../core/accounts/renew-credentials.ts';
import type { Http, HttpRequest, HttpResult } from '../../../core/ports/http.ts';
import { silent } from '../../../core/ports/log.ts';
import type { Credentials } from '../../../core/ports/platform-accounts.ts';
import type { Store } from '../../../core/ports/store.ts';
import { dialect as example, json } from './example-platform.ts';

const companyId = 'c1';
const connectionId = 'con_1';
const hour = 3_600_000;

/**
 * Which refresh tokens the token endpoint takes. 'fixed': the same for ever. 'grace': each use
 * gives another, and the one before it works until the new one is used. 'strict': each once.
 */
export type Rotation = 'fixed' | 'grace' | 'strict';

const oauth: Dialect = {
  ...example,
  renewal: ({ refreshToken = '', clientSecret = '' }) => ({
    method: 'POST',
    url: 'https://login.test/token',
    body: {
      type: 'form',
      fields: {
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        client_secret: clientSecret,
      },
    },
  }),
};

/**
 * A platform whose access tokens last an hour, and a connection with it in a store that several
 * processes share.
 */
export async function oauthPlatform(
  options: { readonly rotation?: Rotation; readonly leftMs?: number } = {},
) {
  const { rotation = 'fixed', leftMs = 0 } = options;
  const clock = createManualClock(Date.UTC(2026, 10, 15), { auto: true });
  const secrets = createNodeSecrets('a secret that is long enough');
  const shared = createMemoryStore();
  const platform = {
    /**
     * Questions for new tokens, calls by token, and tokens that were used before they were stored.
     */
    renewals: 0,
    calls: [] as string[],
    unstored: [] as string[],
    /** Said instead of an answer, once each. */
    endpointSays: [] as HttpResult[],
    apiSays: undefined as HttpResult | undefined,
    revoked: new Set<string>(),
    /** How much longer calls take, one after the other. */
    delaysMs: [] as number[],
  };
  const ends = new Map<string, number>([['T0', clock.now() + leftMs]]);
  let accepted = ['R0'];
  const stored = new Set(['T0']);

  const endpoint = (request: HttpRequest): HttpResult => {
    platform.renewals += 1;
    const said = platform.endpointSays.shift();
    if (said !== undefined) return said;
    const given = request.body?.type === 'form' ? (request.body.fields.refresh_token ?? '') : '';
    if (!accepted.includes(given))
      return json({ error: 'invalid_grant', error_description: `${given} is used up` }, 400);
    const number = platform.renewals;
    ends.set(`T${number}-of-${given}`, clock.now() + hour);
    const access = {
      access_token: `T${number}-of-${given}`,
      expires_in: 3_600,
      token_type: 'Bearer',
    };
    if (rotation === 'fixed') return json(access);
    const refresh = `R${number}-after-${given}`;
    accepted = rotation === 'strict' ? [refresh] : [refresh, given];
    return json({ ...access, refresh_token: refresh });
  };
  const api = ({ headers }: HttpRequest): HttpResult => {
    const token = headers?.Authorization?.replace('Bearer ', '') ?? '';
    platform.calls.push(token);
    if (!stored.has(token)) platform.unstored.push(token);
    if ((ends.get(token) ?? 0) <= clock.now() || platform.revoked.has(token))
      return json({ code: 401 }, 401);
    return platform.apiSays ?? json({ id: '1' });
  };
  const http: Http = {
    requestAll: (requests) =>
      Promise.all(
        requests.map(async (request) => {
          await clock.sleep(20);
          const isLogin = request.url.startsWith('https://login.test/');
          const answer = isLogin ? endpoint(request) : api(request);
          await clock.sleep(20 + (isLogin ? 0 : (platform.delaysMs.shift() ?? 0)));
          return answer;
        }),
      ),
  };

  /** Notes every access token that has been committed. */
  const noting = (store: Store): Store => ({
    ...store,
    async commit(writes) {
      const conflict = await store.commit(writes);
      if (conflict === undefined)
        for (const { kind, doc } of writes)
          if (kind.name === connectionKind.name && doc !== undefined) {
            const sealed = (doc as ConnectionRecord).sealedCredentials;
            stored.add(
              JSON.parse(await secrets.open(sealed, { companyId, use: 'credentials' })).accessToken,
            );
          }
      return conflict;
    },
  });
  const store = noting(shared);
  const first: Credentials = {
    accessToken: 'T0',
    refreshToken: 'R0',
    clientSecret: 'client-secret',
    accessTokenEndsAt: String(clock.now() + leftMs),
  };
  const sealedCredentials = await secrets.seal(JSON.stringify(first), {
    companyId,
    use: 'credentials',
  });
  const connection: ConnectionRecord = {
    platform: 'pin',
    name: 'Pins',
    sealedCredentials,
    createdAt: 0,
  };
  await store.commit([
    { kind: connectionKind, companyId, id: connectionId, expect: 'absent', doc: connection },
  ]);

  const caller: Caller = { companyId, connectionId, adAccountId: '42', credentials: first };
  return {
    platform,
    clock,
    secrets,
    store,
    caller,
    http,
    /** Another process on the same database, or on one that is given. */
    process(own: Store = store) {
      const budget = createBudget({
        clock,
        limitOf: () => ({ perSecond: 1_000, perMinute: 60_000 }),
      });
      const gate = countedGate({ whose: 'The app', budget, keyOf: () => '' });
      const credentials = createCredentialStore({ store: own, clock, secrets });
      const wire = createWire(oauth, { http, clock, secrets, log: silent, gate, credentials });
      return {
        wire,
        call: (who: Caller = caller) => wire.call(who, { method: 'POST', path: 'ads', body: {} }),
      };
    },
    kept: () => credentialsOf({ store, secrets }, companyId, connectionId),
  };
}
