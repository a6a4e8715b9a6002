import { createFetchHttp } from '../../../adapters/http/fetch-http.ts';
import { openSnapchat, type SnapchatOptions } from '../../../adapters/platforms/snapchat/open.ts';
import { createManualClock, type ManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { createNodeSecrets } from '../../../adapters/runtime/node-secrets.ts';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { snapchat as simulation } from '../../../adapters/sandbox/snapchat/index.ts';
import { photoMessaging } from '../../../adapters/sandbox/snapchat/seed/ids.ts';
import { type SandboxControl, sandboxControl } from '../../../adapters/testing/sandbox-control.ts';
import { seededSandbox } from '../../../adapters/testing/seeded-sandbox.ts';
import { image, testMedia } from '../../../adapters/testing/test-media.ts';
import type { CredentialStore } from '../../../core/ports/credential-store.ts';
import type { LaunchAd } from '../../../core/ports/launch-ad.ts';
import type { Access, Credentials } from '../../../core/ports/platform-accounts.ts';
import type {
  LaunchCapability,
  LaunchOperation,
  Outcome,
} from '../../../core/ports/platform-launch.ts';
import { type CompletePlatform, complete } from '../../complete-platform.ts';
import { assetsOf, factsOf, refOf, sendOne } from '../launch-steps.ts';

export { photoMessaging, refOf, sendOne };

/** Those with which access tokens are renewed. */
export const refreshing: Credentials = {
  clientId: photoMessaging.clientId,
  clientSecret: photoMessaging.clientSecret,
  refreshToken: photoMessaging.refreshToken,
};

const accountsOf = {
  eur: { adAccountId: photoMessaging.accounts.eur, currency: 'EUR', timezone: 'Europe/Berlin' },
  usd: {
    adAccountId: photoMessaging.accounts.usd,
    currency: 'USD',
    timezone: 'America/Los_Angeles',
  },
} as const;

/** What was sent, as far as tests look at it. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly authorization: string | null;
  readonly body: unknown;
}

/** The adapter and a sandbox of its own, sharing a clock nobody has to turn. */
export interface SnapchatAtSandbox extends SandboxControl {
  readonly platform: CompletePlatform;
  readonly launch: LaunchCapability;
  readonly access: Access;
  readonly clock: ManualClock;
  readonly sent: Sent[];
  squad(number?: number): string;
  fault(rule: { readonly fault: string; readonly [option: string]: unknown }): Promise<void>;
  /** A request past the adapter. */
  post(path: string, body: object): Promise<{ readonly status: number; readonly text: string }>;
  calls(): Promise<{ readonly [kind: string]: number }>;
}

export async function snapchatAtSandbox(
  options: {
    readonly account?: keyof typeof accountsOf;
    readonly credentials?: Credentials;
    readonly store?: CredentialStore;
    readonly now?: number;
  } & Partial<Omit<SnapchatOptions, 'credentials'>> = {},
): Promise<SnapchatAtSandbox> {
  const {
    account = 'eur',
    credentials = { accessToken: seed.token },
    store,
    now = Date.UTC(2026, 10, 15, 12),
    ...adapter
  } = options;
  const clock = createManualClock(now, { auto: true });
  const sandbox = seededSandbox(clock, 7, [simulation]);
  const sent: Sent[] = [];
  const platform = complete(
    openSnapchat({
      http: createFetchHttp({
        async fetch(url, init) {
          const request = new Request(url, init);
          const { pathname, searchParams } = new URL(url);
          const isJson = request.headers.get('content-type')?.startsWith('application/json');
          sent.push({
            method: request.method,
            path: pathname.replace('/snapchat/v1/', ''),
            query: searchParams,
            authorization: request.headers.get('authorization'),
            body: isJson ? await request.clone().json() : undefined,
          });
          return sandbox.fetch(request);
        },
      }),
      clock,
      media: testMedia,
      secrets: createNodeSecrets('a secret that is long enough'),
      baseUrl: 'http://sandbox.test/snapchat/v1',
      // Budgets have tests of their own; elsewhere they would only move the clock.
      limit: { perSecond: 1_000, perMinute: 60_000 },
      ...(store !== undefined && { credentials: store }),
      ...adapter,
    }),
  );
  const { launch } = platform;
  const control = sandboxControl(sandbox);
  await control.control('POST', 'reset', { counters: true });
  const access: Access = { companyId: 'c1', ...accountsOf[account], credentials };
  return {
    ...control,
    platform,
    launch,
    access,
    clock,
    sent,
    squad: (number = 0) =>
      photoMessaging.emptyAdSquads(access.adAccountId, 'traffic')[number] ?? '',
    fault: async (rule) =>
      void (await control.control('POST', 'faults', { platform: 'snapchat', ...rule })),
    async post(path, body) {
      const headers = { authorization: `Bearer ${seed.token}`, 'content-type': 'application/json' };
      const url = `http://sandbox.test/snapchat/v1/${path}`;
      const answer = await sandbox.fetch(
        new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }),
      );
      return { status: answer.status, text: await answer.text() };
    },
    calls: async () => (await control.control('GET', 'state')).calls as { [kind: string]: number },
  };
}

export function adOf(
  at: Pick<SnapchatAtSandbox, 'access'>,
  more: Partial<LaunchAd> = {},
): LaunchAd {
  return {
    index: 0,
    path: 'ads[0]',
    platform: 'photo-messaging',
    adAccountId: at.access.adAccountId,
    type: 'single',
    adName: 'Autumn',
    adSets: [],
    adSetsPath: 'ads[0].adSets',
    media: [image('a')],
    paused: true,
    title: 'What the ad says',
    cta: 'SHOP_NOW',
    link: 'https://shop.example/autumn',
    platformFields: {
      photoMessagingBrandName: 'Brand',
      photoMessagingProfileId: photoMessaging.profiles.brand,
    },
    ...more,
  };
}

export const creativeOperation = async (
  at: SnapchatAtSandbox,
  ad: LaunchAd,
  id = 'creative:0',
): Promise<LaunchOperation> => ({
  kind: 'creative',
  id,
  batch: 'b1',
  ad,
  assets: await assetsOf(at, ad),
  creativeKey: ad.type,
});

/** So many ads of one ad squad, everything they need made beforehand. */
export async function adOperations(
  at: SnapchatAtSandbox,
  count: number,
  ad = adOf(at),
): Promise<readonly (LaunchOperation & { kind: 'ad' })[]> {
  const creative = await creativeOperation(at, ad);
  if (creative.kind !== 'creative') throw new Error('it is a creative');
  const creativeId = refOf(await sendOne(at, creative));
  const adSet = await factsOf(at, at.squad());
  return Array.from({ length: count }, (_, position) => ({
    kind: 'ad',
    id: `ad:${position}:0`,
    name: `Ad ${position}`,
    batch: 'b1',
    ad,
    adSet,
    assets: creative.assets,
    creativeKey: ad.type,
    creativeId,
  }));
}

export const states = (outcomes: readonly Outcome[]): readonly string[] =>
  outcomes.map(({ state }) => state);
