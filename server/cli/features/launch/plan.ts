import { createHash } from 'node:crypto';
import type { Fault } from '../../../../core/base/errors.ts';
import { defaultLaunchLimits, type LaunchLimits } from '../../../../core/base/limits.ts';
import { type AnswerOf, ApiError, type Client, type InputOf } from '../../../client/client.ts';
import {
  amongAll,
  type Part,
  partsOf,
  repeatedFault,
  repeatsIn,
  summedPlan,
} from '../../../client/launch-parts.ts';
import { UsageFault } from '../../base/command.ts';
import type { FileFault, LaunchFile } from '../../base/launch-file.ts';

export type Plan = AnswerOf<'plan'>;

export interface SentAds {
  readonly ads: LaunchFile['ads'];
  readonly origin: readonly number[];
}

/** What is launched at once: a whole file, or as much of it as one launch takes. */
export interface ReadyPart extends Part, SentAds {
  readonly body: { readonly ads: LaunchFile['ads']; readonly [field: string]: unknown };
  readonly number: number;
  /** Under this key, made of content and place, the part is launched once within a day. */
  readonly key: string;
  /** Absent where the part is launched already. */
  readonly plan?: Plan;
}

interface PlannedFile {
  /** None where a fault keeps all of it back. */
  readonly parts: readonly ReadyPart[];
  readonly faults: readonly FileFault[];
  /** Faults that the service did not list. */
  readonly unlisted: number;
}

/** A file says what it likes; the service checks it. */
export const asRequest = (body: object): InputOf<'launch'> => body as InputOf<'launch'>;

/**
 * How much one launch takes; undefined for a key that may not read, and from a service of an
 * earlier version.
 */
export async function limitsOf(client: Client): Promise<LaunchLimits> {
  try {
    const { launchLimits }: { readonly launchLimits?: LaunchLimits } = await client.me();
    return launchLimits ?? defaultLaunchLimits;
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return defaultLaunchLimits;
    throw error;
  }
}

/** The ads in as few parts as the limits allow. */
const splitFile = (
  { options: { adSets } }: LaunchFile,
  ads: LaunchFile['ads'],
  limits: LaunchLimits,
): readonly Part[] => partsOf(ads, limits, Array.isArray(adSets) ? adSets.length : 0);

const isFilled = (list: unknown): boolean => Array.isArray(list) && list.length > 0;

export interface PlanOptions {
  /** Ads that have faults stay behind; without, one fault means no plan. */
  readonly skipFaulty: boolean;
  /** What was launched already is to be launched once more. */
  readonly again?: boolean;
}

/** Plans every part, so that all faults are seen together. */
export async function planParts(
  client: Client,
  file: LaunchFile,
  { ads, origin }: SentAds,
  { limits, skipFaulty, again = false }: PlanOptions & { readonly limits: LaunchLimits },
): Promise<PlannedFile> {
  const split = splitFile(file, ads, limits);
  if (
    split.length > 1 &&
    ['newCampaigns', 'newAdSets'].some((field) => isFilled(file.options[field]))
  )
    throw new UsageFault(
      `These ads are too many for one launch: they go in ${split.length} parts, and each would make the campaigns and ad sets of newCampaigns and newAdSets once more. Describe them in the ads, as newCampaign and newAdSet, or launch fewer ads at once.`,
    );
  // A digest that the file names is that of all parts together.
  const { planDigest: _, ...options } = file.options;
  const planned: PlannedPart[] = [];
  const before = new Set<string>();
  let after: Plan['adSets'] | undefined;
  for (const [at, part] of split.entries()) {
    const its = origin.slice(part.from, part.from + part.ads.length);
    if (split.length === 1) {
      planned.push(
        await planPart(
          client,
          file,
          { ads, origin: its, options: file.options, number: 1, place: '' },
          skipFaulty,
        ),
      );
      continue;
    }
    const sent = {
      ads: part.ads,
      origin: its,
      options,
      number: at + 1,
      place: `${part.from} `,
      ...(after && { after }),
    };
    const isRepeated = (ad: LaunchFile['ads'][number]): boolean =>
      !again && before.has(JSON.stringify(ad));
    const faults = sent.ads.flatMap((ad, i) =>
      isRepeated(ad) ? [locatedIn(file, sent, repeatedFault(i))] : [],
    );
    const left = withoutThese(sent, new Set(faults.flatMap(({ ad }) => ad ?? [])));
    const found = await planPart(client, file, { ...sent, ...left }, skipFaulty);
    for (const ad of sent.ads) before.add(JSON.stringify(ad));
    after = found.part?.plan?.adSets ?? after;
    const isRefused = found.isRefused === true || (faults.length > 0 && !skipFaulty);
    planned.push({
      ...found,
      faults: [...faults, ...found.faults],
      ...(isRefused && { isRefused }),
    });
  }
  const isRefused = planned.some((each) => each.isRefused);
  return {
    parts: isRefused ? [] : placed(planned.flatMap(({ part }) => part ?? [])),
    faults: planned.flatMap(({ faults }) => faults),
    unlisted: planned.reduce((sum, { unlisted }) => sum + unlisted, 0),
  };
}

interface PlannedPart {
  readonly part?: ReadyPart;
  readonly faults: readonly FileFault[];
  readonly unlisted: number;
  /** Faults that are those of no ad, or that must not be left out. */
  readonly isRefused?: true;
}

interface Sent extends SentAds {
  readonly options: LaunchFile['options'];
  readonly number: number;
  readonly place: string;
  readonly after?: Plan['adSets'];
}

async function planPart(
  client: Client,
  file: LaunchFile,
  sent: Sent,
  skipFaulty: boolean,
): Promise<PlannedPart> {
  const faults: FileFault[] = [];
  for (let { ads, origin } = sent; ads.length > 0; ) {
    const body = { ...sent.options, ads };
    const part = { from: 0, number: sent.number, ads, origin, body, key: keyOf(sent.place, body) };
    try {
      const plan = await client.plan(
        asRequest({ ...body, ...(sent.after && { after: sent.after }), faultsLimit: 5_000 }),
      );
      // The plan of several parts is that of what is left.
      const isGone =
        sent.place !== '' && repeatsIn(plan) > 0 && (await hasLaunched(client, part.key));
      return { part: isGone ? part : { ...part, plan }, faults, unlisted: 0 };
    } catch (error) {
      if (!(error instanceof ApiError) || error.details.length === 0) throw error;
      // What is launched may be why it cannot be planned again: its ad sets are full.
      if (await hasLaunched(client, part.key)) return { part, faults, unlisted: 0 };
      const found = error.details.map((fault) => locatedIn(file, part, fault));
      faults.push(...found);
      const faulty = new Set(found.flatMap(({ ad }) => ad ?? []));
      if (!skipFaulty || faulty.size === 0)
        return { faults, unlisted: error.unlisted, isRefused: true };
      ({ ads, origin } = withoutThese({ ads, origin }, faulty));
    }
  }
  return { faults, unlisted: 0 };
}

function withoutThese({ ads, origin }: SentAds, left: ReadonlySet<number>): SentAds {
  const isKept = (_: unknown, at: number): boolean => !left.has(origin[at] ?? -1);
  return { ads: ads.filter(isKept), origin: origin.filter(isKept) };
}

/** Where a fault of a part stands in the file. */
export const locatedIn = (file: LaunchFile, { origin }: SentAds, fault: Fault): FileFault =>
  file.locate({
    ...fault,
    path: fault.path.replace(/^ads\[(\d{1,6})\]/, (_, at: string) => `ads[${origin[Number(at)]}]`),
  });

const keyOf = (place: string, body: object): string =>
  `cli-${createHash('sha256')
    .update(`${place}${JSON.stringify(body)}`)
    .digest('hex')
    .slice(0, 40)}`;

/**
 * Whether something was launched under a key. It is asked by a launch without ads: whatever the
 * answer, nothing is launched.
 */
export async function hasLaunched(client: Client, key: string): Promise<boolean> {
  try {
    await client.launch({ ads: [] }, { idempotencyKey: key });
    return false;
  } catch (error) {
    if (!(error instanceof ApiError) || error.details.length === 0) throw error;
    return error.details.some(({ code }) => code === 'key_reused');
  }
}

/** Each with the place of its first ad among all that are planned. */
function placed(parts: readonly ReadyPart[]): ReadyPart[] {
  let next = 0;
  return parts.map((part) => {
    const from = next;
    if (part.plan !== undefined) next += part.ads.length;
    return { ...part, from };
  });
}

/** What is wrong with ads that are planned in parts, said of all of them. */
export async function faultsOf(
  client: Client,
  file: LaunchFile,
  ads: LaunchFile['ads'],
  limits: LaunchLimits,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const part of splitFile(file, ads, limits))
    try {
      await client.plan(asRequest({ ...file.options, ads: part.ads, faultsLimit: 5_000 }));
    } catch (error) {
      if (!(error instanceof ApiError) || error.details.length === 0) throw error;
      faults.push(...amongAll(part, error.details));
    }
  return faults;
}

/** The plans of what is not launched yet as one. */
export function wholePlan(parts: readonly ReadyPart[]): Plan | undefined {
  const plan = summedPlan(
    parts.flatMap(({ plan, ...part }) => (plan === undefined ? [] : [{ ...part, plan }])),
  );
  return (
    plan && { ...plan, digest: parts.length === 1 ? plan.digest : parts.map(shortDigest).join('-') }
  );
}

/** One of several that stand beside each other; none where the part is launched. */
export const shortDigest = ({ plan }: ReadyPart): string => plan?.digest.slice(0, 20) ?? '';
