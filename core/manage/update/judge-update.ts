import type { Actor } from '../../access/caller.ts';
import type { AccountAccess } from '../../accounts/access.ts';
import type { Fault } from '../../base/errors.ts';
import { budgetsAlone, type Judgement, judgeDemand } from '../../gate/gate.ts';
import { guardedAccount } from '../../gate/guarded.ts';
import { type BudgetWanted, type Demand, UNLIMITED } from '../../gate/judge.ts';
import { type Amounts, firstSeenToday } from '../../gate/seen.ts';
import type { AmountRaised } from '../../gate/words.ts';
import type { EntityFacts } from '../../ports/platform-reads.ts';
import type {
  FieldChange,
  MoneyField,
  PreparedUpdate,
  Updating,
} from '../../ports/platform-update.ts';
import type { Json } from '../../ports/store.ts';
import { confirmFaults } from '../edit/rise.ts';
import { changeDemand, type WantedChange } from '../edit/started-by-status.ts';
import type { ManagePorts } from '../open-account.ts';

interface Changing {
  readonly object: EntityFacts;
  readonly money: Updating['money'];
  readonly changes: readonly FieldChange[];
  /** After the changes, where the platform can tell (`PreparedUpdate`). */
  readonly weekdays?: number | undefined;
  readonly liftsBid?: PreparedUpdate['liftsBid'];
  readonly confirm?: boolean | undefined;
  pathOf(field: string): string;
}

export interface JudgedChange {
  readonly judgement?: Judgement;
  /** Rises by more than tenfold that the request does not confirm. */
  readonly unconfirmed: readonly Fault[];
}

export const concernsMoney = (money: Updating['money'], changes: readonly FieldChange[]): boolean =>
  changes.some(({ field }) => isPace(field, money?.[field]) || money?.[field] !== undefined);

/**
 * Another start or end lets what has ended go on, and spends a lifetime budget in fewer days;
 * raised bids, caps and least amounts are judged as raised budgets are. Other fields start and
 * raise nothing.
 */
export async function judgeUpdate(
  ports: ManagePorts,
  caller: Actor,
  account: AccountAccess,
  changing: Changing,
): Promise<JudgedChange> {
  const { object, confirm } = changing;
  if (object.type === 'ad') return { unconfirmed: [] };
  const paced = await paceDemand(ports, account, changing);
  const { wanted, raises } = await raisedAmounts(ports, account, changing);
  if (paced === undefined && wanted.length === 0) return { unconfirmed: [] };
  const base: Demand = paced ?? budgetsAlone([], false);
  const pathOf: Demand['pathOf'] = paced === undefined ? () => wanted[0]?.path ?? '' : paced.pathOf;
  const demand: Demand = { ...base, wanted: [...base.wanted, ...wanted], raises, pathOf };
  return {
    judgement: await judgeDemand(ports, caller, account, demand),
    unconfirmed:
      confirm === true
        ? []
        : wanted.flatMap((each) => confirmFaults(each, account.access.currency)),
  };
}

const isPace = (field: string, kind: MoneyField | undefined) =>
  field === 'startTime' || field === 'endTime' || kind === 'pace';

function paceDemand(
  ports: ManagePorts,
  account: AccountAccess,
  { object, money, changes, weekdays = 0, pathOf }: Changing,
): Promise<Demand | undefined> {
  const { edit } = account.platform;
  const times = changes.filter(({ field }) => isPace(field, money?.[field]));
  const [first] = times;
  if (first === undefined || edit === undefined) return Promise.resolve(undefined);
  const moments = times.filter(({ field }) => field === 'startTime' || field === 'endTime');
  const pace: WantedChange['pace'] = {
    ...Object.fromEntries(
      moments.map(({ field, after }) => [
        field,
        typeof after === 'string' ? Date.parse(after) : undefined,
      ]),
    ),
    ...(moments.length < times.length && { weekdays }),
  };
  return changeDemand(
    ports,
    { ...account, can: edit },
    { pace },
    { reads: [object], pathOf: () => pathOf(first.field) },
  );
}

/**
 * Amounts that hold back less than before, or ask for more. Their first values today are durable
 * after this.
 */
async function raisedAmounts(ports: ManagePorts, account: AccountAccess, changing: Changing) {
  const { object, money = {}, changes, liftsBid, pathOf } = changing;
  const fields = changes.flatMap(({ field, before, after }) => {
    const kind = money[field];
    return kind === undefined || kind === 'pace'
      ? []
      : [{ field, kind, before: amountOf(before), after: amountOf(after) }];
  });
  if ((fields.length === 0 && liftsBid === undefined) || object.type === 'ad')
    return { wanted: [], raises: [] };
  const amounts: Amounts = Object.fromEntries(fields.map(({ field, before }) => [field, before]));
  const first =
    (await firstSeenToday(ports, guardedAccount(account), { ...object, amounts })).amounts ?? {};
  const wanted: BudgetWanted[] = [];
  const raises: AmountRaised[] = [];
  for (const { field, kind, before, after } of fields) {
    const none = kind.endsWith('floor') ? 0 : UNLIMITED;
    const [now, amount, firstToday] = [before ?? none, after ?? none, first[field] ?? none];
    if (amount <= now || (amount === UNLIMITED && firstToday === UNLIMITED)) continue;
    raises.push({ field, name: object.name, from: before, to: after });
    wanted.push({
      type: object.type,
      id: object.id,
      name: object.name,
      what: field,
      amount,
      path: pathOf(field),
      kind: kind === 'bid' ? 'bid' : kind.startsWith('daily') ? 'daily' : 'lifetime',
      // No percentage measures a rise from nothing.
      ...(now > 0 && { from: { now, firstToday: firstToday > 0 ? firstToday : now } }),
    });
  }
  if (liftsBid !== undefined) {
    const { type, id, name } = object;
    raises.push({ field: 'bid', name, from: liftsBid.from, to: null });
    // The budget still bounds what is spent: only the limit on bids is asked, not how much it
    // rises.
    wanted.push({
      type,
      id,
      name,
      what: 'bid',
      amount: UNLIMITED,
      path: pathOf(liftsBid.field),
      kind: 'bid',
    });
  }
  return { wanted, raises };
}

const amountOf = (value: Json): number | null => (typeof value === 'number' ? value : null);
