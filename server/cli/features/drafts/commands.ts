import { basename } from 'node:path';
import { agreed, changeFlags, keyIn } from '../../base/ask.ts';
import { minute } from '../../base/asking.ts';
import { type Command, serviceFlags, text } from '../../base/command.ts';
import { readLaunchFile } from '../../base/launch-file.ts';
import { clientFor } from '../../base/service.ts';
import { fileText } from '../../base/standard-input.ts';
import { saySheet } from '../../base/table.ts';

const draft: Command = {
  name: 'draft',
  summary: 'Launches saved for later: list them, save a file as one, launch one',
  usage: '[FILE.csv|FILE.json|- | DRAFT --launch | DRAFT --delete]',
  words: 1,
  notes: [
    'A draft may have faults: the launch lists them. Media must be addresses; slipway upload makes them.',
  ],
  examples: [
    'slipway draft',
    'slipway draft ads.csv --name "Autumn"',
    'slipway draft 12 --launch --yes',
    'slipway draft 12 --delete --yes',
  ],
  flags: {
    ...serviceFlags,
    ...changeFlags,
    name: { type: 'string', what: 'Name of the draft; the file’s name unless given' },
    launch: { type: 'boolean', what: 'Launch the draft' },
    delete: { type: 'boolean', what: 'Delete the draft' },
  },
  async run({ words, flags, env, screen }) {
    const client = clientFor(flags, env, screen);
    const [word] = words;
    if (word === undefined) {
      const answer = await client.drafts.list({ limit: 100 });
      const rows = answer.data.map((each) => [
        String(each.draftId),
        each.name,
        String(each.adCount),
        minute(each.updatedAt),
      ]);
      saySheet(screen, ['Draft', 'Name', 'Ads', 'Changed (UTC)'], rows, {
        numbers: [0, 2],
        none: 'No draft is saved.',
      });
      return screen.tell(answer);
    }
    const options = keyIn(flags);
    if (/^\d{1,15}$/.test(word)) {
      const id = Number(word);
      const saved = await client.drafts.get({ id });
      screen.say(`  ${saved.name || `Draft ${id}`}: ${saved.adCount} ads.`);
      if (flags.launch !== true && flags.delete !== true) return screen.tell(saved);
      if (flags.plan === true) {
        const plan = await client.plan({ ads: saved.ads, adSets: saved.adSets } as Parameters<
          typeof client.plan
        >[0]);
        screen.say(`  It would launch ${plan.totalAds} ads.`);
        return screen.tell(plan);
      }
      const isLaunch = flags.launch === true;
      if (
        !(await agreed(isLaunch ? `Launch its ${saved.adCount} ads?` : 'Delete it?', flags, screen))
      )
        return undefined;
      const answer = isLaunch
        ? await client.drafts.launch({ id }, options)
        : await client.drafts.delete({ id }, options);
      screen.say(isLaunch && 'message' in answer ? `  ${answer.message}` : '  Deleted.');
      return screen.tell(answer);
    }
    const file = readLaunchFile(word, await fileText(word));
    const body = {
      ...file.options,
      ads: file.ads,
      name: text(flags.name) ?? (word === '-' ? 'Draft' : basename(word)),
    };
    const answer = await client.drafts.create(
      body as Parameters<typeof client.drafts.create>[0],
      options,
    );
    screen.say(`  Saved as draft ${answer.draftId}: slipway draft ${answer.draftId} --launch`);
    return screen.tell(answer);
  },
};

export const commands: readonly Command[] = [draft];
