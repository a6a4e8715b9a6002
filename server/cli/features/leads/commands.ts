import { readFile, writeFile } from 'node:fs/promises';
import type { InputOf } from '../../../client/client.ts';
import { agreed, changeFlags } from '../../base/ask.ts';
import { type Command, EXIT, serviceFlags, text, UsageFault } from '../../base/command.ts';
import { accountsFor, namesFor } from '../../base/given.ts';
import { clientFor } from '../../base/service.ts';
import { saySheet } from '../../base/table.ts';
import { checkWritable } from '../../base/writable.ts';

const leadsCommand: Command = {
  name: 'leads',
  summary:
    'Leads from the forms of your ads: count them, save them as a file, erase a person, tell what became of them',
  usage:
    '[--out FILE.csv | --watch ACCOUNT [--keep DAYS] [--to DESTINATION] | --erase ADDRESS|NUMBER|ID | --stages FILE.csv]',
  notes: [
    'The key needs the scope leads; without a flag it only counts, for which read is enough.',
    'A file of stages has the columns leadId, stage, happenedAt, value and currency.',
  ],
  examples: [
    'slipway leads',
    'slipway leads --watch act_1001 --keep 30',
    'slipway leads --out leads.csv',
    'slipway leads --stages sold.csv --to meta:1729525464415281',
    'slipway leads --erase ada@example.com --yes',
  ],
  flags: {
    ...serviceFlags,
    ...changeFlags,
    out: { type: 'string', what: 'Write the leads with their answers into this file' },
    watch: { type: 'string', what: 'Read the leads of this ad account from now on' },
    keep: { type: 'string', what: 'Days that answers are kept (30)' },
    to: { type: 'string', what: 'Where stages are sent' },
    erase: {
      type: 'string',
      what: 'Erase a lead by its id, or all of a person by address or number',
    },
    stages: { type: 'string', what: 'Tell platforms what became of the leads in this file' },
  },
  async run({ flags, env, screen }) {
    const client = clientFor(flags, env, screen);
    const [out, watch, erase, stages, to] = [
      flags.out,
      flags.watch,
      flags.erase,
      flags.stages,
      flags.to,
    ].map(text);
    const names = await namesFor(client);
    if (watch !== undefined) {
      const keepDays = text(flags.keep);
      const answer = await client.leadWatches.set({
        accountId: (await accountsFor(client, [watch]))[0] ?? watch,
        ...(keepDays !== undefined && { keepDays: Number(keepDays) }),
        ...(to !== undefined && { destination: to }),
      });
      screen.say(
        `  The leads of ${names.account(answer.watch.adAccountId)} are read, and kept for ${answer.watch.keepDays} days.`,
      );
      screen.tell(answer);
      return EXIT.ok;
    }
    if (out !== undefined) {
      await checkWritable(out);
      await writeFile(out, (await client.leads.csv({})).content, { mode: 0o600 });
      screen.say(`  Written to ${out}.`);
      screen.tell({ file: out });
      return EXIT.ok;
    }
    if (stages !== undefined) {
      const csv = await readFile(stages, 'utf8').catch(() => {
        throw new UsageFault(`${stages} cannot be read.`);
      });
      const answer = await client.leads.stagesCsv({
        csv,
        ...(to !== undefined && { destination: to }),
      });
      screen.say(
        `  ${answer.accepted} sent, ${answer.duplicates} sent before, ${answer.refused.length} refused.`,
      );
      for (const { cell, leadId, message } of answer.refused)
        screen.say(`  ${cell ?? leadId}  ${message}`);
      screen.tell(answer);
      return answer.refused.length > 0 ? EXIT.failed : EXIT.ok;
    }
    if (erase !== undefined) {
      if (!(await agreed('Erase it for good?', flags, screen))) return EXIT.ok;
      const answer = await client.leads.erase(personOf(erase));
      screen.say(`  ${answer.erased} erased.`);
      screen.tell(answer);
      return EXIT.ok;
    }
    const answer = await client.leads.counts({});
    if (answer.data.length === 0) screen.say('  There are no leads.');
    else
      saySheet(
        screen,
        ['Form', 'Account', 'Leads'],
        answer.data.map((each) => [
          each.formName ?? each.formId,
          names.account(each.adAccountId),
          String(each.leads),
        ]),
        { numbers: [2] },
      );
    screen.tell(answer);
    return EXIT.ok;
  },
};

function personOf(given: string): InputOf<'leads.erase'> {
  if (given.includes('@')) return { email: given };
  return given.includes(':') ? { id: given } : { phone: given };
}

export const commands: readonly Command[] = [leadsCommand];
