import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { lastPlaces, placesOf } from '../../../../core/base/event-places.ts';
import type { AnswerOf, Client, InputOf } from '../../../client/client.ts';
import {
  faultLines,
  faultsOf,
  type Piece,
  piecesOf,
  placed,
  told,
} from '../../../client/event-pieces.ts';
import { type Command, EXIT, serviceFlags, text, UsageFault } from '../../base/command.ts';
import { platformWords } from '../../base/given.ts';
import { clientFor } from '../../base/service.ts';

type Answer = AnswerOf<'conversions.sendCsv'>;

const conversionsCommand: Command = {
  name: 'conversions',
  summary: 'Sends events of a CSV, such as sales in shops, to where platforms count them',
  words: 1,
  usage: 'FILE.csv --to DESTINATION[,DESTINATION] [--plan]',
  notes: [
    'Columns: eventId, name, happenedAt, source, value, currency, orderId, email, phone, firstName, and so on.',
    'Addresses and numbers are hashed by the service before anything is kept. The same file sent twice counts once.',
    'With a fault in any cell nothing is sent. Without --to nothing is sent either: what can be given is listed.',
  ],
  examples: [
    'slipway conversions sales.csv --to meta:1729525464415281 --plan',
    'slipway conversions sales.csv --to meta:1729525464415281',
  ],
  flags: {
    ...serviceFlags,
    to: { type: 'string', what: 'Where to, with commas between several' },
    plan: { type: 'boolean', what: 'Say what would be refused, and send nothing' },
    check: { type: 'boolean', what: 'The same as --plan' },
  },
  async run({ words: [file], flags, env, screen }) {
    const given = text(flags.to)?.split(',') ?? [];
    if (file === undefined)
      throw new UsageFault('Which file? For example: slipway conversions sales.csv --to meta:…');
    const pieces = piecesOf(await readFile(file, 'utf8').catch(() => unreadable(file)));
    const client = clientFor(flags, env, screen);
    const words = await platformWords(client);
    if (given.length === 0) throw new UsageFault(await whereTo(client, words, basename(file)));
    const destinations = given.map((each) => {
      const [platform = '', ...id] = each.trim().split(':');
      return [words.idOf(platform), ...id].join(':');
    });
    const hand = ({ csv }: Piece, mode: 'check' | 'send'): Promise<Answer> =>
      // What is no destination is refused by the service, in its words.
      client.conversions.sendCsv({
        destinations,
        csv,
        mode,
        file: basename(file).slice(0, 200),
      } as InputOf<'conversions.sendCsv'>);
    // What is more than one request is looked through as a whole before any of it is sent.
    const isCheck = flags.plan === true || flags.check === true;
    const faults =
      isCheck || pieces.length > 1 ? await faultsOf(pieces, (piece) => hand(piece, 'check')) : [];
    const answers: Answer[] = [];
    if (faults.length === 0)
      for (const piece of pieces) {
        const answer = await told(piece, () => hand(piece, isCheck ? 'check' : 'send'));
        if ('faults' in answer) {
          faults.push(...answer.faults);
          break;
        }
        answers.push(answer);
        screen.say(
          `  ${answer.accepted} accepted, ${answer.refused.length} refused, ${answer.duplicates.length} sent before.`,
        );
        for (const line of faultLines(answer.refused.map((each) => refusedAt(piece, each))))
          screen.say(`  ${line}`);
        if (answer.uploadId !== undefined)
          screen.say(`  slipway call conversions.status --json '{"id":"${answer.uploadId}"}'`);
      }
    if (faults.length > 0) {
      const error = {
        code: 'usage',
        message: `${file} has faults. Correct these cells.`,
        details: faults,
      };
      screen.complain(
        flags.json === true ? JSON.stringify({ success: false, error }) : error.message,
      );
      if (flags.json !== true) for (const line of faultLines(faults)) screen.complain(`  ${line}`);
      return EXIT.usage;
    }
    const [only] = answers;
    screen.tell(answers.length === 1 && only !== undefined ? only : { uploads: answers });
    return answers.some(({ refused }) => refused.length > 0) ? EXIT.failed : EXIT.ok;
  },
};

/** Nothing is chosen for anybody: customers that went to another company cannot be taken back. */
async function whereTo(
  client: Client,
  { nameOf, wordOf }: Awaited<ReturnType<typeof platformWords>>,
  file: string,
) {
  const [{ data }, uploads] = [
    await client.conversions.destinations({}),
    await client.conversions.uploads({ limit: 100 }),
  ];
  const lines = placesOf(data, nameOf, lastPlaces(uploads.data, [file]))
    .filter(({ accepts }) => accepts)
    .map(({ destination, label, isLast }) => {
      const [platform = '', ...id] = destination.split(':');
      return `  --to ${[wordOf(platform), ...id].join(':')}  ${label}${isLast ? ' (last used for files like this)' : ''}`;
    });
  return lines.length === 0
    ? 'Where to? Nothing was sent. None of your ad accounts has a pixel, dataset or conversion action that takes events.'
    : [
        'Where to? Nothing was sent. Give one of these, or several with commas between them:',
        ...lines,
      ].join('\n');
}

const refusedAt = (piece: Piece, { cell, path, code, message }: Answer['refused'][number]) => ({
  path: placed(piece, cell) ?? path,
  code,
  message: `${message} (${code})`,
});

function unreadable(file: string): never {
  throw new UsageFault(`${file} cannot be read.`);
}

export const commands: readonly Command[] = [conversionsCommand];
