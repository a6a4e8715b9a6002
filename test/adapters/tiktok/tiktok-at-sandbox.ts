import { createFetchHttp } from '../../../adapters/http/fetch-http.ts';
import { openTiktok, type TiktokOptions } from '../../../adapters/platforms/tiktok/open.ts';
import { createManualClock, type ManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { md5 } from '../../../adapters/runtime/md5.ts';
import { createNodeSecrets } from '../../../adapters/runtime/node-secrets.ts';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { tiktok } from '../../../adapters/sandbox/tiktok/index.ts';
import { shortVideo } from '../../../adapters/sandbox/tiktok/seed/ids.ts';
import {
  type Held,
  type SandboxControl,
  sandboxControl,
} from '../../../adapters/testing/sandbox-control.ts';
import { seededSandbox } from '../../../adapters/testing/seeded-sandbox.ts';
import { image, testMedia } from '../../../adapters/testing/test-media.ts';
import type { LaunchAd } from '../../../core/ports/launch-ad.ts';
import type { Access } from '../../../core/ports/platform-accounts.ts';
import type { LaunchCapability, LaunchOperation } from '../../../core/ports/platform-launch.ts';
import { type CompletePlatform, complete } from '../../complete-platform.ts';
import { assetsOf, factsOf } from '../launch-steps.ts';

export { shortVideo };
export const credentials = {
  accessToken: seed.token,
  appId: shortVideo.appId,
  secret: shortVideo.secret,
};

const accountsOf = {
  eur: { adAccountId: shortVideo.accounts.eur, currency: 'EUR', timezone: 'Europe/Berlin' },
  usd: { adAccountId: shortVideo.accounts.usd, currency: 'USD', timezone: 'America/Los_Angeles' },
  /** With Upgraded Smart+ objects. */
  smart: { adAccountId: shortVideo.accounts.smart, currency: 'EUR', timezone: 'Europe/Berlin' },
} as const;

/** The adapter and a sandbox of its own, sharing a clock nobody has to turn. */
export interface TiktokAtSandbox extends Omit<SandboxControl, 'objects'> {
  readonly platform: CompletePlatform;
  readonly launch: LaunchCapability;
  readonly access: Access;
  readonly clock: ManualClock;
  readonly lines: string[];
  /** Addresses and bodies of what was sent. */
  readonly sent: {
    readonly method: string;
    readonly url: string;
    readonly headers: Headers;
    readonly body: unknown;
  }[];
  adGroup(number?: number): string;
  /** Empty ad groups of the Smart+ campaign for web conversions. */
  smartAdGroup(number?: number): string;
  fault(rule: { readonly fault: string; readonly [option: string]: unknown }): Promise<void>;
  held(kind: string): Promise<readonly Held[]>;
  /** A call that the adapter does not make. */
  post(path: string, body: object): Promise<unknown>;
}

export async function tiktokAtSandbox(
  options: {
    readonly account?: keyof typeof accountsOf;
    readonly auto?: boolean;
    readonly now?: number;
  } & Partial<TiktokOptions> = {},
): Promise<TiktokAtSandbox> {
  const { account = 'eur', auto = true, now = Date.UTC(2026, 10, 15, 12), ...adapter } = options;
  const clock = createManualClock(now, { auto });
  const sandbox = seededSandbox(clock, 7, [tiktok]);
  const lines: string[] = [];
  const sent: TiktokAtSandbox['sent'] = [];
  const note = (event: string, fields?: object): void => {
    lines.push(JSON.stringify({ event, ...fields }));
  };
  const platform = complete(
    openTiktok({
      http: createFetchHttp({
        fetch: (url, init) => {
          const request = new Request(url, init);
          const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
          sent.push({ method: request.method, url, headers: request.headers, body });
          return sandbox.fetch(request);
        },
      }),
      clock,
      md5,
      media: testMedia,
      secrets: createNodeSecrets('a secret that is long enough'),
      log: { debug: note, info: note, warn: note, error: note },
      baseUrl: 'http://sandbox.test/tiktok/open_api/v1.3',
      // Budgets have tests of their own; elsewhere they would only move the clock.
      limit: { perSecond: 1_000, perMinute: 60_000 },
      ...adapter,
    }),
  );
  const { control, clearFaults, objects, counts } = sandboxControl(sandbox);
  const { launch } = platform;
  if (launch === undefined) throw new Error('the short-video platform launches');
  const access: Access = { companyId: 'c1', ...accountsOf[account], credentials };
  await control('POST', 'reset', { counters: true });
  return {
    platform,
    launch,
    access,
    clock,
    lines,
    sent,
    control,
    adGroup: (number = 0) => shortVideo.emptyAdGroups(access.adAccountId, 'traffic')[number] ?? '',
    smartAdGroup: (number = 0) => shortVideo.smart.empty(access.adAccountId, 'web')[number] ?? '',
    fault: async (rule) => void (await control('POST', 'faults', { platform: 'tiktok', ...rule })),
    clearFaults,
    counts,
    async post(path, body) {
      const headers = { 'access-token': seed.token, 'content-type': 'application/json' };
      const sent = JSON.stringify({ advertiser_id: access.adAccountId, ...body });
      const url = `http://sandbox.test/tiktok/open_api/v1.3/${path}/`;
      return (
        await sandbox.fetch(new Request(url, { method: 'POST', headers, body: sent }))
      ).json();
    },
    held: async (kind) =>
      (await objects(kind)).filter((each) => each.operation_status !== 'DELETE'),
  };
}

export const identity = `${shortVideo.identities.custom.type}:${shortVideo.identities.custom.id}`;
export const profile = `${shortVideo.identities.profile.type}:${shortVideo.identities.profile.id}`;

export function adOf(at: Pick<TiktokAtSandbox, 'access'>, more: Partial<LaunchAd> = {}): LaunchAd {
  return {
    index: 0,
    path: 'ads[0]',
    platform: 'short-video',
    adAccountId: at.access.adAccountId,
    type: 'single',
    adName: 'Autumn',
    adSets: [],
    adSetsPath: 'ads[0].adSets',
    media: [image('a')],
    paused: true,
    description: 'What the ad says',
    cta: 'SHOP_NOW',
    link: 'https://shop.example/autumn',
    platformFields: { selectedShortVideoUserAccount: identity },
    ...more,
  };
}

/** An ad operation with everything it needs made beforehand; a video is waited for. */
export async function adOperation(
  at: TiktokAtSandbox,
  ad: LaunchAd,
  adGroupId: string,
  more: { readonly id?: string; readonly name?: string } = {},
): Promise<LaunchOperation & { kind: 'ad' }> {
  const assets = ad.type === 'postBoost' ? [] : await assetsOf(at, ad);
  const adSet = await factsOf(at, adGroupId);
  return {
    kind: 'ad',
    id: 'ad:0:0',
    name: 'Autumn in Berlin',
    batch: 'b1',
    ad,
    adSet,
    assets,
    creativeKey: ad.type,
    ...more,
  };
}
