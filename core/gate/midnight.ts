import type { AccountAccess } from '../accounts/access.ts';
import { PlatformError } from '../base/errors.ts';
import { fromMinor } from '../base/money.ts';
import { dayAt } from '../base/time/days.ts';
import { startOfDay } from '../base/time/start-of-day.ts';
import type { Clock } from '../ports/clock.ts';
import type { ChangeEvent } from '../ports/platform-reads.ts';

const MOST = 100;

/**
 * The budget an object had when the day of its account began: what the first change of the day, by
 * anyone, has replaced in the platform's history. Undefined without such a change or a history. One
 * call.
 */
export async function budgetAtMidnight(
  { clock }: { readonly clock: Clock },
  { platform, access }: AccountAccess,
  objectId: string,
): Promise<number | undefined> {
  const { history } = platform;
  if (history === undefined) return undefined;
  const since = startOfDay(dayAt(clock.now(), access.timezone), access.timezone);
  const events = await history.changes(access, { objectId, since, limit: MOST }).then(
    ({ data }) => data,
    (error: unknown) => {
      if (error instanceof PlatformError) return [];
      throw error;
    },
  );
  const replaced = events
    .filter((event) => event.objectId === objectId && event.eventTime * 1000 >= since)
    .flatMap((event) => replacedBy(event, history.budgetFields) ?? []);
  // The latest come first.
  return fromMinor(platform.definition.currencies, access.currency, replaced[replaced.length - 1]);
}

function replacedBy({ changes }: ChangeEvent, fields: readonly string[]): number | undefined {
  const olds = fields
    .map((field) => changes[field]?.old)
    .filter((old) => typeof old === 'number' || typeof old === 'string');
  const amount = Number(olds[0]);
  return olds.length === 0 || !Number.isFinite(amount) || amount <= 0 ? undefined : amount;
}
