import { readFile } from 'node:fs/promises';
import { parseCsv } from '../../../../core/base/csv.ts';
import type { Fault } from '../../../../core/base/errors.ts';
import { MOST_EVENTS } from '../../../../core/features/conversions/bounds.ts';
import { type AnswerOf, ApiError, type InputOf } from '../../../client/client.ts';
import { type Command, EXIT, serviceFlags, text, UsageFault } from '../../base/command.ts';
import { clientFor } from '../../base/service.ts';

type Answer = AnswerOf<'conversions.sendCsv'>;

const conversionsCommand: Command = {
  name: 'conversions',
  summary: 'Sends events of a CSV, such as sales in shops, to where platforms count them',
  words: 1,
  usage: 'FILE.csv --to DESTINATION[,DESTINATION] [--check]',
  notes: [
    'Columns: eventId, name, happenedAt, source, value, currency, orderId, email, phone, firstName, and so on.',
    'Addresses and numbers are hashed by the service before anything is kept. The same file sent twice counts once.',
    'With a fault in any cell nothing is sent. slipway call conversions.destinations lists destinations.',
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
    const pieces = piecesOf(await readFile(file, 'utf8').catch(() => unreadable(file)));
    const client = clientFor(flags, env, screen);
    const hand = ({ csv }: Piece, mode: 'check' | 'send'): Promise<Answer> =>
      // What is no destination is refused by the service, in its words.
      client.conversions.sendCsv({ destinations, csv, mode } as InputOf<'conversions.sendCsv'>);
    // What is more than one request is looked through as a whole before any of it is sent.
    const isCheck = flags.check === true;
    const faults = isCheck || pieces.length > 1 ? await faultsOf(pieces, (piece) => hand(piece, 'check')) : [];
    const answers: Answer[] = [];
    if (faults.length === 0)
      for (const piece of pieces) {
        const answer = await told(piece, () => hand(piece, isCheck ? 'check' : 'send'));
        if ('faults' in answer) {
          faults.push(...answer.faults);
          break;
        }
        answers.push(answer);
        screen.say(`  ${answer.accepted} accepted, ${answer.refused.length} refused, ${answer.duplicates.length} sent before.`);
        for (const { cell, path, code, message } of answer.refused)
          screen.say(`  ${placed(piece, cell) ?? path}: ${message} (${code})`);
        if (answer.uploadId !== undefined) screen.say(`  slipway call conversions.status --json '{"id":"${answer.uploadId}"}'`);
      }
    if (faults.length > 0) {
      const error = { code: 'usage', message: `${file} has faults. Correct these cells.`, details: faults };
      screen.complain(flags.json === true ? JSON.stringify({ success: false, error }) : error.message);
      if (flags.json !== true) for (const { cell, path, message } of faults) screen.complain(`  ${cell ?? path}: ${message}`);
      return EXIT.usage;
    }
    const [only] = answers;
    screen.tell(answers.length === 1 && only !== undefined ? only : { uploads: answers });
    return answers.some(({ refused }) => refused.length > 0) ? EXIT.failed : EXIT.ok;
  },
};

/** Events of one request: a table of its own, and where its rows stand in the file. */
interface Piece {
  readonly csv: readonly string[];
  readonly rows: readonly number[];
}

/** Lines in quotes may have line breaks; empty ones are no events. */
function piecesOf(content: string): readonly Piece[] {
  const [headers = [], ...lines] = parseCsv(content);
  const filled = lines.flatMap((cells, at) => (cells.some((cell) => cell.trim() !== '') ? [{ cells, row: at + 2 }] : []));
  const pieces: Piece[] = [];
  for (let from = 0; from === 0 || from < filled.length; from += MOST_EVENTS) {
    const part = filled.slice(from, from + MOST_EVENTS);
    pieces.push({ csv: [headers, ...part.map(({ cells }) => cells)].map(lineOf), rows: part.map(({ row }) => row) });
  }
  return pieces;
}

const lineOf = (cells: readonly string[]): string => cells.map((cell) => `"${cell.split('"').join('""')}"`).join(',');

async function faultsOf(pieces: readonly Piece[], check: (piece: Piece) => Promise<Answer>): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const piece of pieces) {
    const answer = await told(piece, () => check(piece));
    if ('faults' in answer) faults.push(...answer.faults);
  }
  return faults;
}

/** The answer, or the faults of the file at their places in it. What else the service refuses is thrown. */
async function told(piece: Piece, ask: () => Promise<Answer>): Promise<Answer | { readonly faults: readonly Fault[] }> {
  try {
    return await ask();
  } catch (error) {
    const isOfFile = ({ cell, path }: Fault): boolean => cell !== undefined || /^(headers|events)/.test(path);
    if (!(error instanceof ApiError) || error.details.length === 0 || !error.details.every(isOfFile)) throw error;
    return {
      faults: error.details.map((fault) => {
        const cell = placed(piece, fault.cell);
        return { ...fault, ...(cell !== undefined && { cell }) };
      }),
    };
  }
}

/** `F202` of a piece, in the file. */
function placed({ rows }: Piece, cell: string | undefined): string | undefined {
  const [, letters, row] = /^([A-Z]{1,3})(\d{1,7})$/.exec(cell ?? '') ?? [];
  if (letters === undefined) return undefined;
  return `${letters}${Number(row) < 2 ? row : (rows[Number(row) - 2] ?? row)}`;
}

function unreadable(file: string): never {
  throw new UsageFault(`${file} cannot be read.`);
}

export const commands: readonly Command[] = [conversionsCommand];
