import { keyIn, mayChange } from '../../base/ask.ts';
import { type CommandInput, EXIT } from '../../base/command.ts';
import { clientFor } from '../../base/service.ts';
import type { TakesBack } from '../../base/undo.ts';

async function undoChanges(input: CommandInput, id: string): Promise<number | undefined> {
  const { flags, env, screen } = input;
  const client = clientFor(flags, env, screen);
  const ended = await mayChange(client, input, {
    operation: 'changes.undo',
    request: { id },
    what: () => `Takes the changes ${id} back, the last first.`,
    question: 'Take them back?',
  });
  if (ended !== 'go') return ended;
  const answer = await client.changes.undo({ id, confirm: true }, keyIn(flags));
  for (const { name, id: object, outcome, reason } of answer.results)
    screen.say(
      `  “${name ?? object}”: ${outcome === 'done' ? 'taken back' : `${outcome}. ${reason ?? ''}`}`,
    );
  screen.tell(answer);
  return answer.status === 'done' ? EXIT.ok : EXIT.failed;
}

/** Of an applied file. */
export const undo: TakesBack = { ids: /^chg_/, run: undoChanges };
