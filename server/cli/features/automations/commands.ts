import { agreed, changeFlags, keyIn } from '../../base/ask.ts';
import { minute } from '../../base/asking.ts';
import { type Command, serviceFlags, UsageFault } from '../../base/command.ts';
import { clientFor } from '../../base/service.ts';
import { saySheet } from '../../base/table.ts';

const rules: Command = {
  name: 'rules',
  summary: 'Your rules as sentences; switch one on or off, or try it now',
  usage: '[RULE --on | --off | --try]',
  words: 1,
  examples: ['slipway rules', 'slipway rules rul_4fT… --try', 'slipway rules rul_4fT… --on --yes'],
  flags: {
    ...serviceFlags,
    ...changeFlags,
    on: { type: 'boolean', what: 'Switch it on' },
    off: { type: 'boolean', what: 'Switch it off' },
    try: { type: 'boolean', what: 'Judge now what it would do; nothing is changed' },
  },
  async run({ words, flags, env, screen }) {
    const client = clientFor(flags, env, screen);
    const [id] = words;
    if (id === undefined) {
      const answer = await client.automations.list({ limit: 200 });
      const rows = answer.data.map((each) => [
        each.id,
        each.enabled ? each.mode : 'off',
        minute(each.nextRunAt) ?? '–',
        each.sentence,
      ]);
      saySheet(screen, ['Rule', 'State', 'Next run (UTC)', 'Says'], rows, {
        none: 'No rule is written down.',
      });
      return screen.tell(answer);
    }
    const rule = await client.automations.get({ id });
    screen.say(`  ${rule.sentence}`);
    const options = keyIn(flags);
    if (flags.try === true) {
      const answer = await client.automations.execute({ id, dryRun: true }, options);
      screen.say(
        `  Being judged: slipway call automations.execution --json '{"executionId":"${answer.executionId}"}' has the verdicts.`,
      );
      return screen.tell(answer);
    }
    if (flags.on !== true && flags.off !== true) return screen.tell(rule);
    if (flags.on === true && flags.off === true) throw new UsageFault('Give either --on or --off.');
    if (flags.plan === true) return screen.tell(rule);
    if (!(await agreed(flags.on === true ? 'Switch it on?' : 'Switch it off?', flags, screen)))
      return undefined;
    const answer = await client.automations.toggle({ id, enabled: flags.on === true }, options);
    screen.say(`  It is ${answer.enabled ? 'on' : 'off'}.`);
    return screen.tell(answer);
  },
};

export const commands: readonly Command[] = [rules];
