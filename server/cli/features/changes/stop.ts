import { counted } from '../../../../core/base/counted.ts';
import type { AnswerOf } from '../../../client/client.ts';
import { agreed, changeFlags, keyIn } from '../../base/ask.ts';
import { type Command, EXIT, serviceFlags, text, UsageFault } from '../../base/command.ts';
import type { Screen } from '../../base/screen.ts';
import { clientFor } from '../../base/service.ts';
import { ended, sayUndone } from './results.ts';

type Answer = AnswerOf<'changes.stop'>;

export const stop: Command = {
  name: 'stop',
  summary: 'Pause everything that a key, a person, a program or a rule started, in one call',
  usage: '[WHO] [--everyone] [--since TIME] [--dry-run] [--yes]',
  words: 1,
  notes: [
    'WHO is the id of a key, a person or a rule (automation:…), a connected program, or the address of a person: what your own key started unless given. `slipway audit` shows who did what.',
    'It pauses what is on and cancels launches under way. The key stays valid and rules go on: revoke or stop them too.',
  ],
  examples: [
    'slipway stop --dry-run',
    'slipway stop key_4fT… --yes',
    'slipway stop sam@example.com --since 2026-11-30T00:00:00Z --yes',
    'slipway stop --everyone --yes',
  ],
  flags: {
    ...serviceFlags,
    ...changeFlags,
    'dry-run': { type: 'boolean', what: 'The same as --plan' },
    everyone: { type: 'boolean', what: 'What anyone started' },
    since: { type: 'string', what: 'Only what was started then or later' },
  },
  async run(input) {
    const { words, flags, env, screen } = input;
    const [by] = words;
    const everyone = flags.everyone === true;
    if (by !== undefined && everyone) throw new UsageFault('Give WHO or --everyone, not both.');
    const client = clientFor(flags, env, screen);
    const since = text(flags.since);
    const request = {
      ...(by !== undefined && { by }),
      ...(everyone && { everyone }),
      ...(since !== undefined && { since }),
    };
    const plan = await client.changes.stop({ ...request, dryRun: true });
    sayPlan(screen, plan);
    const isPossible = plan.unreached.length === 0 && (plan.counts.refused ?? 0) === 0;
    if (flags.plan === true || flags['dry-run'] === true) {
      screen.tell(plan);
      return isPossible ? EXIT.ok : EXIT.refused;
    }
    const isAnything = plan.pagination.total > 0 || plan.batches.length > 0;
    if (isAnything && !(await agreed('Pause all of it?', flags, screen, '--dry-run')))
      return EXIT.ok;
    const first = await client.changes.stop(request, keyIn(flags));
    const answer = { ...first, ...(await endOf(first)) };
    for (const { batchId, outcome, reason } of answer.batches)
      screen.say(
        outcome === 'refused'
          ? screen.paint.red(`  ✗ batch ${batchId}: ${reason ?? 'It was not cancelled.'}`)
          : `  batch ${batchId} sends nothing more. What was sent may still appear: stop again once it has ended.`,
      );
    screen.say(`  ${counted(answer.counts.done ?? 0, 'object')} paused.`);
    if (answer.left > 0)
      screen.say(screen.paint.red(`  ✗ ${answer.left} more are on: stop again.`));
    if ((answer.counts.done ?? 0) > 0) screen.say(`  Undo: slipway undo ${answer.changeId}`);
    screen.tell(answer);
    return answer.status === 'done' ? EXIT.ok : EXIT.failed;

    /** How the objects ended; whether all was reached, the first answer says. */
    async function endOf({ changeId, status, ...rest }: Answer) {
      if (changeId === undefined || status === 'planned') return {};
      const last = await ended(client, screen, { ...rest, changeId, status });
      await sayUndone(client, screen, last);
      const isMore = rest.unreached.length > 0 || rest.left > 0;
      return {
        ...last,
        status: last.status === 'done' && isMore ? ('partly' as const) : last.status,
      };
    }
  },
};

function sayPlan(screen: Screen, { results, pagination, batches, unreached, left }: Answer): void {
  for (const { name, id, does, reason } of results)
    screen.say(
      reason === undefined
        ? `  ${does.join('; ')}`
        : screen.paint.red(`  ✗ “${name ?? id}”: ${reason}`),
    );
  const more = pagination.total - results.length + left;
  if (more > 0) screen.say(`  and ${more} more`);
  for (const { batchId } of batches) screen.say(`  Send nothing more of batch ${batchId}`);
  for (const { adAccountId, objects, reason } of unreached)
    screen.say(
      screen.paint.red(`  ✗ ${counted(objects, 'object')} of ${adAccountId} may go on: ${reason}`),
    );
  if (pagination.total === 0 && batches.length === 0 && unreached.length === 0)
    screen.say('  Nothing that was started is on.');
}
