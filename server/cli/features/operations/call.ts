import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { text as textIn } from 'node:stream/consumers';
import { nearestName } from '../../../../core/base/schema/unknown-fields.ts';
import type { FileAnswer } from '../../../../core/operations/operation.ts';
import type { AnswerOf, Client, RequestOptions } from '../../../client/client.ts';
import type { PlacedName as OperationName } from '../../../routes/table.ts';
import { placeOf, table } from '../../../routes/table.ts';
import { keyIn } from '../../base/ask.ts';
import { type Command, serviceFlags, text, UsageFault } from '../../base/command.ts';
import { type Screen, shownSafely } from '../../base/screen.ts';
import { clientFor } from '../../base/service.ts';
import { formatTable } from '../../base/table.ts';
import { undoWords } from '../../base/undo.ts';
import { checkWritable } from '../../base/writable.ts';

export const callCommand: Command = {
  name: 'call',
  summary: 'Call any operation of the API',
  usage: "OPERATION [--json '{…}' | --json @FILE | --json -]",
  words: 1,
  answersInJson: true,
  notes: [
    'The input is one JSON object: ids, questions and body together. The answer is JSON in one line, a line for each event of a',
    'stream, or a file. The same call with the same Idempotency-Key is carried out once.',
  ],
  examples: [
    'slipway call --list                                       # every operation, with what it does and the scope it needs',
    'slipway call me',
    `slipway call batches.undo --json '{"id":17,"mode":"pause"}'`,
    'slipway call launch --json @launch.json --idempotency-key spring-sale',
    `slipway call batches.events --json '{"id":17}' | jq .type`,
    'slipway call media.upload --file boat.png',
    `slipway call exports.file --json '{"id":"exp_4fT…"}' --out ads.csv`,
  ],
  flags: {
    ...serviceFlags,
    json: {
      type: 'string',
      what: 'The input: JSON, @ and the name of a file with it, or - for standard input',
    },
    list: { type: 'boolean', what: 'List the operations, and stop' },
    'idempotency-key': {
      type: 'string',
      what: 'Carry it out once under this key (one of its own)',
    },
    file: { type: 'string', what: 'With media.upload: the file' },
    out: {
      type: 'string',
      what: 'With an operation that answers with a file: where to write it (standard output)',
    },
  },
  async run({ words, flags, env, screen }) {
    if (flags.list === true) return list(screen);
    const name = operationNamed(words[0]);
    const out = await outFor(name, text(flags.out));
    const input = { ...(await inputOf(text(flags.json))), ...fileOf(name, text(flags.file)) };
    const options: RequestOptions = {
      ...keyIn(flags),
      onAnswer: ({ replayed }) => {
        if (replayed)
          screen.complain('This had been done under this key before, and was not done again.');
      },
    };
    const answer = await verbOf(clientFor(flags, env, screen), name)(input, options);
    await show(screen, name, answer, out);
    // Programs find the id in the answer.
    if (screen.terminal) for (const line of undoWords(answer)) screen.complain(line);
  },
};

async function list(screen: Screen): Promise<undefined> {
  const { listedOperations } = await import('../../../local/operations.ts');
  const rows = listedOperations().map(({ name, effects, scope, summary }) => [
    name,
    effects,
    scope,
    summary,
  ]);
  for (const line of formatTable([['operation', 'effects', 'scope', ''], ...rows], {
    width: Math.max(120, screen.columns),
  }))
    screen.print(`${line}\n`);
}

function operationNamed(given: string | undefined): OperationName {
  const names = Object.keys(table) as OperationName[];
  if (given === undefined)
    throw new UsageFault('Which operation? `slipway call --list` lists them.');
  const found = names.find((name) => name === given);
  if (found !== undefined) return found;
  const near = nearestName(given, names);
  throw new UsageFault(
    `There is no operation ${given}.${near === undefined ? '' : ` Did you mean ${near}?`} \`slipway call --list\` lists them.`,
  );
}

async function outFor(name: OperationName, out: string | undefined): Promise<string | undefined> {
  if (out === undefined) return undefined;
  if (placeOf(name).answers !== 'file')
    throw new UsageFault(
      `--out is for an operation that answers with a file, and ${name} answers with JSON. Use > instead.`,
    );
  await checkWritable(out);
  return out;
}

export async function inputOf(
  given: string | undefined,
  stdin: AsyncIterable<unknown> = process.stdin,
): Promise<object> {
  if (given === undefined) return {};
  const json =
    given === '-'
      ? await textIn(stdin as NodeJS.ReadableStream)
      : given.startsWith('@')
        ? await read(given.slice(1))
        : given;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new UsageFault(
      `The input is not JSON: ${error instanceof Error ? error.message : error}.`,
    );
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageFault('The input must be a JSON object: { … }.');
  return value;
}

const read = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageFault(
      error.code === 'ENOENT'
        ? `There is no file ${file}.`
        : `${file} cannot be read: ${error.message}.`,
    );
  });

function fileOf(name: OperationName, file: string | undefined): object {
  const takesFile = placeOf(name).multipart === true;
  if (file === undefined && !takesFile) return {};
  if (file === undefined)
    throw new UsageFault(`Which file? For example: slipway call ${name} --file boat.png`);
  if (!takesFile)
    throw new UsageFault(`--file is for an operation that takes one, and ${name} does not.`);
  return { name: basename(file), content: chunksOf(file) };
}

async function* chunksOf(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(file) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw new UsageFault(
      `${file} cannot be read: ${error instanceof Error ? error.message : error}.`,
    );
  }
}

type Verb = (input: object, options: RequestOptions) => Promise<unknown>;

/** The client has a function for each name, in its group. */
const verbOf = (client: Client, name: OperationName): Verb =>
  name
    .split('.')
    .reduce<unknown>(
      (at, part) => (at as { readonly [part: string]: unknown })[part],
      client,
    ) as Verb;

async function show(
  screen: Screen,
  name: OperationName,
  answer: unknown,
  out: string | undefined,
): Promise<void> {
  const { answers } = placeOf(name);
  if (answers === undefined) screen.tell(answer as object);
  else if (answers === 'events')
    for await (const event of answer as AnswerOf<'batches.events'>) screen.tell(event);
  else if (out !== undefined) await writeFile(out, (answer as FileAnswer).content);
  else await print(screen, (answer as FileAnswer).content);
}

/** As it is, but for what a terminal would obey. */
async function print(screen: Screen, content: AsyncIterable<Uint8Array>): Promise<void> {
  const decoder = new TextDecoder();
  const shown = screen.terminal ? shownSafely : (part: string): string => part;
  for await (const chunk of content) screen.print(shown(decoder.decode(chunk, { stream: true })));
  screen.print(shown(decoder.decode()));
}
