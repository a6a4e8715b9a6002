import type { Caller } from '../../core/access/caller.ts';
import type { Body, Person, Told } from './people.ts';
import type { Thing } from './things.ts';
import type { World } from './world.ts';

/** Something a person does, and what must be true of it at the platform in the end. */
export interface Act {
  readonly name: string;
  /** When it was first asked for, and when it was answered. */
  readonly since: number;
  answeredAt?: number;
  readonly caller: Caller;
  /**
   * Faults of the story, found by the platform's own books. `ask`: how the service tells of it now.
   */
  check(ask: (operation: string, input: object) => Promise<Body>): Promise<readonly string[]>;
}

export interface Scene {
  readonly world: World;
  readonly person: Person;
  /** Another person of the same company. */
  readonly other: Person;
  /** May only plan. */
  readonly model: Person;
  /** By its number. */
  readonly company: number;
  /** Of the company. */
  readonly accounts: readonly string[];
  readonly number: number;
  /** All that was done in the story so far, by everybody of the company. */
  readonly acts: Act[];
}

const LEVELS = ['ad', 'adset', 'campaign'] as const;

/** Objects that people see: alive, and not made in this moment. */
export const seen = (
  { world: { things, choices }, accounts }: Scene,
  type: Thing['type'],
  account?: string,
): Thing | undefined => {
  const all = [...things.all.values()].filter(
    (each) =>
      each.type === type &&
      each.status !== 'DELETED' &&
      // A copy carries its mark in its name until it is ready: people leave it alone.
      !each.name.endsWith(']') &&
      (account === undefined ? accounts.includes(each.account) : each.account === account),
  );
  return all.length === 0 ? undefined : choices.pick('whom', all);
};

export const anyLevel = (world: World) => world.choices.pick('whom', LEVELS);

/** By the name that it was made with. */
export const named = ({ things }: World, name: string): readonly Thing[] =>
  [...things.all.values()].filter((each) => each.madeAs === name);

/**
 * Begins an act: it is known before it is asked for, because it may be carried out without an
 * answer.
 */
export function begin(scene: Scene, name: string, check: Act['check']): Act {
  const act: Act = { name, since: scene.world.schedule.now(), caller: scene.person.caller, check };
  scene.acts.push(act);
  return act;
}

export async function asked(
  scene: Scene,
  act: Act,
  operation: string,
  input: object,
  person: Person = scene.person,
): Promise<Told> {
  const told = await person.ask({ operation, input });
  act.answeredAt = scene.world.schedule.now();
  return told;
}
