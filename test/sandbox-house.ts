import { createFetchHttp } from '../adapters/http/fetch-http.ts';
import { type MetaOptions, openMeta } from '../adapters/platforms/meta/open.ts';
import { createManualClock } from '../adapters/runtime/manual-clock.ts';
import { createNodeSecrets } from '../adapters/runtime/node-secrets.ts';
import { seed } from '../adapters/sandbox/meta/seed/names.ts';
import { createSandbox } from '../adapters/sandbox/sandbox.ts';
import { accountKey } from '../core/accounts/account-key.ts';
import { type AdAccountRecord, adAccountKind, type ConnectionRecord, connectionKind } from '../core/accounts/records.ts';
import type { Clock } from '../core/ports/clock.ts';
import type { MediaSource } from '../core/ports/media.ts';
import type { Store } from '../core/ports/store.ts';
import { COMPANY, createLaunchHouse, createNamedMedia } from './launch-house.ts';

export interface SandboxCounters {
  readonly objects: { readonly [kind: string]: number };
  /** Calls as the platform counts them. */
  readonly counted: number;
  readonly requests: number;
  readonly list?: { readonly [kind: string]: readonly { readonly [field: string]: unknown }[] };
}

/** The launch functions over the real adapter and the sandbox, in one process on a clock that jumps. */
export async function createSandboxHouse(
  options: {
    readonly store?: Store;
    readonly media?: MediaSource;
    readonly clock?: Clock;
    readonly meta?: Partial<MetaOptions>;
    readonly watch?: (request: { readonly began: number; readonly ended: number }) => void;
  } = {},
) {
  const clock: Clock = options.clock ?? createManualClock(undefined, { auto: true });
  const sandbox = createSandbox({ clock, seed: 1 });
  const secrets = createNodeSecrets('a secret that is long enough');
  const media = options.media ?? createNamedMedia();
  const http = createFetchHttp({
    async fetch(url, init) {
      const began = performance.now();
      const response = await sandbox.fetch(new Request(url, init));
      options.watch?.({ began, ended: performance.now() });
      return response;
    },
  });
  const primary = openMeta({ http, clock, media, secrets, baseUrl: 'http://sandbox.test/meta', ...options.meta });
  const house = await createLaunchHouse({
    clock,
    media,
    platforms: () => ({ primary }),
    ...(options.store === undefined ? {} : { store: options.store }),
  });

  const credentials = { accessToken: seed.token };
  const connection: ConnectionRecord = {
    platform: 'primary',
    name: 'Sandbox',
    sealedCredentials: await secrets.seal(JSON.stringify(credentials), { companyId: COMPANY, use: 'credentials' }),
    createdAt: 0,
  };
  await house.store.commit([{ kind: connectionKind, companyId: COMPANY, id: 'sandbox', expect: 'absent', doc: connection }]);
  for (const { id, name, currency, timezone, status } of await primary.accounts.list(COMPANY, credentials)) {
    const account: AdAccountRecord = {
      platform: 'primary',
      connectionId: 'sandbox',
      workspaceId: 'w1',
      name,
      currency,
      timezone,
      status,
    };
    await house.store.commit([
      { kind: adAccountKind, companyId: COMPANY, id: accountKey('primary', id), expect: 'absent', doc: account },
    ]);
  }

  const control = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await sandbox.fetch(
      new Request(`http://sandbox.test/_sandbox/${path}`, { method, ...(body && { body: JSON.stringify(body) }) }),
    );
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  };
  const access = (adAccountId: string, currency = 'EUR', timezone = 'Europe/Berlin') => ({
    companyId: COMPANY,
    adAccountId,
    currency,
    timezone,
    credentials,
  });
  return {
    ...house,
    primary,
    access,
    credentials,
    state: (query = '') => control('GET', `state${query}`) as Promise<SandboxCounters>,
    fault: (fault: object) => control('POST', 'faults', fault),
    control,
  };
}
