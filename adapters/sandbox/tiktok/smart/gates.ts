import { dayOf } from '../../kit/calendar.ts';
import type { Entity, JsonObject } from '../../types.ts';
import {
  invalid,
  kinds,
  ownedBy,
  Refusal,
  required,
  type Turn,
  words,
  writableAccount,
} from '../wire.ts';

export const smartPlus = 'UPGRADED_SMART_PLUS';
export const smartObjectives = ['APP_PROMOTION', 'WEB_CONVERSIONS', 'LEAD_GENERATION'] as const;

/** The last day on which TikTok makes manual campaigns (portal, page 1853452461203458). */
const lastManualDay = '2026-12-31';

/** Objectives that end on all three levels, by the wider reading. */
const wideEnd: readonly string[] = ['PRODUCT_SALES', ...smartObjectives];

/** Manual objects are made until the last day; how wide the end is has two readings. */
export function checkManualEnd(
  turn: Turn,
  account: Entity,
  level: 'campaign' | 'adgroup' | 'ad',
  objective: string,
): void {
  const { world, fired } = turn;
  const told = fired.get('manual-ended');
  const zone = fired.has('manual-end-in-account-time')
    ? words(account.data.display_timezone)
    : 'UTC';
  const isOver =
    told !== undefined || (!fired.has('manual-open') && dayOf(world.now(), zone) > lastManualDay);
  const isMeant = fired.has('manual-end-wide') ? wideEnd.includes(objective) : level === 'campaign';
  if (isOver && isMeant)
    throw refusalOf(
      told,
      `Manual ${level}s can no longer be created with this API. Use Upgraded Smart+ Campaigns instead.`,
    );
}

/** Which code TikTok answers is not known: a rule can give code and message. */
const refusalOf = (rule: JsonObject | undefined, message: string): Refusal =>
  new Refusal(Number(rule?.code ?? 40002), words(rule?.message) || message);

/** An account that may change Smart+ objects. Reading is open to all. */
export function smartAccount(turn: Turn): Entity {
  const account = writableAccount(turn);
  const told = turn.fired.get('smart-plus-forbidden');
  const isAllowed =
    account.data.smart_plus_allowed === true || turn.fired.has('smart-plus-allowed');
  if (told !== undefined || !isAllowed) throw refusalOf(told, 'Enter a valid Campaign Type.');
  return account;
}

export const isSmart = (campaign: Entity | undefined): boolean =>
  campaign?.data.campaign_automation_type === smartPlus;

/** Smart+ has its own endpoints. */
export const wrongFamily = () => invalid('This API does not support Upgraded Smart Plus ads.');

const onlySmart = () => invalid('This API supports Upgraded Smart Plus ads only.');

export function checkManual({ world }: Turn, campaignId: string): void {
  if (/SMART_PLUS/.test(words(world.get(campaignId)?.data.campaign_automation_type)))
    throw wrongFamily();
}

/** An object of the Smart+ family, deleted ones too. */
export function smartObject(turn: Turn, account: Entity, kind: string, id: string): Entity {
  const entity = ownedBy(turn, account, kind, id);
  if (entity === undefined) throw invalid(`The object ${id} does not exist.`);
  if (!isSmart(kind === kinds.campaign ? entity : turn.world.get(words(entity.data.campaign_id))))
    throw onlySmart();
  return entity;
}

const rememberedMs = 10_000;
const longest = 9_223_372_036_854_775_807n;

/**
 * The object that a request with the same id made. Refuses a second request, or answers the first
 * object: two readings.
 */
export function sameRequest(turn: Turn, account: Entity, kind: string): Entity | undefined {
  const id = requestId(turn);
  const { world, fired } = turn;
  const answersFirst = fired.has('request-id-answers-first');
  const before = world
    .entities(kind, account.id)
    .findLast(
      ({ data, created }) =>
        data.request_id === id && (answersFirst || world.now() - created < Number(rememberedMs)),
    );
  if (before !== undefined && !answersFirst)
    throw new Refusal(40050, 'Duplicated request: the request_id was used before.');
  return before;
}

/** 64 bits. */
export function requestId({ params }: Pick<Turn, 'params'>): string {
  const id = required(params, 'request_id');
  const parsing = `strconv.ParseInt: parsing "${id}":`;
  if (!/^-?\d+$/.test(id)) throw invalid(`request_id: ${parsing} invalid syntax`);
  const number = BigInt(id);
  if (number > longest || number < -longest - 1n)
    throw invalid(`request_id: ${parsing} value out of range`);
  return id;
}
