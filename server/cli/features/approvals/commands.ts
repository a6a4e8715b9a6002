import { agreed, changeFlags } from '../../base/ask.ts';
import { type Command, EXIT, serviceFlags, text, UsageFault } from '../../base/command.ts';
import { clientFor } from '../../base/service.ts';
import { saySheet } from '../../base/table.ts';

const approve: Command = {
  name: 'approve',
  summary: 'Plans that wait for a person: list them, approve, decline or apply one',
  usage: '[DIGEST] [--decline] [--apply] [--comment TEXT]',
  words: 1,
  examples: [
    'slipway approve',
    'slipway approve 4f…c2 --comment "looks right"',
    'slipway approve 4f…c2 --apply --yes',
    'slipway approve 4f…c2 --decline --yes',
  ],
  flags: {
    ...serviceFlags,
    ...changeFlags,
    decline: { type: 'boolean', what: 'Decline it' },
    apply: { type: 'boolean', what: 'Carry it out once it is approved' },
    comment: { type: 'string', what: 'What the planner should know' },
  },
  async run({ words, flags, env, screen }) {
    const client = clientFor(flags, env, screen);
    const [digest] = words;
    if (digest === undefined) {
      const answer = await client.approvals.list({ limit: 100, status: 'awaiting_approval' });
      const rows = answer.data.map((each) => [
        each.digest,
        each.expiresAt.slice(0, 16).replace('T', ' '),
        each.summary.join('; '),
      ]);
      if (rows.length === 0) screen.say('  Nothing waits for you.');
      else saySheet(screen, ['Digest', 'Ends (UTC)', 'What'], rows);
      screen.tell(answer);
      return EXIT.ok;
    }
    if (!/^[0-9a-f]{32}$/.test(digest))
      throw new UsageFault(`${digest} is no plan: give its digest. \`slipway approve\` lists them.`);
    const plan = await client.approvals.get({ digest });
    for (const line of plan.summary) screen.say(`  ${line}`);
    if (flags.plan === true) {
      screen.tell(plan);
      return EXIT.ok;
    }
    const decision = flags.decline === true ? 'decline' : 'approve';
    const comment = text(flags.comment);
    const options = { idempotencyKey: text(flags['idempotency-key']) };
    const isOpen = plan.status === 'awaiting_approval';
    if (isOpen && !(await agreed(decision === 'decline' ? 'Decline it?' : 'Approve it?', flags, screen))) return EXIT.ok;
    const decided = isOpen
      ? await client.approvals.decide({ digest, decision, ...(comment !== undefined && { comment }) }, options)
      : plan;
    const answer = flags.apply === true && decided.status === 'approved' ? await client.approvals.apply({ digest }) : decided;
    screen.say(`  It is ${answer.status.replace(/_/g, ' ')}.`);
    screen.tell(answer);
    return answer.status === 'failed' ? EXIT.failed : EXIT.ok;
  },
};

export const commands: readonly Command[] = [approve];
