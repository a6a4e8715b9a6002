import { type AccessPorts, type AccountAccess, accessFound } from '../accounts/access.ts';
import { type FoundAccount, foundAccount } from '../accounts/find-account.ts';
import { adAccountKind } from '../accounts/records.ts';
import type { AccountKey } from '../base/account-key.ts';
import { PlatformError, SlipwayError } from '../base/errors.ts';
import { mapBounded } from '../base/map-bounded.ts';
import { toMicro } from '../base/money.ts';
import type { Clock } from '../ports/clock.ts';
import { kind, type Store, type Write } from '../ports/store.ts';
import { changeDocument } from '../records/change.ts';
import { allOf } from '../records/list.ts';
import { randomId } from '../records/random-id.ts';
import { changesOf } from './changes.ts';
import type { TotalsAfter, Verdict } from './judge.ts';
import type { Limits } from './limits.ts';
import { allWithPending, type GateHooks, pendingIn } from './pending.ts';
import { campaignsOf, deliveringPerDay } from './started.ts';
import {
  findStarted,
  type Spender,
  type StartedBy,
  type StartedStep,
  startedWrite,
} from './started-by.ts';

/**
 * What a day may spend in an account (per-day.ts), never less than it is as far as this service
 * knows: by the platform, with what was started since and what is being sent. Id: the account's
 * key. Millionths.
 */
interface AccountTotal {
  readonly currency: string;
  readonly daily: number;
  readonly readAt: number;
  readonly changes: number;
  /** What operations under way may start: reserved before anything is sent. */
  readonly reserved: readonly Reservation[];
}

interface Reservation {
  readonly id: string;
  readonly daily: number;
  readonly at: number;
}

export const accountTotalKind = kind<AccountTotal>('account-total', { currency: 'string' });

/**
 * Written with every reservation in a currency whose total is limited: of two at the same time one
 * is judged again. Id: the currency.
 */
export const companyTotalKind = kind<{ readonly at: number }>('company-total');

export interface TotalPorts extends AccessPorts {
  readonly hooks: GateHooks;
  readonly clock: Clock;
}

const MINUTE = 60_000;
/**
 * How old totals may be, of the account itself and of others of its company. What would be refused
 * is read again.
 */
const FRESH_MS = 15 * MINUTE;
const FRESH_ELSEWHERE_MS = 6 * 60 * MINUTE;
/** Longer than any operation holds a reservation: later it is given up, as its process died. */
const RESERVED_MS = 10 * MINUTE;
const ACCOUNTS_AT_ONCE = 4;
/** Reads of an account in which something was started meanwhile. */
const ATTEMPTS = 3;

export async function totalsAfter(
  ports: TotalPorts,
  account: AccountAccess,
  limits: Limits,
  daily: number,
): Promise<TotalsAfter> {
  const kept = await keptTotals(ports, account, limits, daily);
  return kept !== undefined && !isBeyond(kept, limits)
    ? kept
    : freshTotals(ports, account, limits, daily);
}

/** By what was read lately; undefined where the account itself was not. */
async function keptTotals(
  ports: TotalPorts,
  account: AccountAccess,
  limits: Limits,
  daily: number,
): Promise<TotalsAfter | undefined> {
  const now = ports.clock.now();
  const known = await ports.store.get(accountTotalKind, account.access.companyId, account.key);
  if (known === undefined || now - known.doc.readAt >= FRESH_MS) return undefined;
  const own = standing(known.doc, now) + daily;
  if (limits.companyDailyBudget === undefined) return { account: own };
  return {
    account: own,
    company:
      own +
      (await sumOfOthers(ports, account, async ({ readAt }) => now - readAt < FRESH_ELSEWHERE_MS)),
  };
}

/**
 * By what the platform says now. Other accounts read within a minute and unchanged since are not
 * asked again.
 */
async function freshTotals(
  ports: TotalPorts,
  account: AccountAccess,
  limits: Limits,
  daily: number,
): Promise<TotalsAfter> {
  const { companyId } = account.access;
  const now = ports.clock.now();
  const own = standing(await readOwnTotal(ports, account), now) + daily;
  if (limits.companyDailyBudget === undefined) return { account: own };
  const isUnchanged: IsKept = async ({ readAt, changes }, key) =>
    now - readAt < MINUTE && changes === (await changesOf(ports.store, companyId, key));
  return { account: own, company: own + (await sumOfOthers(ports, account, isUnchanged)) };
}

/** Throws `unavailable` where the platform cannot be asked: nothing starts by guesses. */
async function readOwnTotal(ports: TotalPorts, account: AccountAccess): Promise<AccountTotal> {
  try {
    return await readTotal(ports, account);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const message = `The platform could not be asked what delivers in ${account.access.adAccountId}, so it is not known whether its limit holds. Nothing was changed: try again in a minute.`;
    throw new SlipwayError('unavailable', message, {
      details: [{ path: '', code: 'spend_unknown', message }],
    });
  }
}

async function sumOfOthers(
  ports: TotalPorts,
  account: AccountAccess,
  isKept: IsKept,
): Promise<number> {
  const { companyId } = account.access;
  const others = await othersOf(ports, account);
  const totals = await mapBounded(others, ACCOUNTS_AT_ONCE, (other) =>
    totalElsewhere(ports, companyId, other, isKept),
  );
  return totals.reduce((sum, each) => sum + each, 0);
}

async function othersOf(
  { store }: TotalPorts,
  { key, access }: AccountAccess,
): Promise<readonly FoundAccount[]> {
  const all = (await allOf(store, adAccountKind, access.companyId)).map(foundAccount);
  const currency = access.currency.toUpperCase();
  return all.filter((other) => other.key !== key && other.currency.toUpperCase() === currency);
}

type IsKept = (total: AccountTotal, key: AccountKey) => Promise<boolean>;

/**
 * An account that cannot be asked counts as last known: what it holds cannot be changed from here
 * either.
 */
async function totalElsewhere(
  ports: TotalPorts,
  companyId: string,
  other: FoundAccount,
  isKept: IsKept,
): Promise<number> {
  const now = ports.clock.now();
  const known = await ports.store.get(accountTotalKind, companyId, other.key);
  if (known !== undefined && (await isKept(known.doc, other.key))) return standing(known.doc, now);
  try {
    return standing(await readTotal(ports, await accessFound(ports, companyId, other)), now);
  } catch (error) {
    if (!(error instanceof PlatformError) && !(error instanceof SlipwayError)) throw error;
    return known === undefined ? 0 : standing(known.doc, now);
  }
}

/**
 * Asks the platform what delivers in an account, and adds what is on its way to it. One call, paged
 * by the platform.
 */
async function readTotal(
  ports: TotalPorts,
  { key, platform, access }: AccountAccess,
): Promise<AccountTotal> {
  const { store, clock } = ports;
  const { companyId, currency } = access;
  for (let attempt = 1; ; attempt++) {
    const known = await store.get(accountTotalKind, companyId, key);
    const readAt = clock.now();
    const changes = await changesOf(store, companyId, key);
    const pending = await pendingIn(ports, companyId, key);
    const campaigns = allWithPending(campaignsOf(await platform.accounts.adSets(access)), pending);
    const doc: AccountTotal = {
      currency: currency.toUpperCase(),
      daily: deliveringPerDay(campaigns, readAt, toMicro),
      readAt,
      changes,
      reserved: (known?.doc.reserved ?? []).filter((each) => isOpen(each, readAt)),
    };
    const write: Write = {
      kind: accountTotalKind,
      companyId,
      id: key,
      expect: known?.version ?? 'absent',
      doc,
    };
    if ((await store.commit([write])) === undefined) return doc;
    // Something was started or ended meanwhile, and may be missing in what was read.
    const latest = (await store.get(accountTotalKind, companyId, key))?.doc;
    if (attempt === ATTEMPTS && latest !== undefined) return latest;
  }
}

const isOpen = ({ at }: Reservation, now: number) => now - at < RESERVED_MS;

const standing = ({ daily, reserved }: AccountTotal, now: number) =>
  reserved.filter((each) => isOpen(each, now)).reduce((sum, each) => sum + each.daily, daily);

/**
 * To be settled when the operation has ended, however it ended, or cancelled where nothing was
 * sent.
 */
export interface Reserved {
  settle(): Promise<void>;
  cancel(): Promise<void>;
}

interface Wanted {
  readonly perDay: number;
  readonly caller: Spender;
  /** Kept for the caller; empty where no second key is needed. */
  readonly steps: readonly StartedStep[];
  judgeStarted(known: StartedBy | undefined, now: number): readonly Verdict[];
}

/**
 * Reserves what an operation is about to start, if account, company and caller have room for it.
 * Judged and written in one commit, so that no two operations, in whichever processes, take the
 * same room. Without room it answers the totals or the verdicts.
 */
export async function reserve(
  ports: TotalPorts,
  account: AccountAccess,
  limits: Limits,
  wanted: Wanted,
): Promise<Reserved | TotalsAfter | { readonly verdicts: readonly Verdict[] }> {
  const { store, clock } = ports;
  const { perDay, caller, steps, judgeStarted } = wanted;
  const { companyId } = account.access;
  const currency = account.access.currency.toUpperCase();
  const id = randomId(ports.secrets, 'reserved');
  for (;;) {
    const lock =
      limits.companyDailyBudget === undefined
        ? undefined
        : await store.get(companyTotalKind, companyId, currency);
    const known = await store.get(accountTotalKind, companyId, account.key);
    const started = steps.length === 0 ? undefined : await findStarted(ports, caller);
    const now = clock.now();
    const total = known?.doc ?? (await readOwnTotal(ports, account));
    const totals: TotalsAfter = {
      account: standing(total, now) + perDay,
      ...(limits.companyDailyBudget !== undefined && {
        company: (await sumElsewhere(ports, account, now)) + standing(total, now) + perDay,
      }),
    };
    if (perDay > 0 && isBeyond(totals, limits)) return totals;
    const verdicts = steps.length === 0 ? [] : judgeStarted(started?.doc, now);
    if (verdicts.some(({ exceeded }) => exceeded)) return { verdicts };
    // Read just now by this call: the next round finds it.
    if (known === undefined) continue;
    const doc: AccountTotal = {
      ...total,
      reserved: [
        ...total.reserved.filter((each) => isOpen(each, now)),
        { id, daily: perDay, at: now },
      ],
    };
    const conflict = await store.commit([
      { kind: accountTotalKind, companyId, id: account.key, expect: known.version, doc },
      ...(limits.companyDailyBudget === undefined
        ? []
        : [
            {
              kind: companyTotalKind,
              companyId,
              id: currency,
              expect: lock?.version ?? ('absent' as const),
              doc: { at: now },
            },
          ]),
      ...(steps.length === 0 ? [] : [startedWrite(caller, started, steps, now)]),
    ]);
    const end = (isStarted: boolean) =>
      endReservation(store, companyId, account.key, { id, isStarted });
    if (conflict === undefined) return { settle: () => end(true), cancel: () => end(false) };
  }
}

const isBeyond = (
  { account, company }: TotalsAfter,
  { accountDailyBudget, companyDailyBudget }: Limits,
) =>
  account > toMicro(accountDailyBudget) ||
  (company !== undefined &&
    companyDailyBudget !== undefined &&
    company > toMicro(companyDailyBudget));

async function sumElsewhere(
  ports: TotalPorts,
  account: AccountAccess,
  now: number,
): Promise<number> {
  const { companyId, currency } = account.access;
  const others = new Set((await othersOf(ports, account)).map(({ key }) => key));
  const where = { currency: currency.toUpperCase() };
  const totals = await allOf(ports.store, accountTotalKind, companyId, { where });
  return totals
    .filter(({ id }) => others.has(id as AccountKey))
    .reduce((sum, { doc }) => sum + standing(doc, now), 0);
}

/** What was reserved counts as started until the platform is asked again, or not any more. */
async function endReservation(
  store: Store,
  companyId: string,
  key: AccountKey,
  { id, isStarted }: { readonly id: string; readonly isStarted: boolean },
): Promise<void> {
  await changeDocument(store, accountTotalKind, {
    companyId,
    id: key,
    change: (current) => {
      const mine = current?.doc.reserved.find((each) => each.id === id);
      if (current === undefined || mine === undefined) return { doc: current?.doc };
      const { doc } = current;
      const daily = doc.daily + (isStarted ? mine.daily : 0);
      return { doc: { ...doc, daily, reserved: doc.reserved.filter((each) => each.id !== id) } };
    },
  });
}
