import { asked, begin, type Scene, seen } from './acts.ts';
import type { Body, Told } from './people.ts';
import type { Thing } from './things.ts';

/** A rule that a person writes, tries, lets act once, and may take back. */

/** Nothing holds it back but what it must never do. */
const FREE = {
  cooldownHours: 0,
  minAgeHours: 0,
  skipChangedWithinHours: 0,
  skipLearning: false,
  maxSharePerRunPercent: 100,
  maxChangesPerEntityPerDay: 1000,
  maxBudgetRisePercentPerDay: 10_000,
  maxEntitiesPerRun: 500,
  flapping: { reversals: 100 },
};

const MOST_LOOKS = 20;
const LOOK_MS = 60_000;

export async function rule(scene: Scene): Promise<void> {
  const { world, number } = scene;
  const thing = seen(scene, 'adset');
  if (thing === undefined) return;
  // No change sets it.
  const set = 8.25 + number / 2;
  const body = {
    name: `R${number}`,
    scope: {
      level: 'adset',
      accountIds: [thing.account],
      ids: [thing.id],
      status: ['ACTIVE', 'PAUSED'],
    },
    when: { left: { attr: 'dailyBudget' }, is: '>', right: 0 },
    actions: [{ type: 'budget', of: 'self', change: { set } }],
    schedule: { at: ['08:00'] },
    guards: FREE,
  };
  let ran: Told | undefined;
  let undid: Told | undefined;
  const act = begin(scene, `rule ${number}`, async (ask) => {
    const value = `dailyBudget=${set}`;
    const isUndone = undid !== undefined && undid.is !== 'refused';
    if (ran === undefined || (ran.is === 'refused' && !ran.wasSilent))
      return thing.history.includes(value) ? [`${value} was set by a rule that may not act`] : [];
    if (ran.is !== 'answered') return [];
    const run = await ask('automations.execution', { executionId: ran.body.executionId });
    const back =
      undid?.is === 'answered'
        ? await ask('automations.execution', { executionId: undid.body.executionId })
        : undefined;
    return [
      ...comparedRun(run, thing, isUndone),
      ...(back === undefined ? [] : comparedRun(back, thing, false)),
    ];
  });
  const written = await asked(scene, act, 'automations.create', body);
  if (written.is !== 'answered') return;
  const { id } = written.body;
  await asked(scene, act, 'automations.execute', { id });
  const on = await asked(scene, act, 'automations.toggle', { id, enabled: true, mode: 'act' });
  if (on.is !== 'answered') return;
  // Known before it is asked for: it may be carried out without an answer.
  ran = { is: 'unknown' };
  ran = await asked(scene, act, 'automations.execute', { id, dryRun: false });
  if (ran.is !== 'answered' || !world.choices.oneIn('rule', 2)) return;
  const executionId: unknown = ran.body.executionId;
  if (!(await isOver(scene, executionId))) return;
  undid = { is: 'unknown' };
  undid = await asked(scene, act, 'automations.undo', { executionId });
}

async function isOver({ person }: Scene, executionId: unknown): Promise<boolean> {
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const told = await person.ask({ operation: 'automations.execution', input: { executionId } });
    if (told.is === 'answered' && told.body.status !== 'running') return true;
    await person.pause(LOOK_MS);
  }
  return false;
}

/** What is told of each change is what the platform was given. */
function comparedRun(run: Body, thing: Thing, isUndone: boolean): readonly string[] {
  if (run.status === 'running') return ['a run is told as running in the end'];
  return (run.results as Body[])
    .flatMap(({ actions }) => actions as Body[])
    .flatMap(({ status, wanted }) => {
      const value = `dailyBudget=${wanted}`;
      if (status === 'planned' || status === 'sent')
        return [`${value} is told as ${status} in the end`];
      if (status === 'confirmed')
        return thing.history.includes(value) ? [] : [`${value} is told as done and was never set`];
      const isSet = thing.dailyBudget === wanted && thing.history.at(-1) === value;
      return isSet && !isUndone && status !== 'uncertain' && run.mode !== 'undo'
        ? [`${value} is told as ${status} and is set`]
        : [];
    });
}
