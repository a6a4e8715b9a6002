import type {
  ArrivalOrder,
  FaultRule,
  HeldObject,
  LeadOrder,
  MediaType,
  ObjectKind,
  SignedNotice,
  StageLeads,
  StageSamples,
  Trouble,
} from 'slipway-sandbox/suites';
import { describe, expect, test } from 'vitest';
import { PlatformError, type PlatformFailure } from '../../core/base/errors.ts';
import type { AdPlatform } from '../../core/ports/ad-platform.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { LaunchAd, LaunchMedia } from '../../core/ports/launch-ad.ts';
import type { Access, AdSet, EntityType } from '../../core/ports/platform-accounts.ts';
import type {
  AdSetFacts,
  Asset,
  LaunchCapability,
  LaunchOperation,
  Outcome,
} from '../../core/ports/platform-launch.ts';

/** A platform with an account, and a look behind the scenes. */
export interface PlatformUnderTest {
  readonly platform: AdPlatform;
  readonly access: Access;
  /** As another process opens it, without this one's memory. */
  reopened(): AdPlatform;
  /** The same account with an unknown token. */
  readonly deadAccess: Access;
  readonly clock: Clock;
  /** Two ad sets of the account that take ads. */
  readonly adSetIds: readonly [string, string];
  /** What its ads can show. */
  readonly media: readonly MediaType[];
  /** Whether images are objects of their own. */
  readonly holdsImages: boolean;
  readonly imageUrl: string;
  readonly videoUrl: string;
  /** An address that cannot be read. */
  readonly brokenUrl: string;
  /** A good ad of the platform's simplest type. */
  ad(media: readonly LaunchMedia[]): LaunchAd;
  /** What the platform holds, without the adapter and deleted objects. */
  held(kind: ObjectKind): Promise<readonly HeldObject[]>;
  /** Since the last call of `forgetCounts`. */
  counts(): Promise<{ readonly calls: number; readonly requests: number }>;
  forgetCounts(): Promise<void>;
  /** The next `times` (default 1) writes of that kind go wrong. */
  trouble(
    trouble: Trouble,
    on: ObjectKind | 'copy' | 'backgroundCopy',
    times?: number,
  ): Promise<void>;
  /** The platform behaves by this rule from now on. */
  fault(rule: FaultRule): Promise<void>;
  /** What the platform takes beside launches. */
  readonly samples: StageSamples;
  /** Where people can comment on ads. */
  readonly comments?: CommentsUnderTest;
  /** Where people can fill in lead forms. */
  readonly leads?: LeadsUnderTest;
  /** A day of the account's past with delivery. */
  readonly reportDay: string;
  /** A day of the account's past without any. */
  readonly quietDay: string;
}

/** Comments under an ad of the account that delivers. */
export interface CommentsUnderTest {
  readonly adId: string;
  /** Has people comment on it, in its first thread. */
  arrive(order: Partial<ArrivalOrder>): Promise<void>;
  /** Texts of the replies that the platform holds. */
  replies(commentId: string): Promise<readonly string[]>;
  /** The next `times` (default 1) replies go wrong. */
  trouble(trouble: Trouble, times?: number): Promise<void>;
}

interface LeadsUnderTest extends Pick<StageLeads, 'formId' | 'credentials'> {
  /** Has people fill in the form. Nothing happens where leads cannot be read. */
  arrive(
    order: Partial<LeadOrder>,
  ): Promise<{ readonly leadIds: readonly string[]; readonly notices: readonly SignedNotice[] }>;
}

export type Open = () => Promise<PlatformUnderTest>;

type Members<Capability> = Capability extends string | readonly unknown[]
  ? Capability
  : Required<Capability>;

/** As a test sees it, which is declared only where the platform offers what it uses. */
export interface OfferedUnderTest extends Omit<PlatformUnderTest, 'platform' | 'samples'> {
  readonly platform: {
    readonly [name in keyof AdPlatform]-?: Members<NonNullable<AdPlatform[name]>>;
  };
  readonly samples: Required<StageSamples>;
}

/** Whether an ad set is its campaign. */
export const isFlat = ({ platform }: PlatformUnderTest): boolean =>
  platform.definition.adSets === 'campaigns';

/** The types of objects there are, from the top. */
export const levelsOf = (at: PlatformUnderTest): readonly EntityType[] =>
  isFlat(at) ? ['campaign', 'ad'] : ['campaign', 'adset', 'ad'];

/** An id of the right form that stands for nothing. */
export const unknownId = '999999999999';

/**
 * Declares tests for what the platform offers. A member is named by its path (`edit.setEnd`), as
 * are `samples.…`, `media.image`, `launch.creatives.shared` and `holdsImages`.
 */
export interface Declaring {
  open(): Promise<OfferedUnderTest>;
  offers(...members: readonly string[]): boolean;
  /** A test, on a platform of its own, where it offers all of these members; nothing elsewhere. */
  testOf(
    ...members: readonly string[]
  ): (title: string, work: (at: OfferedUnderTest) => Promise<void>) => void;
  describeOf(...members: readonly string[]): (title: string, declare: () => void) => void;
}

/** @param at the platform as the tests will open it, only looked at */
export function declaring(open: Open, at: PlatformUnderTest): Declaring {
  const { platform, samples, media, holdsImages } = at;
  const memberOf = (node: unknown, step: string): unknown => {
    if (Array.isArray(node)) return node.includes(step);
    return typeof node === 'string'
      ? node === step
      : (node as { readonly [member: string]: unknown } | undefined)?.[step];
  };
  const offers = (...members: readonly string[]) =>
    members.every((member) => {
      const value = member
        .split('.')
        .reduce<unknown>(memberOf, { ...platform, samples, media, holdsImages });
      return value !== undefined && value !== false;
    });
  const openOffered = open as Declaring['open'];
  return {
    open: openOffered,
    offers,
    testOf:
      (...members) =>
      (title, work) =>
        void (offers(...members) && test(title, async () => work(await openOffered()))),
    describeOf:
      (...members) =>
      (title, declare) =>
        void (offers(...members) && describe(title, declare)),
  };
}

/** A member that the platform offers, as the test was declared for. */
export function offered<T>(member: string, value: T | undefined): T {
  if (value === undefined) throw new Error(`${member} is not offered`);
  return value;
}

export const image = (url: string): LaunchMedia & { url: string } => ({
  type: 'image',
  url,
  filename: 'picture.png',
});

export const imageOperation = (at: PlatformUnderTest) =>
  ({
    kind: 'image',
    id: 'image:0',
    batch: 'b1',
    media: image(at.imageUrl),
  }) as const satisfies LaunchOperation;

export const videoOperation = (at: PlatformUnderTest): LaunchOperation => ({
  kind: 'video',
  id: 'video:0',
  batch: 'b1',
  media: { type: 'video', url: at.videoUrl, filename: 'film.mp4' },
});

/** Uploads of each kind the platform takes. */
export const uploads = (at: PlatformUnderTest): readonly LaunchOperation[] =>
  at.media.map((type) => (type === 'image' ? imageOperation(at) : videoOperation(at)));

export function launchOf(at: PlatformUnderTest): LaunchCapability {
  if (at.platform.launch === undefined) throw new Error('this platform cannot launch');
  return at.platform.launch;
}

export async function sendOne(at: PlatformUnderTest, operation: LaunchOperation): Promise<Outcome> {
  const [outcome] = await launchOf(at).send(at.access, [operation]);
  if (outcome === undefined) throw new Error('no outcome');
  return outcome;
}

export function done(outcome: Outcome | undefined): Outcome & { state: 'done' } {
  if (outcome?.state !== 'done') throw new Error(`expected done, got ${JSON.stringify(outcome)}`);
  return outcome;
}

/** An image where the platform takes them, nothing for ads of words alone. */
export const sampleMedia = (at: PlatformUnderTest): readonly LaunchMedia[] => {
  if (at.media.includes('image')) return [image(at.imageUrl)];
  return at.media.includes('video')
    ? [{ type: 'video', url: at.videoUrl, filename: 'film.mp4' }]
    : [];
};

/** The same, uploaded and ready for use. */
export async function sampleAssets(at: PlatformUnderTest): Promise<readonly Asset[]> {
  if (at.media.length === 0) return [];
  if (at.media.includes('image'))
    return [{ type: 'image', ref: done(await sendOne(at, imageOperation(at))).ref }];
  const { ref } = done(await sendOne(at, videoOperation(at)));
  for (;;) {
    const outcome = await sendOne(at, { kind: 'ready', id: 'ready:0', batch: 'b1', videoId: ref });
    if (outcome.state !== 'waiting') {
      const { ref: ready, thumbnailUrl, cover } = done(outcome);
      return [
        {
          type: 'video',
          ref: ready,
          ...(thumbnailUrl && { thumbnailUrl }),
          ...(cover && { cover }),
        },
      ];
    }
    await at.clock.sleep(outcome.retryInMs);
  }
}

async function factsOf(at: PlatformUnderTest): Promise<readonly AdSetFacts[]> {
  return at.platform.accounts.adSets(at.access, { ids: at.adSetIds });
}

export function creativeOperation(
  at: PlatformUnderTest,
  assets: readonly Asset[],
): LaunchOperation {
  const ad = at.ad(sampleMedia(at));
  return { kind: 'creative', id: 'creative:0', batch: 'b1', ad, assets, creativeKey: ad.type };
}

/** Ads over the two ad sets in turn, with everything they need. */
export async function adOperations(
  at: PlatformUnderTest,
  count: number,
): Promise<readonly LaunchOperation[]> {
  const launch = launchOf(at);
  const assets = await sampleAssets(at);
  const ad = at.ad(sampleMedia(at));
  const adSets = await factsOf(at);
  const [first] = adSets;
  if (first === undefined) throw new Error('no ad set');
  const creativeId =
    launch.creatives === 'shared'
      ? done(await sendOne(at, creativeOperation(at, assets))).ref
      : undefined;
  return Array.from({ length: count }, (_, position): LaunchOperation => {
    const adSet = adSets[position % adSets.length] ?? first;
    const common = { batch: 'b1', ad, adSet, assets, creativeKey: launch.creativeKey(ad, adSet) };
    return {
      kind: 'ad',
      id: `ad:${position}`,
      name: `Ad ${position}`,
      ...common,
      ...(creativeId !== undefined && { creativeId }),
    };
  });
}

export async function failureOf(work: Promise<unknown>): Promise<PlatformFailure> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof PlatformError)) throw new Error(`expected a PlatformError, got ${error}`);
  return error.failure;
}

/** Every failure carries words for people and an id to ask about. */
export function explained(failure: PlatformFailure): void {
  expect(failure.message.length).toBeGreaterThan(10);
  expect(failure.fix.length).toBeGreaterThan(10);
  expect(failure.traceId).not.toBe('');
}

/** Ads of the simplest type, switched off, over the two ad sets in turn. Answers their ids. */
export async function launchedAds(
  at: PlatformUnderTest,
  count: number,
): Promise<readonly string[]> {
  return (await launchOf(at).send(at.access, await adOperations(at, count))).map(
    (outcome) => done(outcome).ref,
  );
}

/** The smallest campaign with ads that the platform copies. */
export async function campaignWithAds({
  platform,
  access,
}: PlatformUnderTest): Promise<CampaignWithAds> {
  const byCampaign = new Map<string, AdSet[]>();
  for (const each of await platform.accounts.adSets(access))
    byCampaign.set(each.campaignId, [...(byCampaign.get(each.campaignId) ?? []), each]);
  const [smallest] = [...byCampaign]
    .filter(([, adSets]) => adSets.some(({ adCount }) => adCount > 0))
    .sort(([, one], [, other]) => one.length - other.length);
  const adSet = smallest?.[1].find(({ adCount }) => adCount > 0);
  if (smallest === undefined || adSet === undefined) throw new Error('the account has no ads');
  return { id: smallest[0], adSets: smallest[1], adSetId: adSet.id };
}

interface CampaignWithAds {
  readonly id: string;
  /** Newest first. */
  readonly adSets: readonly AdSet[];
  /** One of them, with ads. */
  readonly adSetId: string;
}
