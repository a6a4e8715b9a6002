import { readFile } from 'node:fs/promises';
import type { InputOf } from '../client/client.ts';
import { type Command, EXIT, serviceFlags, text, UsageFault } from './command.ts';
import { clientFor } from './service.ts';

/** Events of one request. */
const PIECE = 1_000;

export const conversionsCommand: Command = {
  name: 'conversions',
  summary: 'Sends events of a CSV, such as sales in shops, to where platforms count them',
  words: 1,
  usage: 'FILE.csv --to DESTINATION[,DESTINATION] [--check]',
  notes: [
    'Columns: eventId, name, happenedAt, source, value, currency, orderId, email, phone, firstName, and so on.',
    'Addresses and numbers are hashed by the service before anything is kept. The same file sent twice counts once.',
    'slipway call conversions.destinations lists destinations.',
  ],
  examples: [
    'slipway conversions sales.csv --to primary:1729525464415281 --check',
    'slipway conversions sales.csv --to primary:1729525464415281',
  ],
  flags: {
    ...serviceFlags,
    to: { type: 'string', what: 'Where to, with commas between several' },
    check: { type: 'boolean', what: 'Say what would be refused, and send nothing' },
  },
  async run({ words: [file], flags, env, screen }) {
    const destinations = text(flags.to)?.split(',') ?? [];
    if (file === undefined) throw new UsageFault('Which file? For example: slipway conversions sales.csv --to primary:…');
    if (destinations.length === 0)
      throw new UsageFault('Where to? --to primary:…; slipway call conversions.destinations lists them.');
    const [headers = '', ...lines] = (await readFile(file, 'utf8').catch(() => unreadable(file))).split('\n');
    const client = clientFor(flags, env, screen);
    const answers = [];
    for (let from = 0; from < Math.max(1, lines.length); from += PIECE) {
      const csv = [headers, ...lines.slice(from, from + PIECE)];
      // What is no destination is refused by the service, in its words.
      const body = { destinations, csv, mode: flags.check === true ? 'check' : 'send' } as InputOf<'conversions.sendCsv'>;
      const answer = await client.conversions.sendCsv(body);
      answers.push(answer);
      screen.say(`  ${answer.accepted} accepted, ${answer.refused.length} refused, ${answer.duplicates.length} sent before.`);
      for (const { index, code, message } of answer.refused) screen.say(`  line ${from + index + 2}: ${message} (${code})`);
      if (answer.uploadId !== undefined) screen.say(`  slipway call conversions.status --json '{"id":"${answer.uploadId}"}'`);
    }
    const [only] = answers;
    screen.tell(answers.length === 1 && only !== undefined ? only : { uploads: answers });
    return answers.some(({ refused }) => refused.length > 0) ? EXIT.failed : EXIT.ok;
  },
};

function unreadable(file: string): never {
  throw new UsageFault(`${file} cannot be read.`);
}
