import { createFetchHttp } from '../../../adapters/http/fetch-http.ts';
import { google } from '../../../adapters/platforms/google/index.ts';
import { version } from '../../../adapters/platforms/google/version.ts';
import { createManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { md5 } from '../../../adapters/runtime/md5.ts';
import { createNodeSecrets } from '../../../adapters/runtime/node-secrets.ts';
import { demoCompany } from '../../../adapters/sandbox/companies.ts';
import { google as simulation } from '../../../adapters/sandbox/google/index.ts';
import { googleAccountId } from '../../../adapters/sandbox/google/seed/ids.ts';
import { sandboxControl } from '../../../adapters/testing/sandbox-control.ts';
import { seededSandbox } from '../../../adapters/testing/seeded-sandbox.ts';
import { testMedia } from '../../../adapters/testing/test-media.ts';
import { silent } from '../../../core/ports/log.ts';
import type { Access } from '../../../core/ports/platform-accounts.ts';

export { searchAds } from '../../../adapters/sandbox/google/seed/ids.ts';

const now = Date.UTC(2026, 10, 15, 12);

/** The adapter over a sandbox of its own, and the platform without the adapter. */
export function googleAtSandbox({
  usd = false,
  ...options
}: {
  readonly version?: string;
  readonly usd?: boolean;
} = {}) {
  const clock = createManualClock(now, { auto: true });
  const sandbox = seededSandbox(clock, 7, [simulation]);
  const { control, counts, objects } = sandboxControl(sandbox);
  const credentials = simulation.credentials(demoCompany);
  const requests: string[] = [];
  const platform = google.open({
    clock,
    md5,
    media: testMedia,
    log: silent,
    secrets: createNodeSecrets('a secret that is long enough'),
    http: createFetchHttp({
      fetch: (address, init) => {
        requests.push(new URL(address).pathname);
        return sandbox.fetch(new Request(address, init));
      },
    }),
    baseUrl: 'http://sandbox.test/google',
    ...options,
  });
  const access: Access = {
    companyId: 'c1',
    credentials,
    ...(usd
      ? { adAccountId: googleAccountId(1, 2), currency: 'USD', timezone: 'America/Los_Angeles' }
      : { adAccountId: googleAccountId(1, 1), currency: 'EUR', timezone: 'Europe/Berlin' }),
  };
  /** Asks the platform as a program of somebody else would. */
  const ask = async (
    action: string,
    body: object,
    more: { readonly customer?: string; readonly headers?: object } = {},
  ) => {
    const response = await sandbox.fetch(
      new Request(
        `http://sandbox.test/google/${version.pinned}/customers/${more.customer ?? access.adAccountId}${action.startsWith(':') ? '' : '/'}${action}`,
        {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${credentials.accessToken}`,
            'developer-token': credentials.developerToken ?? '',
            'login-customer-id': credentials.loginCustomerId ?? '',
            ...more.headers,
          },
          body: JSON.stringify(body),
        },
      ),
    );
    // biome-ignore lint/suspicious/noExplicitAny: an answer of any shape
    return { status: response.status, body: (await response.json()) as any };
  };
  return {
    platform,
    access,
    clock,
    credentials,
    ask,
    counts,
    objects,
    requests,
    search: (query: string) => ask('googleAds:search', { query }),
    fault: (rule: object) => control('POST', 'faults', { platform: 'google', ...rule }),
  };
}

export type GoogleAtSandbox = ReturnType<typeof googleAtSandbox>;

/** What the first error of a refusal is called. */
export const errorOf = (body: {
  readonly error?: {
    readonly details?: readonly { readonly errors?: readonly { readonly errorCode: object }[] }[];
  };
}): string => {
  const [[family, name] = []] = Object.entries(
    body.error?.details?.[0]?.errors?.[0]?.errorCode ?? {},
  );
  return `${family}.${name}`;
};
