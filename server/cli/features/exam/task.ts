import type { Hall } from './hall.ts';

/** One question of the exam. */
export interface Task {
  readonly id: string;
  /** What makes it hard, for the report. */
  readonly about: string;
  set(hall: Hall): Promise<Question>;
}

export interface Question {
  /** For the examinee, in words. */
  readonly text: string;
  /** The same for a program: what the text names. */
  readonly given: { readonly [name: string]: string | number };
  judge(changed: readonly Changed[]): Promise<Verdict>;
}

export interface Verdict {
  readonly done: boolean;
  readonly twice?: readonly string[];
  readonly money?: readonly string[];
  readonly orders?: readonly string[];
}

/** An object that the platform holds otherwise than before. */
export interface Changed {
  readonly id: string;
  readonly kind: 'campaign' | 'adSet' | 'ad';
  readonly isNew: boolean;
  readonly name: string;
}

type Snapshot = ReadonlyMap<string, { readonly kind: Changed['kind']; readonly name: string; readonly state: string }>;

const KINDS = ['campaign', 'adSet', 'ad'] as const;
const STATE = /name|status|budget|end_time/;

/** Names, states and budgets of all that the platform holds. */
export async function snapshot({ world }: Hall): Promise<Snapshot> {
  const found = new Map<string, { readonly kind: Changed['kind']; readonly name: string; readonly state: string }>();
  for (const kind of KINDS)
    for (const { id, ...data } of await world.held(world.stage.objects[kind].kind)) {
      const state = Object.entries(data).filter(([field]) => STATE.test(field) && field !== 'effective_status');
      found.set(id, { kind, name: String(data[world.stage.objects[kind].name]), state: JSON.stringify(state) });
    }
  return found;
}

export const changedBetween = (before: Snapshot, after: Snapshot): readonly Changed[] =>
  [...after].flatMap(([id, { kind, name, state }]) =>
    before.get(id)?.state === state ? [] : [{ id, kind, name, isNew: !before.has(id) }],
  );

/** Whether these objects were changed, and no others. */
export const onlyChanged = (changed: readonly Changed[], ...ids: readonly string[]): boolean =>
  changed.length === ids.length && changed.every(({ id }) => ids.includes(id));

/** Asked over the API, as the examinee does. */
export async function hasDraft({ url, key }: Hall, name: string): Promise<boolean> {
  const answer = await fetch(`${url}/v1/drafts?limit=50`, { headers: { authorization: `Bearer ${key}` } });
  const { data = [] } = (await answer.json()) as { readonly data?: readonly { readonly name: string }[] };
  return data.some((draft) => draft.name === name);
}
