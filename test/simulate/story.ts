import type { Write } from '../../core/ports/store.ts';
import { invoke } from '../../server/invoke.ts';
import type { Act, Scene } from './acts.ts';
import { openJobsOf, plant } from './beginning.ts';
import { type Choice, type Choices, choicesAgain, choicesOf } from './choices.ts';
import type { Fault } from './faults.ts';
import { checkBooks, checkTraces } from './invariants.ts';
import { inClear } from './leads.ts';
import { type Opened, openedCompanies } from './opened.ts';
import { createPerson } from './people.ts';
import { ACCOUNTS } from './platform.ts';
import { commonPorts, operationNamed, type Process, startProcess } from './process.ts';
import { ACTS, SHEET_ACTS, SHEETS_ONE_IN } from './repertoire.ts';
import { judged, restoring } from './restoring.ts';
import { walled } from './walls.ts';
import { createWorld, type World } from './world.ts';

export interface Ended {
  readonly seed: string;
  /** What is not as it must be; none where all is well. */
  readonly faults: readonly string[];
  readonly history: readonly string[];
  readonly choices: readonly Choice[];
  readonly events: number;
  readonly simulatedMs: number;
  readonly struck: ReadonlyMap<Fault, number>;
}

const MINUTE = 60_000;
/** The bad time lasts so long at most; then everything is healed and must come to an end. */
const BAD_MS = [2 * MINUTE, 2 * MINUTE, 4 * MINUTE, 10 * MINUTE];
const END_MS = 12 * 60 * MINUTE;
/** After this nothing is on its way any more. */
const REST_MS = 30_000;

/** At most so many of each. In the first, which is also the dullest, one person does one thing. */
const SIZES = [
  { processes: 2, people: 1, acts: 1 },
  { processes: 2, people: 2, acts: 2 },
  { processes: 2, people: 2, acts: 2 },
  { processes: 4, people: 4, acts: 4 },
];

/** Plays a story to its end. The same seed, or the same choices, give the same story. */
export async function playStory(
  seed: string,
  choices: Choices = choicesOf(seed),
  heard: (writes: readonly Write[]) => void = () => undefined,
): Promise<Ended> {
  const [base, { tables, companies }] = [await commonPorts(), await openedCompanies()];
  const world = createWorld(seed, choices, tables);
  world.disk.onCommit(heard);
  let ids = 0;
  const { stackTraceLimit } = Error;
  // A story in bad weather makes thousands of errors.
  Error.stackTraceLimit = 0;
  const takeDown = walled(() => `id-${ids++}`);
  try {
    const faults = await play(world, base, companies);
    return endedWith(world, seed, faults);
  } catch (error) {
    return endedWith(world, seed, [
      `it broke: ${error instanceof Error ? (error.stack ?? error.message) : error}`,
    ]);
  } finally {
    takeDown();
    Error.stackTraceLimit = stackTraceLimit;
  }
}

export const playAgain = (seed: string, choices: readonly Choice[]): Promise<Ended> =>
  playStory(seed, choicesAgain(choices));

const endedWith = (world: World, seed: string, faults: readonly string[]): Ended => ({
  seed,
  faults,
  history: world.history,
  choices: world.choices.made,
  events: world.schedule.events,
  simulatedMs: world.schedule.now(),
  struck: world.faults.struck,
});

async function play(
  world: World,
  base: Awaited<ReturnType<typeof commonPorts>>,
  opened: Opened['companies'],
): Promise<readonly string[]> {
  const { choices, schedule, faults, note } = world;
  const most = { companies: 1 + choices.int('companies', 3), ...choices.pick('size', SIZES) };
  const people = 1 + choices.int('people', most.people);
  const companies = Math.min(most.companies, people);
  // One after the other, from any: where there are fewer they are not always the same.
  const first = choices.int('whose', opened.length);
  const companyOf = (person: number) => (first + (person % companies)) % opened.length;
  plant(
    world,
    Array.from({ length: companies }, (_, i) => companyOf(i)),
  );
  const jobs = openJobsOf(world);
  let born = 0;
  let isHealed = false;
  let living: Process[] = [];
  const start = () => {
    born += 1;
    living.push(startProcess(base, world, `process ${born}`));
  };
  world.onDeath((owner) => {
    const dying = living.find((each) => each.owner === owner);
    living = living.filter((each) => each !== dying);
    dying?.die();
    const birth = (): void =>
      backups.isAtWork() ? schedule.after(500, undefined, birth) : start();
    schedule.after(500 + choices.span('birth', MINUTE), undefined, birth);
  });
  const processes = 1 + choices.int('processes', most.processes);
  for (let i = 0; i < processes; i += 1) start();

  const repertoire = choices.oneIn('kind', SHEETS_ONE_IN) ? SHEET_ACTS : ACTS;
  const actsOf: Act[][] = [];
  let at = 0;
  let open = 0;
  const broken: unknown[] = [];
  const door = {
    process: () => (living.length === 0 ? undefined : choices.pick('door', living)),
    isHealed: () => isHealed,
  };
  for (let i = 0; i < people; i += 1) {
    const company = companyOf(i);
    const { people: [one, two] = [], model } = opened[company] ?? {};
    if (one === undefined || two === undefined || model === undefined) continue;
    const [own, others] = i >= companies ? [two, one] : [one, two];
    const letter = String.fromCharCode(97 + i);
    const person = createPerson(world, door, letter, own);
    open += 1;
    const other = createPerson(world, door, `${letter}2`, others);
    const planner = createPerson(world, door, `model ${letter}`, model);
    const accounts = (ACCOUNTS[company] ?? []).map(({ id }) => id);
    const acts = actsOf[company] ?? [];
    actsOf[company] = acts;
    void live(
      { person, other, model: planner, company, accounts, acts },
      1 + choices.int('acts', most.acts),
    )
      .catch((error: unknown) => void broken.push(error))
      .finally(() => {
        open -= 1;
      });
  }
  async function live(scene: Omit<Scene, 'world' | 'number'>, times: number): Promise<void> {
    for (let i = 0; i < times; i += 1) {
      await scene.person.pause(choices.span('pause', MINUTE));
      at += 1;
      await choices.pick('act', repertoire)({ ...scene, world, number: at });
    }
  }

  const backups = restoring(world, jobs, {
    start,
    stop() {
      for (const process of living) process.die();
      living = [];
    },
  });
  await schedule.runUntil(
    () => (open === 0 && !backups.isOpen()) || broken.length > 0,
    choices.pick('bad', BAD_MS),
  );
  faults.heal();
  isHealed = true;
  note('! all is healed');
  for (const { owner } of living) owner.frozenUntil = 0;
  if (living.length === 0 && !backups.isOpen()) start();
  const ended = await schedule.runUntil(
    () => broken.length > 0 || (open === 0 && !backups.isOpen() && jobs.open() === 0),
    schedule.now() + END_MS,
  );
  const told = broken.map((error) =>
    error instanceof Error ? (error.stack ?? error.message) : String(error),
  );
  if (told.length > 0) return told;
  if (ended !== 'enough')
    return [`it does not end (${ended}): ${open} people wait, ${jobs.names().join()} are open`];
  await schedule.runUntil(() => false, schedule.now() + REST_MS);
  const isRestored = backups.restored() !== undefined;
  return [
    ...world.breaches,
    ...inClear(world),
    ...(isRestored ? [] : checkTraces(world)),
    ...(await checkBooks(world, isRestored)),
    ...(await checkActs()),
  ];

  /** How the service tells of each act now, beside what the platform has. */
  async function checkActs(): Promise<readonly string[]> {
    const found: string[] = [];
    const ports = living[0]?.ports;
    if (ports === undefined) return ['nobody is left'];
    let isDone = false;
    const checking = (async () => {
      for (const act of actsOf.flatMap((acts) => judged(acts, backups.restored()))) {
        const ask = (operation: string, input: object) =>
          invoke(ports, operationNamed(ports, operation), act.caller, { input });
        found.push(...(await act.check(ask)).map((fault) => `${act.name}: ${fault}`));
      }
    })().finally(() => {
      isDone = true;
    });
    await schedule.runUntil(() => isDone, schedule.now() + END_MS);
    await checking;
    return found;
  }
}
