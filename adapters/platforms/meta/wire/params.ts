import { fromMinor, toMinor } from '../../../../core/base/money.ts';
import { usualCurrencies } from '../../kit/currencies.ts';
import type { Access, EntityType, PlatformFailure } from '../../types.ts';

export const accountNode = (adAccountId: string): string =>
  adAccountId.startsWith('act_') ? adAccountId : `act_${adAccountId}`;

/** An edge of the ad account. */
export const edgeOf = ({ adAccountId }: Pick<Access, 'adAccountId'>, edge: string): string =>
  `${accountNode(adAccountId)}/${edge}`;

/** In the smallest unit of the account's currency. */
export const minorOf = (access: Pick<Access, 'currency'>, amount: number): number =>
  toMinor(usualCurrencies, access.currency, amount);

export const amountOf = (access: Pick<Access, 'currency'>, minor: unknown): number | undefined =>
  fromMinor(usualCurrencies, access.currency, minor);

/** Undefined stays. */
export const minorIn =
  (access: Pick<Access, 'currency'>) =>
  (amount: number | undefined): number | undefined =>
    amount === undefined ? undefined : minorOf(access, amount);

/** ISO 8601 as the platform writes it. */
export const isoTime = (ms: number): string =>
  new Date(ms).toISOString().replace(/\.\d{3}Z$/, '+0000');

export const timeOf = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : isoTime(ms);

/** `2026-10-03T23:33:10+0000`; undefined where it is no time. */
export function msOf(time: unknown): number | undefined {
  if (typeof time !== 'string') return undefined;
  const ms = Date.parse(time.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  return Number.isNaN(ms) ? undefined : ms;
}

/** Sent as Unix seconds; read as that or as a date. */
export const secondsOf = (time: unknown): number | undefined => {
  const number = Number(time);
  if (Number.isFinite(number)) return number;
  const ms = msOf(time);
  return ms === undefined ? undefined : Math.floor(ms / 1000);
};

/** Code 100 without a subcode, or 2500: objects of this type do not have a field or an edge. */
export const isOtherType = ({ code, subcode }: PlatformFailure): boolean =>
  (code === '100' && subcode === undefined) || code === '2500';

const words: { readonly [T in EntityType]: string } = {
  campaign: 'campaign',
  adset: 'ad set',
  ad: 'ad',
};

/** The platform speaks of fields; the id stands for something else. */
export function asMissing(failure: PlatformFailure, type: EntityType): PlatformFailure {
  if (!isOtherType(failure)) return failure;
  const message = `There is no ${words[type]} with this id: it stands for something else.`;
  return { ...failure, class: 'missing', message, fix: 'Check the id and what it is said to be.' };
}
