import { PlatformError } from '../../../../core/base/errors.ts';
import { toMinor } from '../../../../core/base/money.ts';
import type { Access, EntityType } from '../../../../core/ports/platform-accounts.ts';
import { harmlessTwice } from '../../kit/calls.ts';
import { definition } from '../definition.ts';
import type { BudgetHolder } from '../read/budgets.ts';
import { readRows } from '../read/entities.ts';
import type { Api } from '../wire/client.ts';
import { msOf, platformTime } from '../wire/values.ts';

interface End {
  readonly type: EntityType;
  readonly id: string;
  readonly endTime: number;
}

/** With a day of the account: which campaign types take other times is not known. */
export async function endCampaign(api: Api, access: Access, { type, id, endTime }: End, now: number): Promise<void> {
  const { wire } = api;
  if (!(await readRows(api, access, type, [id])).has(id)) throw wire.notFound(id);
  if (type !== 'campaign') throw wire.error('rule', 'Only campaigns have an end on this platform.', 'Give its campaign an end.');
  if (endTime <= now) throw wire.error('rule', 'This end has passed.', 'Give an end that is still to come.');
  const day = platformTime(endTime, access.timezone).slice(0, 10);
  const last = `${day} 23:59:59`;
  if (platformTime(endTime, access.timezone) !== last) {
    const example = new Date(msOf(last, access.timezone) ?? endTime).toISOString();
    const message = `Campaigns end with a day here, at 23:59:59 in ${access.timezone}.`;
    throw wire.error('rule', message, `Give the last second of a day, such as ${example}.`);
  }
  const update = { resourceName: `customers/${access.adAccountId}/campaigns/${id}`, endDateTime: last };
  const answer = await api.mutate(access, 'campaigns', { operations: [{ update, updateMask: 'end_date_time' }] }, harmlessTwice);
  if (!answer.ok) throw new PlatformError(answer.failure);
}

/** From an amount no finer than the currency. */
const microsOf = ({ currency }: Access, amount: number) => {
  const minor = toMinor(definition.currencies, currency, amount);
  return String(BigInt(minor) * BigInt(1_000_000 / (definition.currencies.minorUnits(currency) ?? 1)));
};

/** The amount alone: the period was chosen when the budget was made. */
export async function writeBudget(
  { wire, mutate }: Api,
  access: Access,
  { resourceName, lifetime }: BudgetHolder,
  budget: { readonly daily?: number; readonly lifetime?: number },
): Promise<void> {
  if ((budget.lifetime !== undefined) !== lifetime) {
    const has = lifetime ? 'lifetime' : 'daily';
    const message = `This campaign has a ${has} budget, and the platform does not change one into the other.`;
    throw wire.error('rule', message, `Give a ${has} budget.`);
  }
  const [field, mask] = lifetime ? ['totalAmountMicros', 'total_amount_micros'] : ['amountMicros', 'amount_micros'];
  const micros = microsOf(access, budget.daily ?? budget.lifetime ?? 0);
  const operations = [{ update: { resourceName, [field]: micros }, updateMask: mask }];
  const answer = await mutate(access, 'campaignBudgets', { operations }, harmlessTwice);
  if (!answer.ok) throw new PlatformError(answer.failure);
}
