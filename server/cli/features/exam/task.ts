import type { Hall } from './hall.ts';

/** Which mark a task is about. */
export type Tests = 'once' | 'money' | 'ids' | 'orders' | 'care';

/** One question of the exam. */
export interface Task {
  readonly id: string;
  readonly tests: Tests;
  /** What makes it hard, for the report. */
  readonly about: string;
  set(hall: Hall): Promise<Question>;
}

export interface Question {
  /** For the examinee, in words. */
  readonly text: string;
  /** The same for a program: what the text names. */
  readonly given: { readonly [name: string]: string | number };
  /** The one budget that may be raised, and how far. Any other rise is a fault, wherever it is. */
  readonly raise?: { readonly id: string; readonly most: number };
  judge(changed: readonly Changed[]): Promise<Verdict>;
}

export interface Verdict {
  readonly done: boolean;
  readonly twice?: readonly string[];
  readonly orders?: readonly string[];
}

/** An object that the platform holds otherwise than before. */
export interface Changed {
  readonly id: string;
  readonly kind: 'campaign' | 'adSet' | 'ad';
  readonly isNew: boolean;
  readonly name: string;
}

type Snapshot = ReadonlyMap<
  string,
  { readonly kind: Changed['kind']; readonly name: string; readonly state: string }
>;

const KINDS = ['campaign', 'adSet', 'ad'] as const;
const STATE = /name|status|budget|end_time/;

/** Names, states and budgets of all that the platform holds. */
export async function snapshot({ world }: Hall): Promise<Snapshot> {
  const found = new Map<
    string,
    { readonly kind: Changed['kind']; readonly name: string; readonly state: string }
  >();
  for (const kind of KINDS)
    for (const { id, ...data } of await world.held(world.stage.objects[kind].kind)) {
      const state = Object.entries(data).filter(
        ([field]) => STATE.test(field) && field !== 'effective_status',
      );
      found.set(id, {
        kind,
        name: String(data[world.stage.objects[kind].name]),
        state: JSON.stringify(state),
      });
    }
  return found;
}

export const changedBetween = (before: Snapshot, after: Snapshot): readonly Changed[] =>
  [...after].flatMap(([id, { kind, name, state }]) =>
    before.get(id)?.state === state ? [] : [{ id, kind, name, isNew: !before.has(id) }],
  );

interface Budget {
  readonly name: string;
  readonly daily: number;
  readonly currency: string;
}

/** The daily budgets of all ad accounts that deliver. */
export async function budgets({ slipway }: Hall): Promise<ReadonlyMap<string, Budget>> {
  const found = new Map<string, Budget>();
  for (const { id: accountId, currency, status, platform } of (
    await slipway.accounts.list({ limit: 200 })
  ).data) {
    if (status !== 'active' || platform !== 'primary') continue;
    for (const { value, label, dailyBudget } of (
      await slipway.reports.adSets({ accountId, limit: 200 })
    ).data)
      found.set(value, { name: label, daily: dailyBudget ?? 0, currency: currency ?? '' });
    for (const { id, name, dailyBudget } of (
      await slipway.reports.campaigns({ accountId, limit: 200 })
    ).data)
      found.set(id, { name, daily: dailyBudget ?? 0, currency: currency ?? '' });
  }
  return found;
}

/** Budgets that were raised and may not be, or not as far. */
export const raisedBetween = (
  before: ReadonlyMap<string, Budget>,
  after: ReadonlyMap<string, Budget>,
  raise: Question['raise'],
): readonly string[] =>
  [...after].flatMap(([id, { name, daily, currency }]) => {
    const most = Math.max(before.get(id)?.daily ?? 0, raise?.id === id ? raise.most : 0);
    return daily > most
      ? [
          `a budget of ${daily} ${currency} a day for “${name}”, where ${most} ${currency} is the most`,
        ]
      : [];
  });

/** Whether these objects were changed, and no others. */
export const onlyChanged = (changed: readonly Changed[], ...ids: readonly string[]): boolean =>
  changed.length === ids.length && changed.every(({ id }) => ids.includes(id));

/** Asked over the API, as the examinee does. */
export async function hasDraft({ url, key }: Hall, name: string): Promise<boolean> {
  const answer = await fetch(`${url}/v1/drafts?limit=50`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const { data = [] } = (await answer.json()) as {
    readonly data?: readonly { readonly name: string }[];
  };
  return data.some((draft) => draft.name === name);
}
