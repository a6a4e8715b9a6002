import { createFetchHttp } from '../../../adapters/http/fetch-http.ts';
import { type MetaOptions, openMeta } from '../../../adapters/platforms/meta/open.ts';
import { createManualClock, type ManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { createNodeSecrets } from '../../../adapters/runtime/node-secrets.ts';
import { meta } from '../../../adapters/sandbox/meta/index.ts';
import {
  companyIds,
  emptyAdSetIds,
  type SeedCampaign,
} from '../../../adapters/sandbox/meta/seed/ids.ts';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import {
  type Held,
  type SandboxControl,
  sandboxControl,
} from '../../../adapters/testing/sandbox-control.ts';
import { seededSandbox } from '../../../adapters/testing/seeded-sandbox.ts';
import { image, testMedia } from '../../../adapters/testing/test-media.ts';
import type { LaunchAd } from '../../../core/ports/launch-ad.ts';
import type { Access } from '../../../core/ports/platform-accounts.ts';
import type {
  LaunchCapability,
  LaunchOperation,
  Outcome,
} from '../../../core/ports/platform-launch.ts';
import { type CompletePlatform, complete } from '../../complete-platform.ts';
import { assetsOf, factsOf, refOf } from '../launch-steps.ts';

/** The adapter and a sandbox of its own, sharing a clock nobody has to turn. */
export interface MetaAtSandbox extends Omit<SandboxControl, 'objects'> {
  readonly platform: CompletePlatform;
  readonly launch: LaunchCapability;
  readonly access: Access;
  readonly clock: ManualClock;
  readonly ids: ReturnType<typeof companyIds>;
  readonly lines: string[];
  adSet(campaign: SeedCampaign, number?: number): string;
  fault(rule: { readonly fault: string; readonly [option: string]: unknown }): Promise<void>;
  held(kind: string): Promise<readonly Held[]>;
}

const accountsOf = {
  eur: { adAccountId: seed.accounts.eur, currency: 'EUR', timezone: 'Europe/Berlin' },
  jpy: { adAccountId: seed.accounts.jpy, currency: 'JPY', timezone: 'Asia/Tokyo' },
  usd: { adAccountId: seed.accounts.usd, currency: 'USD', timezone: 'America/New_York' },
} as const;

export async function metaAtSandbox(
  options: {
    readonly account?: keyof typeof accountsOf;
    readonly auto?: boolean;
  } & Partial<MetaOptions> = {},
): Promise<MetaAtSandbox> {
  const { account = 'eur', auto = true, ...adapter } = options;
  const clock = createManualClock(Date.UTC(2026, 10, 15, 12), { auto });
  const sandbox = seededSandbox(clock, 7, [meta]);
  const lines: string[] = [];
  const note = (event: string, fields?: object): void => {
    lines.push(JSON.stringify({ event, ...fields }));
  };
  const platform = complete(
    openMeta({
      http: createFetchHttp({ fetch: (url, init) => sandbox.fetch(new Request(url, init)) }),
      clock,
      media: testMedia,
      secrets: createNodeSecrets('a secret that is long enough'),
      log: { debug: note, info: note, warn: note, error: note },
      baseUrl: 'http://sandbox.test/meta',
      ...adapter,
    }),
  );
  const { control, clearFaults, objects, counts } = sandboxControl(sandbox);
  const launch = platform.launch;
  if (launch === undefined) throw new Error('the primary platform launches');
  const access: Access = {
    companyId: 'c1',
    ...accountsOf[account],
    credentials: { accessToken: seed.token },
  };
  await control('POST', 'reset', { counters: true });
  return {
    platform,
    launch,
    access,
    clock,
    lines,
    control,
    ids: companyIds(seed.accounts.eur),
    adSet: (campaign, number = 0) => emptyAdSetIds(access.adAccountId, campaign)[number] ?? '',
    fault: async (rule) => void (await control('POST', 'faults', rule)),
    clearFaults,
    counts,
    held: async (kind) => (await objects(kind)).filter((each) => each.status !== 'DELETED'),
  };
}

export function adOf(at: MetaAtSandbox, more: Partial<LaunchAd> = {}): LaunchAd {
  return {
    index: 0,
    path: 'ads[0]',
    platform: 'primary',
    adAccountId: at.access.adAccountId,
    type: 'single',
    adName: 'Autumn',
    adSets: [],
    adSetsPath: 'ads[0].adSets',
    media: [image('a')],
    paused: true,
    title: 'Headline',
    description: 'Primary text',
    cta: 'SHOP_NOW',
    link: 'https://shop.example/autumn',
    page: at.ids.page,
    secondary: at.ids.profile,
    ...more,
  };
}

export interface Launched {
  readonly creative: Outcome;
  readonly ad: Outcome;
  /** As the platform holds them. */
  readonly heldCreative: Held;
  readonly heldAd: Held;
  readonly operations: readonly [
    LaunchOperation & { kind: 'creative' },
    LaunchOperation & { kind: 'ad' },
  ];
}

/** The whole way of one ad into one ad set. */
export async function launchAd(
  at: MetaAtSandbox,
  ad: LaunchAd,
  adSetId: string,
): Promise<Launched> {
  const assets = await assetsOf(at, ad);
  const adSet = await factsOf(at, adSetId);
  const common = { batch: 'b1', ad, assets, creativeKey: at.launch.creativeKey(ad, adSet) };
  const creativeOperation = { kind: 'creative', id: 'creative:0', ...common } as const;
  const [creative] = await at.launch.send(at.access, [creativeOperation]);
  const adOperation = {
    kind: 'ad',
    id: 'ad:0:0',
    name: 'Autumn in Berlin',
    adSet,
    creativeId: refOf(creative),
    ...common,
  } as const;
  const [made] = await at.launch.send(at.access, [adOperation]);
  const find = async (kind: string, id: string): Promise<Held> => {
    const held = (await at.held(kind)).find((each) => each.id === id);
    if (held === undefined) throw new Error(`the platform holds no ${id}`);
    return held;
  };
  if (creative === undefined || made === undefined) throw new Error('no outcome');
  return {
    creative,
    ad: made,
    heldCreative: await find('adcreatives', refOf(creative)),
    heldAd: await find('ads', refOf(made)),
    operations: [creativeOperation, adOperation],
  };
}
