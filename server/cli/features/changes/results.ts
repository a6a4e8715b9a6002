import type { AnswerOf, Client } from '../../../client/client.ts';
import type { Screen } from '../../base/screen.ts';

type Answer = AnswerOf<'changes.get'>;

/** Waits for the end of changes, and shows how far they are. */
export async function ended(client: Client, screen: Screen, first: Answer): Promise<Answer> {
  let answer = first;
  while (answer.status === 'running') {
    screen.draw(
      `  ${answer.counts.done ?? 0} of ${answer.pagination.total} done`,
      String(answer.counts.done),
    );
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    answer = await client.changes.get({ id: answer.changeId });
  }
  screen.settle();
  return answer;
}

/** Names every object that is not as wanted, and why. */
export async function sayUndone(client: Client, screen: Screen, answer: Answer): Promise<void> {
  for (const { name, id, outcome, reason } of await allResults(client, answer))
    if (outcome !== 'done' && outcome !== 'nothing')
      screen.say(screen.paint.red(`  ✗ “${name ?? id}”: ${outcome}. ${reason ?? ''}`));
}

/** An answer has the first of many. */
async function allResults(client: Client, { changeId, results, pagination }: Answer) {
  const all = [...results];
  while (all.length < pagination.total)
    all.push(
      ...(await client.changes.get({ id: changeId, offset: all.length, limit: 500 })).results,
    );
  return all;
}
