import { createFetchHttp } from '../../../adapters/http/fetch-http.ts';
import {
  openPinterest,
  type PinterestOptions,
} from '../../../adapters/platforms/pinterest/open.ts';
import { createManualClock, type ManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { createNodeSecrets } from '../../../adapters/runtime/node-secrets.ts';
import { demoCompany } from '../../../adapters/sandbox/companies.ts';
import { pinterest } from '../../../adapters/sandbox/pinterest/index.ts';
import { pin } from '../../../adapters/sandbox/pinterest/seed/ids.ts';
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
import { assetsOf, factsOf, refOf, sendOne } from '../launch-steps.ts';

export { pin };
export const credentials = { accessToken: demoCompany.token };
/** Without an access token: one is made from the refresh token. */
export const renewable = {
  refreshToken: pin.refreshTokenOf(demoCompany.token),
  appId: pin.appId,
  appSecret: pin.appSecret,
};

export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
}

/** The adapter and a sandbox of its own, sharing a clock nobody has to turn. */
export interface PinterestAtSandbox extends Omit<SandboxControl, 'objects'> {
  readonly platform: CompletePlatform;
  readonly launch: LaunchCapability;
  readonly access: Access;
  readonly clock: ManualClock;
  readonly lines: string[];
  readonly sent: Sent[];
  adGroup(number?: number): string;
  fault(rule: { readonly fault: string; readonly [option: string]: unknown }): Promise<void>;
  held(kind: string): Promise<readonly Held[]>;
  /** A call that the adapter does not make. */
  patch(path: string, body: unknown): Promise<void>;
  /** Requests of a method whose path ends so. */
  sentTo(method: string, end: string): readonly Sent[];
}

export async function pinterestAtSandbox(
  options: Partial<PinterestOptions> = {},
): Promise<PinterestAtSandbox> {
  const clock = createManualClock(Date.UTC(2026, 10, 15, 12), { auto: true });
  const sandbox = seededSandbox(clock, 7, [pinterest]);
  const lines: string[] = [];
  const sent: Sent[] = [];
  const note = (event: string, fields?: object): void => {
    lines.push(JSON.stringify({ event, ...fields }));
  };
  const platform = complete(
    openPinterest({
      http: createFetchHttp({
        async fetch(url, init) {
          const request = new Request(url, init);
          const body = request.headers.get('content-type')?.startsWith('multipart/')
            ? ''
            : await request.clone().text();
          sent.push({ method: request.method, url, headers: request.headers, body });
          return sandbox.fetch(request);
        },
      }),
      clock,
      media: testMedia,
      secrets: createNodeSecrets('a secret that is long enough'),
      log: { debug: note, info: note, warn: note, error: note },
      baseUrl: 'http://sandbox.test/pinterest/v5',
      ...options,
    }),
  );
  const { control, clearFaults, objects, counts } = sandboxControl(sandbox);
  const { launch } = platform;
  const access: Access = {
    companyId: 'c1',
    adAccountId: pin.accounts.eur,
    currency: 'EUR',
    timezone: 'Europe/Berlin',
    credentials,
  };
  await control('POST', 'reset', { counters: true });
  return {
    platform,
    launch,
    access,
    clock,
    lines,
    sent,
    control,
    clearFaults,
    counts,
    adGroup: (number = 0) => pin.emptyAdGroups(access.adAccountId, 'consideration')[number] ?? '',
    fault: async (rule) =>
      void (await control('POST', 'faults', { platform: 'pinterest', ...rule })),
    async patch(path, body) {
      const headers = {
        authorization: `Bearer ${credentials.accessToken}`,
        'content-type': 'application/json',
      };
      const init = { method: 'PATCH', headers, body: JSON.stringify(body) };
      const answer = await sandbox.fetch(
        new Request(`http://sandbox.test/pinterest/v5/${path}`, init),
      );
      if (!answer.ok) throw new Error(await answer.text());
    },
    held: async (kind) => (await objects(kind)).filter(({ status }) => status !== 'ARCHIVED'),
    sentTo: (method, end) =>
      sent.filter((each) => each.method === method && new URL(each.url).pathname.endsWith(end)),
  };
}

export function adOf(
  at: Pick<PinterestAtSandbox, 'access'>,
  more: Partial<LaunchAd> = {},
): LaunchAd {
  return {
    index: 0,
    path: 'ads[0]',
    platform: 'pin',
    adAccountId: at.access.adAccountId,
    type: 'single',
    adName: 'Autumn',
    adSets: [],
    adSetsPath: 'ads[0].adSets',
    media: [image('a')],
    paused: true,
    title: 'Autumn',
    description: 'What the pin says',
    cta: 'SHOP_NOW',
    link: 'https://shop.example/autumn',
    platformFields: { pinBoardId: pin.boards.ads },
    ...more,
  };
}

/** The pin of an ad, not yet made, with everything it needs uploaded. */
export async function pinOperation(
  at: PinterestAtSandbox,
  ad: LaunchAd,
  id = 'creative:0',
): Promise<LaunchOperation & { kind: 'creative' }> {
  const assets = ad.type === 'postBoost' ? [] : await assetsOf(at, ad);
  return { kind: 'creative', id, batch: 'b1', ad, assets, creativeKey: ad.type };
}

/** An ad operation with its pin made beforehand. */
export async function adOperation(
  at: PinterestAtSandbox,
  ad: LaunchAd,
  more: { readonly id?: string; readonly name?: string } = {},
): Promise<LaunchOperation & { kind: 'ad' }> {
  const pinned = await pinOperation(at, ad);
  const creativeId = refOf(await sendOne(at, pinned));
  const adSet = await factsOf(at, at.adGroup());
  return {
    ...pinned,
    kind: 'ad',
    id: 'ad:0:0',
    name: 'Autumn in Berlin',
    adSet,
    creativeId,
    ...more,
  };
}
