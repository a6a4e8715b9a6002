import { createHash } from 'node:crypto';
import { PlatformError } from '../../../core/base/errors.ts';
import { dayText } from '../../../core/base/time/days.ts';
import type { OperationResult } from '../../../core/launch/journal/records.ts';
import { planLaunch } from '../../../core/launch/plan/plan.ts';
import { resolveOperation } from '../../../core/launch/plan/resolve.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import type { LaunchAd } from '../../../core/ports/launch-ad.ts';
import type { MediaSource } from '../../../core/ports/media.ts';
import type { LaunchOperation } from '../../../core/ports/platform-launch.ts';
import { canonicalJson } from '../../../core/records/canonical-json.ts';
import { atOnce } from '../../../core/records/steps.ts';
import type { Side } from './probe.ts';

/** The simulation of a platform, with what past ads are fitted to. */
export interface Rehearsed extends Side {
  readonly clock: Clock;
  readonly adSetIds: readonly string[];
  /** Identities and fields that ads of the simulated account need. */
  readonly fields: { readonly [field: string]: string };
  /** Whether the simulation answers some versions otherwise than others. */
  readonly tellsVersionsApart: boolean;
}

export interface PastBatch {
  readonly id: string;
  readonly ads: readonly LaunchAd[];
}

/** What two versions do differently; each list names the version. */
export interface Rehearsal {
  readonly platform: string;
  readonly versions: readonly [string, string];
  readonly batches: number;
  readonly ads: number;
  /** What was there in both versions: an empty list of another part says nothing. */
  readonly compared: readonly ('launches' | 'figures')[];
  /** Why the rest was not compared, in sentences. */
  readonly notes: readonly string[];
  readonly requests: readonly string[];
  readonly refusals: readonly string[];
  readonly figures: readonly string[];
}

/** Files of past launches are not read: a small picture stands for each. */
export const standInMedia: MediaSource = {
  describe: async () => undefined,
  async load(_companyId, url) {
    const [, width = '1080', height = '1080'] = /(\d{2,4})x(\d{2,4})/.exec(url) ?? [];
    const head = Buffer.alloc(24);
    Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(head);
    head.writeUInt32BE(Number(width), 16);
    head.writeUInt32BE(Number(height), 20);
    const bytes = new Uint8Array(Buffer.concat([head, Buffer.from(url)]));
    const contentType = /\.(mp4|mov)$/i.test(url) ? 'video/mp4' : 'image/png';
    return {
      bytes,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      contentType,
      filename: url.split('/').pop() ?? '',
    };
  },
};

const FIGURE_DAYS = 14;
const DAY_MS = 86_400_000;

/**
 * Sends past ads and a report to the simulation in two versions. Spends nothing: both are
 * simulated.
 */
export async function rehearse(
  past: readonly PastBatch[],
  versions: readonly [string, string],
  open: (version: string) => Promise<Rehearsed>,
): Promise<Rehearsal> {
  const ran: Ran[] = [];
  for (const version of versions) ran.push(await runIn(await open(version), past));
  const [one, other] = ran as [Ran, Ran];
  const { platform, tellsVersionsApart } = await open(versions[0]);
  const ads = past.reduce((sum, batch) => sum + batch.ads.length, 0);
  const hasReport = ran.some(({ figures }) => figures.length > 0 && !isRefused(figures));
  return {
    platform: platform.definition.id,
    versions,
    batches: past.length,
    ads,
    compared: [
      ...(ads > 0 ? (['launches'] as const) : []),
      ...(hasReport ? (['figures'] as const) : []),
    ],
    notes: [
      ...(ads > 0
        ? []
        : [
            'There is no past launch on this platform here: requests of launches and refusals were not compared.',
          ]),
      ...(hasReport ? [] : ['Neither version answered the report: figures were not compared.']),
      ...(tellsVersionsApart
        ? []
        : [
            'The simulation answers all versions that it knows alike: it finds no difference between them.',
          ]),
    ],
    requests: apart(versions, one.requests, other.requests),
    refusals: apart(versions, one.refusals, other.refusals),
    figures: apart(versions, one.figures, other.figures),
  };
}

interface Ran {
  readonly requests: readonly string[];
  readonly refusals: readonly string[];
  readonly figures: readonly string[];
}

async function runIn(side: Rehearsed, past: readonly PastBatch[]): Promise<Ran> {
  const refusals: string[] = [];
  for (const batch of past) refusals.push(...(await launchIn(side, batch)));
  const figures = await figuresIn(side);
  return {
    requests: side.tape.map(({ call, sent }) => `${call} ${canonicalJson(sent ?? {})}`),
    refusals,
    figures,
  };
}

/**
 * Carries a batch out as a worker would, one operation after the other. Answers what was refused.
 */
async function launchIn(side: Rehearsed, { id: batch, ads }: PastBatch): Promise<string[]> {
  const { platform, access, clock } = side;
  const { launch, definition } = platform;
  if (launch === undefined) return [];
  const adSets = await orMessage(platform.accounts.adSets(access, { ids: side.adSetIds }));
  if (typeof adSets === 'string') return [`${batch}: ${adSets}`];
  const plan = atOnce(
    planLaunch(
      ads.map((ad, index) => fitted(side, ad, index)),
      {
        platforms: { [definition.id]: platform },
        adSetFacts: (_account, adSetId) => adSets.find(({ id }) => id === adSetId),
        knownAsset: () => undefined,
        timezone: () => access.timezone,
        now: clock.now(),
      },
    ),
  );
  const results = new Map<string, OperationResult>();
  const refusals: string[] = [];
  for (const operation of plan.operations) {
    if (!operation.dependsOn.every((id) => results.has(id))) continue;
    const resolved = resolveOperation({ plan, mark: batch }, operation, (id) => results.get(id));
    const outcome = await settled(side, resolved);
    if (outcome.state === 'done') results.set(operation.id, outcome);
    else
      refusals.push(
        `${batch} ad ${operation.adIndex + 1}, ${operation.kind}: ${'failure' in outcome ? outcome.failure.message : outcome.state}`,
      );
  }
  return refusals;
}

/** A refusal in words. */
const orMessage = <T>(work: Promise<T>): Promise<T | string> =>
  work.catch((error: unknown) => {
    if (error instanceof PlatformError) return error.failure.message;
    throw error;
  });

/** A video is asked about until it is ready. */
async function settled(
  { platform: { launch }, access, clock }: Rehearsed,
  operation: LaunchOperation,
) {
  for (let attempt = 1; ; attempt += 1) {
    const [outcome] = (await launch?.send(access, [operation])) ?? [];
    if (outcome === undefined) throw new Error('One operation, no outcome.');
    if (outcome.state !== 'waiting' || attempt === 20) return outcome;
    await clock.sleep(outcome.retryInMs);
  }
}

/** The ad in the simulated account: its texts, media and type stay. */
function fitted({ access, adSetIds, fields }: Rehearsed, ad: LaunchAd, index: number): LaunchAd {
  const own = Object.fromEntries(
    Object.keys(ad.platformFields ?? {}).map((key) => [
      key,
      fields[key] ?? ad.platformFields?.[key] ?? '',
    ]),
  );
  return {
    ...ad,
    index,
    adAccountId: access.adAccountId,
    adSets: ad.adSets.map(({ label }, position) => ({
      label,
      id: adSetIds[position % adSetIds.length] ?? '',
    })),
    ...(ad.page !== undefined && fields.page !== undefined && { page: fields.page }),
    ...(ad.secondary !== undefined &&
      fields.secondary !== undefined && { secondary: fields.secondary }),
    ...(ad.platformFields && { platformFields: own }),
  };
}

const REFUSED = 'refused: ';
const isRefused = ([first = '']: readonly string[]): boolean => first.startsWith(REFUSED);

/** Sums of the last two weeks, by figure. */
async function figuresIn({ platform: { report }, access, clock }: Rehearsed): Promise<string[]> {
  if (report === undefined) return [];
  const today = Math.floor(clock.now() / DAY_MS);
  const rows = await orMessage(
    report.daily(access, {
      from: dayText(today - FIGURE_DAYS),
      to: dayText(today - 1),
      breakdown: 'none',
    }),
  );
  if (typeof rows === 'string') return [`${REFUSED}${rows}`];
  const sum = (figure: 'spend' | 'impressions' | 'clicks' | 'results' | 'conversions'): string =>
    `${figure} ${rows.reduce((all, row) => all + (row[figure] ?? 0), 0).toFixed(2)}`;
  return [
    `${rows.length} rows`,
    ...(['spend', 'impressions', 'clicks', 'results', 'conversions'] as const).map(sum),
  ];
}

/** What only one of the two has, as often as it has it more. */
function apart(
  versions: readonly [string, string],
  one: readonly string[],
  other: readonly string[],
): string[] {
  const without = (list: readonly string[], taken: readonly string[]): string[] => {
    const left = [...taken];
    return list.filter((each) => {
      const at = left.indexOf(each);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
  };
  return [
    ...without(one, other).map((each) => `${versions[0]}: ${each}`),
    ...without(other, one).map((each) => `${versions[1]}: ${each}`),
  ];
}
