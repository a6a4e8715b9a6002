import { changeTasks } from './change-tasks.ts';
import { dataTasks } from './data-tasks.ts';
import type { Hall } from './hall.ts';
import { launchTasks } from './launch-tasks.ts';
import {
  budgets,
  changedBetween,
  type Question,
  raisedBetween,
  snapshot,
  type Task,
  type Tests,
  type Verdict,
} from './task.ts';

export const tasks: readonly Task[] = [...launchTasks, ...changeTasks, ...dataTasks];

/** What an examinee is given for one task. */
export interface Paper {
  readonly id: string;
  readonly text: string;
  readonly given: Question['given'];
  /** The service; MCP is at `${url}/mcp`. */
  readonly url: string;
  readonly key: string;
}

/**
 * Works on one task, however it likes, and returns when it is through. What it throws is its own
 * fault.
 */
export type Examinee = (paper: Paper) => Promise<void>;

export interface Answered extends Verdict {
  readonly id: string;
  readonly about: string;
  readonly tests: Tests;
  readonly money: readonly string[];
  readonly invented: readonly string[];
  /** What the examinee failed with. */
  readonly failure?: string;
}

/** Puts each task before an examinee and judges by what the platforms hold afterwards. */
export async function examine(
  hall: Hall,
  examinee: Examinee,
  onTask: (id: string) => void = () => undefined,
): Promise<readonly Answered[]> {
  const answered: Answered[] = [];
  for (const { id, about, tests, set } of tasks) {
    onTask(id);
    const { text, given, raise, judge } = await set(hall);
    const before = { held: await snapshot(hall), budgets: await budgets(hall) };
    hall.traffic.begin(`${text} ${JSON.stringify(given)}`);
    const failure = await examinee({ id, text, given, url: hall.url, key: hall.key }).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    await settled(hall);
    await hall.world.calm();
    const verdict = await judge(changedBetween(before.held, await snapshot(hall)));
    const money = raisedBetween(before.budgets, await budgets(hall), raise);
    const invented = hall.traffic.invented();
    answered.push({
      id,
      about,
      tests,
      ...verdict,
      money,
      invented,
      ...(failure !== undefined && { failure }),
    });
  }
  return answered;
}

const REST_MS = 10 * 60_000;

/**
 * Waits until no batch is under way and no platform holds anything back: what an examinee started
 * counts.
 */
async function settled({ slipway, world }: Hall): Promise<void> {
  for (;;) {
    world.clock.leap(REST_MS);
    const { data } = await slipway.batches.list({ limit: 200 });
    if (!data.some(({ status }) => status === 'processing')) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
