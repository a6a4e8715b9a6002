import { createFetchHttp } from '../../../adapters/http/fetch-http.ts';
import { type LinkedinOptions, openLinkedin } from '../../../adapters/platforms/linkedin/open.ts';
import type { LinkedinOwn } from '../../../adapters/platforms/linkedin/own.ts';
import { createManualClock, type ManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { createNodeSecrets } from '../../../adapters/runtime/node-secrets.ts';
import { linkedin as simulation } from '../../../adapters/sandbox/linkedin/index.ts';
import { professionalNetwork } from '../../../adapters/sandbox/linkedin/seed/ids.ts';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { type SandboxControl, sandboxControl } from '../../../adapters/testing/sandbox-control.ts';
import { seededSandbox } from '../../../adapters/testing/seeded-sandbox.ts';
import { image, testMedia } from '../../../adapters/testing/test-media.ts';
import type { LaunchAd } from '../../../core/ports/launch-ad.ts';
import type { Access } from '../../../core/ports/platform-accounts.ts';
import type { LaunchCapability, LaunchOperation } from '../../../core/ports/platform-launch.ts';
import { type CompletePlatform, complete } from '../../complete-platform.ts';
import { assetsOf, factsOf } from '../launch-steps.ts';

export { professionalNetwork };

export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
}

/** The adapter and a sandbox of its own, sharing a clock nobody has to turn. */
export interface LinkedinAtSandbox extends SandboxControl {
  readonly platform: CompletePlatform;
  readonly own: LinkedinOwn;
  readonly launch: LaunchCapability;
  readonly access: Access;
  readonly clock: ManualClock;
  readonly lines: string[];
  readonly sent: Sent[];
  campaign(number?: number): string;
  fault(rule: { readonly fault: string; readonly [option: string]: unknown }): Promise<void>;
}

export async function linkedinAtSandbox(
  adapter: Partial<LinkedinOptions> = {},
): Promise<LinkedinAtSandbox> {
  const clock = createManualClock(Date.UTC(2026, 10, 15, 12), { auto: true });
  const sandbox = seededSandbox(clock, 7, [simulation]);
  const lines: string[] = [];
  const sent: Sent[] = [];
  const note = (event: string, fields?: object): void => {
    lines.push(JSON.stringify({ event, ...fields }));
  };
  const platform = complete(
    openLinkedin({
      http: createFetchHttp({
        fetch: (url, init) => {
          const request = new Request(url, init);
          sent.push({ method: request.method, url, headers: request.headers });
          return sandbox.fetch(request);
        },
      }),
      clock,
      media: testMedia,
      secrets: createNodeSecrets('a secret that is long enough'),
      log: { debug: note, info: note, warn: note, error: note },
      baseUrl: 'http://sandbox.test/linkedin/rest',
      limit: { perSecond: 1_000, perMinute: 60_000 },
      ...adapter,
    }),
  );
  const control = sandboxControl(sandbox);
  const { launch } = platform;
  if (launch === undefined) throw new Error('the professional network launches');
  const access: Access = {
    companyId: 'c1',
    adAccountId: professionalNetwork.accounts.eur,
    currency: 'EUR',
    timezone: 'UTC',
    credentials: { accessToken: seed.token },
  };
  await control.control('POST', 'reset', { counters: true });
  return {
    ...control,
    platform,
    launch,
    access,
    clock,
    lines,
    sent,
    own: platform.own as LinkedinOwn,
    campaign: (number = 0) =>
      professionalNetwork.emptyCampaigns(access.adAccountId, 'visits')[number] ?? '',
    fault: async (rule) =>
      void (await control.control('POST', 'faults', { platform: 'linkedin', ...rule })),
  };
}

export function adOf(
  at: Pick<LinkedinAtSandbox, 'access'>,
  more: Partial<LaunchAd> = {},
): LaunchAd {
  return {
    index: 0,
    path: 'ads[0]',
    platform: 'professional-network',
    adAccountId: at.access.adAccountId,
    type: 'single',
    adName: 'Autumn',
    adSets: [],
    adSetsPath: 'ads[0].adSets',
    media: [image('a')],
    paused: true,
    title: 'Autumn',
    description: 'What the ad says',
    cta: 'LEARN_MORE',
    link: 'https://shop.example/autumn',
    platformFields: { organizationId: professionalNetwork.organization },
    ...more,
  };
}

/** A post that exists, as a launch names it. */
export const boostOf = (
  at: Pick<LinkedinAtSandbox, 'access'>,
  effectiveStoryId: string,
  more: Partial<LaunchAd> = {},
): LaunchAd =>
  adOf(at, {
    type: 'postBoost',
    media: [{ type: 'image', filename: '', effectiveStoryId }],
    ...more,
  });

/** An ad operation with everything it needs made beforehand; a video is waited for. */
export async function adOperation(
  at: LinkedinAtSandbox,
  ad: LaunchAd,
  campaignId = at.campaign(),
  more: { readonly id?: string; readonly name?: string } = {},
): Promise<LaunchOperation & { kind: 'ad' }> {
  const assets = ad.type === 'postBoost' ? [] : await assetsOf(at, ad);
  const adSet = await factsOf(at, campaignId);
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
