import { createHash } from 'node:crypto';
import { createFetchHttp } from '../../../adapters/http/fetch-http.ts';
import { type MetaOptions, openMeta } from '../../../adapters/platforms/meta/open.ts';
import { createManualClock, type ManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { createNodeSecrets } from '../../../adapters/runtime/node-secrets.ts';
import { companyIds, emptyAdSetIds, type SeedCampaign } from '../../../adapters/sandbox/meta/seed/ids.ts';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { createSandbox } from '../../../adapters/sandbox/sandbox.ts';
import { SlipwayError } from '../../../core/errors.ts';
import type { LaunchAd, LaunchMedia } from '../../../core/ports/launch-ad.ts';
import type { LoadedMedia, MediaSource } from '../../../core/ports/media.ts';
import type { Access } from '../../../core/ports/platform-accounts.ts';
import type { LaunchCapability, LaunchOperation, Outcome } from '../../../core/ports/platform-launch.ts';
import { type CompletePlatform, complete } from '../../complete-platform.ts';
import { assetsOf, factsOf, refOf } from '../launch-steps.ts';
import { type Held, type SandboxControl, sandboxControl } from '../sandbox-control.ts';

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
  options: { readonly account?: keyof typeof accountsOf; readonly auto?: boolean } & Partial<MetaOptions> = {},
): Promise<MetaAtSandbox> {
  const { account = 'eur', auto = true, ...adapter } = options;
  const clock = createManualClock(Date.UTC(2026, 10, 15, 12), { auto });
  const sandbox = createSandbox({ clock, seed: 7 });
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
  const access: Access = { companyId: 'c1', ...accountsOf[account], credentials: { accessToken: seed.token } };
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

/** A tiny PNG whose size is stated in its header; the address makes its content unlike any other's. */
function png(address: string): Uint8Array {
  const [, width = '1080', height = '1080'] = /(\d{2,4})x(\d{2,4})/.exec(address) ?? [];
  const bytes = Buffer.alloc(24);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes);
  bytes.writeUInt32BE(Number(width), 16);
  bytes.writeUInt32BE(Number(height), 20);
  return new Uint8Array(Buffer.concat([bytes, Buffer.from(address)]));
}

function file(url: string): LoadedMedia {
  const video = url.endsWith('.mp4');
  const large = /(\d+)mb/.exec(url)?.[1];
  const bytes = large === undefined ? png(url) : new Uint8Array(Number(large) * 1024 * 1024 + 7).fill(65);
  if (!video) bytes.set(png(url).subarray(0, 24));
  return {
    bytes,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    contentType: video ? 'video/mp4' : 'image/png',
    filename: url.split('/').pop() ?? '',
  };
}

/** Addresses under own.test are our own store's; those that say "missing" cannot be read. */
export const testMedia: MediaSource = {
  async describe(_companyId, url) {
    if (!url.startsWith('https://own.test/')) return undefined;
    const { bytes, ...facts } = file(url);
    return { ...facts, bytes: bytes.length };
  },
  async load(_companyId, url) {
    if (url.includes('missing')) throw new SlipwayError('media_unreachable', 'The address does not answer.');
    if (url.includes('text')) throw new SlipwayError('media_invalid', 'This is a text, not an image.');
    return file(url);
  },
};

export const image = (name: string, more: Partial<LaunchMedia> = {}): LaunchMedia & { url: string } => ({
  type: 'image',
  url: `https://media.test/${name}.png`,
  filename: `${name}.png`,
  ...more,
});

export const video = (name: string, more: Partial<LaunchMedia> = {}): LaunchMedia & { url: string } => ({
  type: 'video',
  url: `https://media.test/${name}.mp4`,
  filename: `${name}.mp4`,
  ...more,
});

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
  readonly operations: readonly [LaunchOperation & { kind: 'creative' }, LaunchOperation & { kind: 'ad' }];
}

/** The whole way of one ad into one ad set. */
export async function launchAd(at: MetaAtSandbox, ad: LaunchAd, adSetId: string): Promise<Launched> {
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
