import type { PlatformEnding } from '../../../core/ports/platform-version.ts';
import { said } from '../kit/json.ts';
import type { Access, Answer, Api, Clock, PlatformFailure, Row } from '../types.ts';
import type { Line } from './smart/line.ts';

/**
 * Each has endpoints of its own, and refuses objects of the others. `former`: Smart+ of 2024, which
 * is only read.
 */
export type Family = 'manual' | 'smart' | 'former';

type Level = 'campaign' | 'adset' | 'ad';

/**
 * The end of manual objects. TikTok names the campaign endpoint alone, no objective and no time
 * zone (docs id 1853452461203458); a vendor (opusgrowth/ads-mcp) reads it as four objectives and
 * all three levels: that reading is
 * `{ levels: ['campaign', 'adset', 'ad'], objectives: ['PRODUCT_SALES', 'WEB_CONVERSIONS', 'APP_PROMOTION', 'LEAD_GENERATION'] }`.
 */
export interface ManualEnd extends PlatformEnding {
  readonly levels: readonly Level[];
  /** Absent: all. */
  readonly objectives?: readonly string[];
  /** What Upgraded Smart+ takes over. */
  readonly taken: readonly string[];
}

export const manualEnd: ManualEnd = {
  what: 'Manual campaigns',
  // The last day that TikTok names, taken as a whole day early: it names no time zone.
  on: '2026-12-31',
  after:
    'From then on TikTok creates Upgraded Smart+ campaigns alone, for app promotion, web conversions and lead generation, in ad accounts that it has allow-listed. Existing manual campaigns go on.',
  fix: 'Ask your TikTok representative now to allow-list each ad account for the Upgraded Smart+ API. In your app tick Ads Management (campaigns, ad groups and ads: read, create and update), Creative Management › Creative tool and, for figures by creative, Reporting › Upgraded Smart+ Report; then authorize again. Link your TikTok account in Business Center with the right to post.',
  right: 'upgraded-smart-plus',
  levels: ['campaign'],
  taken: ['APP_PROMOTION', 'WEB_CONVERSIONS', 'LEAD_GENERATION'],
  source: 'https://business-api.tiktok.com/portal/docs?id=1853452461203458',
  asOf: '2026-11-18',
};

/** What every part of the adapter works with. */
export interface Tiktok extends Api {
  readonly clock: Clock;
  readonly end: ManualEnd;
  readonly families: Families;
  readonly line: Line;
  readonly rights: Rights;
}

/** The families of objects that were read; they never change. */
export interface Families {
  of(id: string): Family | undefined;
  note(id: string, family: Family): void;
  /** The Smart+ ad of a creative that was read by its id. */
  adOf(creativeId: string): string | undefined;
  noteCreative(creativeId: string, adId: string): void;
}

const mostKept = 100_000;

export function createFamilies(): Families {
  const kept = new Map<string, Family>();
  const creatives = new Map<string, string>();
  return {
    of: (id) => kept.get(id),
    note: (id, family) => keep(kept, id, family),
    adOf: (creativeId) => creatives.get(creativeId),
    noteCreative(creativeId, adId) {
      if (!['', '0'].includes(adId)) keep(creatives, creativeId, adId);
    },
  };
}

/** The oldest go first: what is forgotten is read again. */
function keep<T>(kept: Map<string, T>, id: string, value: T): void {
  if (kept.size >= mostKept)
    for (const oldest of [...kept.keys()].slice(0, mostKept / 10)) kept.delete(oldest);
  kept.set(id, value);
}

/** What an ad account may create is told by its first creation alone. */
export interface Rights {
  allowed(access: Access): void;
  /** The refusal as told, with whom to ask where it may be for the lack of the right. */
  refused(access: Access, failure: PlatformFailure): PlatformFailure;
}

/** By the type that campaigns, ad groups and ads carry. */
export function familyOf(row: Row): Family {
  const type = said(row.campaign_automation_type);
  if (type.startsWith('UPGRADED_SMART_PLUS')) return 'smart';
  return type === 'SMART_PLUS' || row.is_smart_performance_campaign === true ? 'former' : 'manual';
}

/** `ad/get` lists the creatives of Smart+ ads as ads. */
export const isCreative = (row: Row) =>
  said(row.campaign_automation_type).endsWith('_CREATIVE') ||
  !['', '0'].includes(said(row.smart_plus_ad_id));

/** Fields that tell the family. */
export const familyFields = ['campaign_automation_type'];

export const hasEnded = (
  { on, levels, objectives }: ManualEnd,
  level: Level,
  objective: string,
  now: number,
) => levels.includes(level) && (objectives?.includes(objective) ?? true) && now >= Date.parse(on);

/** The family of a new campaign. `chosen`: as its request says. */
export function familyFor(
  end: ManualEnd,
  objective: string,
  now: number,
  chosen?: boolean,
): Exclude<Family, 'former'> {
  if (!end.taken.includes(objective)) return 'manual';
  return (chosen ?? hasEnded(end, 'campaign', objective, now)) ? 'smart' : 'manual';
}

/**
 * `This API does not support Upgraded Smart Plus ads.`: the object is of another family than the
 * call.
 */
export const isOtherFamily = ({ code, message }: PlatformFailure) =>
  code === otherFamilyCode && namesOtherFamily(message);

export const otherFamilyCode = '40002';
export const namesOtherFamily = (message: string) =>
  /smart\s?(?:\+|plus)/i.test(message) && /not (?:support|an )|\bonly\b/i.test(message);

/** The answer to a new manual object: after the end a refusal says what it probably means. */
export async function manualAnswer(
  { end, clock }: Pick<Tiktok, 'end' | 'clock'>,
  sent: Promise<Answer>,
): Promise<Answer> {
  const answer = await sent;
  if (answer.ok || answer.failure.code !== '40002' || clock.now() < Date.parse(end.on))
    return answer;
  const { failure } = answer;
  const fix = `TikTok has said that it creates no manual objects since ${end.on}. ${end.fix}`;
  return namesField.test(failure.message) || isOtherFamily(failure)
    ? answer
    : { ...answer, failure: { ...failure, fix } };
}

/** A refusal that blames a field names it: `optimization_goal: …`. */
export const namesField = /[a-z]_[a-z]/;

/** `AdSet.traits`. */
export const smartTrait = 'upgraded-smart-plus';
/** A Smart+ ad group that is shown on TikTok itself. */
export const onTiktok = 'on-tiktok';
/** A manual ad group that TikTok may refuse ads for. */
export const endedTrait = 'manual-ended';

export const formerSmart =
  'This is a Smart+ campaign of the former kind, which TikTok changes no more through its API. Use an Upgraded Smart+ or a manual campaign.';
