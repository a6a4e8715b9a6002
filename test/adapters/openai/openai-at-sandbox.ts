import { createFetchHttp } from '../../../adapters/http/fetch-http.ts';
import { openOpenai } from '../../../adapters/platforms/openai/open.ts';
import { createManualClock, type ManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { createNodeSecrets } from '../../../adapters/runtime/node-secrets.ts';
import { demoCompany } from '../../../adapters/sandbox/companies.ts';
import { openai as simulation } from '../../../adapters/sandbox/openai/index.ts';
import { ids, openaiAccountId, pixelId } from '../../../adapters/sandbox/openai/seed/ids.ts';
import { type SandboxControl, sandboxControl } from '../../../adapters/testing/sandbox-control.ts';
import { seededSandbox } from '../../../adapters/testing/seeded-sandbox.ts';
import { image, testMedia } from '../../../adapters/testing/test-media.ts';
import type { AdPlatform } from '../../../core/ports/ad-platform.ts';
import type { LaunchAd } from '../../../core/ports/launch-ad.ts';
import type { Access } from '../../../core/ports/platform-accounts.ts';
import type { LaunchOperation } from '../../../core/ports/platform-launch.ts';
import { assetsOf, factsOf } from '../launch-steps.ts';

export interface Sent {
  readonly method: string;
  /** Below the base, without the query. */
  readonly path: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: string;
}

type Offered =
  | 'launch'
  | 'edit'
  | 'update'
  | 'duplicate'
  | 'inspect'
  | 'delivery'
  | 'report'
  | 'conversions';

/** The adapter and a sandbox of its own, sharing a clock that turns itself. */
export interface OpenaiAtSandbox extends SandboxControl {
  readonly platform: AdPlatform & Required<Pick<AdPlatform, Offered>>;
  /** The adapter as another process has it. */
  another(): OpenaiAtSandbox['platform'];
  readonly launch: NonNullable<AdPlatform['launch']>;
  readonly access: Access;
  readonly clock: ManualClock;
  readonly sent: Sent[];
  sentTo(method: string, path: string): readonly Sent[];
  fault(rule: { readonly fault: string; readonly [option: string]: unknown }): Promise<void>;
  clearFaults(): Promise<void>;
}

const BASE = 'http://sandbox.test/openai/v1';
export const account = openaiAccountId(1);
export const pixel = pixelId(account);
export { ids };

export const adGroup = (number = 0) => ids.empty(account, 'clicks')[number] ?? '';

export async function openaiAtSandbox(): Promise<OpenaiAtSandbox> {
  const clock = createManualClock(Date.UTC(2026, 10, 15, 12), { auto: true });
  const sandbox = seededSandbox(clock, 7, [simulation]);
  const sent: Sent[] = [];
  const open = () =>
    openOpenai({
      http: createFetchHttp({
        fetch: async (address, init) => {
          const request = new Request(address, init);
          const url = new URL(address);
          const body = typeof init.body === 'string' ? init.body : '';
          sent.push({
            method: request.method,
            path: address.slice(BASE.length + 1).split('?')[0] ?? '',
            url,
            headers: request.headers,
            body,
          });
          return sandbox.fetch(request);
        },
      }),
      clock,
      media: testMedia,
      secrets: createNodeSecrets('a secret that is long enough'),
      baseUrl: BASE,
      limit: { perSecond: 1_000, perMinute: 60_000 },
    }) as OpenaiAtSandbox['platform'];
  const platform = open();
  const control = sandboxControl(sandbox);
  await control.control('POST', 'reset', { counters: true });
  return {
    ...control,
    platform,
    another: open,
    launch: platform.launch as OpenaiAtSandbox['launch'],
    access: {
      companyId: 'c1',
      adAccountId: account,
      currency: 'USD',
      timezone: 'America/New_York',
      credentials: simulation.credentials(demoCompany),
    },
    clock,
    sent,
    sentTo: (method, path) => sent.filter((each) => each.method === method && each.path === path),
    fault: async (rule) =>
      void (await control.control('POST', 'faults', { platform: 'openai', ...rule })),
    clearFaults: async () => void (await control.control('DELETE', 'faults')),
  };
}

export function adOf(more: Partial<LaunchAd> = {}): LaunchAd {
  return {
    index: 0,
    path: 'ads[0]',
    platform: 'openai-ads',
    adAccountId: account,
    type: 'single',
    adName: 'Autumn',
    adSets: [],
    adSetsPath: 'ads[0].adSets',
    media: [image('a')],
    paused: true,
    title: 'Warm boots',
    description: 'For wet days.',
    link: 'https://shop.example/boots',
    ...more,
  };
}

/** An ad operation with its image uploaded beforehand. */
export async function adOperation(
  at: OpenaiAtSandbox,
  ad: LaunchAd = adOf(),
  more: { readonly id?: string; readonly name?: string; readonly batch?: string } = {},
): Promise<LaunchOperation & { kind: 'ad' }> {
  const assets = await assetsOf(at, ad);
  const adSet = await factsOf(at, adGroup());
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

export const adsHeld = async (at: OpenaiAtSandbox, name = 'Autumn in Berlin') =>
  (await at.objects('openai_ads')).filter((each) => each.name === name);
