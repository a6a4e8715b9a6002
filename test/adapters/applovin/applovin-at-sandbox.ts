import { createHash } from 'node:crypto';
import { createFetchHttp } from '../../../adapters/http/fetch-http.ts';
import { type ApplovinOptions, openApplovin } from '../../../adapters/platforms/applovin/open.ts';
import type { AppNetwork } from '../../../adapters/platforms/applovin/own.ts';
import { createManualClock, type ManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { createNodeSecrets } from '../../../adapters/runtime/node-secrets.ts';
import { applovin as simulation } from '../../../adapters/sandbox/applovin/index.ts';
import { appNetwork } from '../../../adapters/sandbox/applovin/seed/ids.ts';
import { demoCompany } from '../../../adapters/sandbox/companies.ts';
import { type SandboxControl, sandboxControl } from '../../../adapters/testing/sandbox-control.ts';
import { seededSandbox } from '../../../adapters/testing/seeded-sandbox.ts';
import { image, testMedia } from '../../../adapters/testing/test-media.ts';
import type { AdPlatform } from '../../../core/ports/ad-platform.ts';
import type { LaunchAd } from '../../../core/ports/launch-ad.ts';
import type { MediaSource } from '../../../core/ports/media.ts';
import type { Access } from '../../../core/ports/platform-accounts.ts';
import type { LaunchCapability, LaunchOperation } from '../../../core/ports/platform-launch.ts';
import { assetsOf, factsOf } from '../launch-steps.ts';

export { appNetwork };

export interface Sent {
  readonly method: string;
  /** Below the base, without the query. */
  readonly path: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
}

/** The adapter and a sandbox of its own, sharing a clock nobody has to turn. */
export interface ApplovinAtSandbox extends SandboxControl {
  readonly platform: Required<Pick<AdPlatform, 'accounts' | 'edit' | 'duplicate' | 'inspect'>> &
    AdPlatform;
  readonly own: AppNetwork;
  readonly launch: LaunchCapability;
  readonly access: Access;
  readonly web: Access;
  readonly clock: ManualClock;
  readonly lines: string[];
  readonly sent: Sent[];
  /** What was sent with this method and path since the test looked last. */
  sentTo(path: string): readonly Sent[];
  campaign(number?: number): string;
  fault(rule: { readonly fault: string; readonly [option: string]: unknown }): Promise<void>;
}

const BASE = 'http://sandbox.test/applovin/manage/v1';

/** Pages besides images and videos. */
const media: MediaSource = {
  ...testMedia,
  async load(companyId, url, options) {
    if (!url.endsWith('.html')) return testMedia.load(companyId, url, options);
    const bytes = new TextEncoder().encode(`<html>${url}</html>`);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { bytes, sha256, contentType: 'text/html', filename: url.split('/').pop() ?? '' };
  },
};

export async function applovinAtSandbox(
  adapter: Partial<ApplovinOptions> = {},
): Promise<ApplovinAtSandbox> {
  const clock = createManualClock(Date.UTC(2026, 10, 15, 12), { auto: true });
  const sandbox = seededSandbox(clock, 7, [simulation]);
  const lines: string[] = [];
  const sent: Sent[] = [];
  const note = (event: string, fields?: object): void => {
    lines.push(JSON.stringify({ event, ...fields }));
  };
  const platform = openApplovin({
    http: createFetchHttp({
      fetch: async (url, init) => {
        const request = new Request(url, init);
        const body = typeof init.body === 'string' ? init.body : '';
        const path = url.slice(BASE.length + 1).split('?')[0] ?? '';
        sent.push({ method: request.method, path, url, headers: request.headers, body });
        return sandbox.fetch(request);
      },
    }),
    clock,
    media,
    secrets: createNodeSecrets('a secret that is long enough'),
    log: { debug: note, info: note, warn: note, error: note },
    baseUrl: BASE,
    limit: { perSecond: 1_000, perMinute: 60_000 },
    ...adapter,
  });
  const control = sandboxControl(sandbox);
  const { launch, edit, duplicate, inspect } = platform;
  if (!launch || !edit || !duplicate || !inspect)
    throw new Error('the app network launches, edits, copies and looks');
  const accessOf = (adAccountId: string): Access => ({
    companyId: 'c1',
    adAccountId,
    currency: 'USD',
    timezone: 'UTC',
    credentials: {
      apiKey: demoCompany.token,
      accountIds: Object.values(appNetwork.accounts).join(','),
    },
  });
  const access = accessOf(appNetwork.accounts.app);
  await control.control('POST', 'reset', { counters: true });
  return {
    ...control,
    platform: { ...platform, edit, duplicate, inspect },
    launch,
    access,
    clock,
    lines,
    sent,
    web: accessOf(appNetwork.accounts.web),
    own: platform.own as AppNetwork,
    sentTo: (path) => sent.filter((each) => each.path === path),
    campaign: (number = 0) => appNetwork.empty(access.adAccountId)[number] ?? '',
    fault: async (rule) =>
      void (await control.control('POST', 'faults', { platform: 'applovin', ...rule })),
  };
}

export function adOf(
  at: Pick<ApplovinAtSandbox, 'access'>,
  more: Partial<LaunchAd> = {},
): LaunchAd {
  return {
    index: 0,
    path: 'ads[0]',
    platform: 'app-network',
    adAccountId: at.access.adAccountId,
    type: 'single',
    adName: 'Autumn',
    adSets: [],
    adSetsPath: 'ads[0].adSets',
    media: [image('a')],
    paused: true,
    ...more,
  };
}

/** An ad operation with its media uploaded beforehand; a video is waited for. */
export async function adOperation(
  at: ApplovinAtSandbox,
  ad: LaunchAd,
  {
    campaign = at.campaign(),
    ...more
  }: { readonly campaign?: string; readonly id?: string; readonly name?: string } = {},
): Promise<LaunchOperation & { kind: 'ad' }> {
  const assets = await assetsOf(at, ad);
  const adSet = await factsOf(at, campaign);
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
