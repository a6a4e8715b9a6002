import { type Act, asked, begin, type Scene, seen } from './acts.ts';
import type { Body } from './people.ts';
import type { Thing } from './things.ts';

/** A plan that one person, or a model, makes and another approves or declines. */

/** Filled in as people go on. */
export interface Course {
  digest?: string;
  /** Known before it is asked for: it may be heard without an answer. */
  decision?: string;
}

export async function plan(scene: Scene): Promise<void> {
  const { number } = scene;
  const thing = seen(scene, 'adset');
  if (thing === undefined) return;
  const named = { businessId: thing.account, entityType: 'adset', entityId: thing.id };
  const name = `P${number}`;
  const dailyBudget = 10 + number;
  const operations = [
    { operation: 'manage.rename', input: { ...named, name } },
    { operation: 'manage.updateBudget', input: { ...named, dailyBudget } },
  ];
  const isSet = (value: string) => thing.history.includes(value);
  const values = [`name=${name}`, `dailyBudget=${dailyBudget}`];
  const course: Course = {};
  const act = begin(scene, `plan ${number}`, async (ask) => {
    const { digest, decision } = course;
    if (decision !== 'approve')
      return values.filter(isSet).map((value) => `${value} was set and nobody approved it`);
    const { status, results = [] } = await ask('approvals.get', { digest });
    const faults: string[] = [];
    for (const [i, { status: became, objects }] of (results as Body[]).entries()) {
      const value = values[i] ?? '';
      if (became === 'done' && !isSet(value))
        faults.push(`${value} is told as done and was never set`);
      if (became === 'not_attempted' && isSet(value))
        faults.push(`${value} is told as not begun and was set`);
      const isRefused =
        became === 'failed' && objects.every(({ outcome }: Body) => outcome === 'refused');
      const has = i === 0 ? thing.name === name : thing.dailyBudget === dailyBudget;
      if (isRefused && has) faults.push(`${value} is told as refused and is set`);
    }
    if (status === 'applied' && !values.every(isSet))
      faults.push('it is told as applied and was not all done');
    return [
      ...faults,
      ...comparedReceipt(await ask('approvals.receipt', { id: digest }), thing, results),
    ];
  });
  await takeCourse(scene, act, operations, course);
}

/** It is planned, decided by another person, and carried out. */
export async function takeCourse(
  scene: Scene,
  act: Act,
  operations: readonly object[],
  course: Course,
): Promise<void> {
  const { person, other, model, world } = scene;
  const planner = world.choices.oneIn('planner', 2) ? model : person;
  const planned = await asked(scene, act, 'approvals.request', { operations }, planner);
  if (planned.is !== 'answered') return;
  const { digest } = planned.body;
  course.digest = digest;
  await person.pause(world.choices.span('plan', 60_000));
  const decision = world.choices.pick('plan', ['approve', 'approve', 'decline', 'nothing']);
  course.decision = decision;
  if (decision !== 'nothing') {
    const decided = await other.ask({ operation: 'approvals.decide', input: { digest, decision } });
    if (decided.is === 'refused') course.decision = 'refused';
    if (decided.is !== 'answered' && course.decision !== 'decline') return;
  }
  await person.pause(world.choices.span('plan', 30_000));
  await asked(scene, act, 'approvals.apply', { digest }, planner === model ? other : planner);
}

/**
 * A receipt says what was done as its plan does, and what the platform has as the platform does.
 */
function comparedReceipt(
  { entries, head }: Body,
  { id, name, status, dailyBudget }: Thing,
  results: readonly Body[],
): readonly string[] {
  const told = (what: string): Body => entries.find((each: Body) => each.what === what)?.data;
  const faults: string[] = [];
  if (
    entries.at(-1).hash !== head ||
    entries.some((each: Body, i: number) => i > 0 && each.previous !== entries[i - 1].hash)
  )
    faults.push('its receipt is no chain');
  const [seenAs] = (told('platform').objects as Body[]).filter((each) => each.id === id);
  if (seenAs?.name !== name || seenAs.status !== status || seenAs.dailyBudget !== dailyBudget)
    faults.push(
      `its receipt has ${JSON.stringify(seenAs)} and the platform ${name}, ${status}, ${dailyBudget}`,
    );
  const outcomes = (all: readonly Body[] = []) => all.map((each) => each.status).join();
  if (outcomes(told('applied')?.results) !== outcomes(results))
    faults.push('its receipt tells of other outcomes than its plan');
  return faults;
}

/** A model changes nothing by itself. */
export async function presume(scene: Scene): Promise<void> {
  const { number, model } = scene;
  const thing = seen(scene, 'adset');
  if (thing === undefined) return;
  const name = `M${number}`;
  const act = begin(scene, `presumption ${number}`, async () =>
    thing.history.includes(`name=${name}`)
      ? [`a model that may only plan has renamed ${thing.id}`]
      : [],
  );
  const input = { businessId: thing.account, entityType: 'adset', entityId: thing.id, name };
  await asked(scene, act, 'manage.rename', input, model);
}
