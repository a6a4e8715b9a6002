import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { endWithShell } from '../runtime/end-with-shell.ts';
import { systemClock } from '../runtime/system-clock.ts';
import { demoCompany } from './companies.ts';
import { listen } from './listen.ts';
import { simulations } from './registry.ts';
import { createSandbox, type Sandbox, type SandboxOptions, startingAt } from './sandbox.ts';
import { openFileState } from './state-file.ts';
import { recordedSandbox, replayedSandbox } from './story.ts';

const USAGE =
  '[--port 4100] [--host 127.0.0.1] [--state FILE] [--today 2026-11-01] [--seed 1] [--latency MS] [--late-days DAYS] [--version PLATFORM=VERSION] [--faults FILE] [--record FILE] [--replay FILE] [--json]';

/** The sandbox alone on a port: `slipway sandbox`. */
try {
  endWithShell();
  const options = readArguments();
  const sandbox = await open(options);
  if (options.faults !== undefined) await orderAll(sandbox, options.faults);
  const { url } = await listen(sandbox, options.port, options.host);
  console.log(
    options.json ? JSON.stringify({ ready: true, url, token: demoCompany.token }) : greeting(url),
  );
} catch (error) {
  console.error(sentence(error));
  process.exit(1);
}

async function open({
  today,
  state,
  record,
  replay,
  ...rest
}: ReturnType<typeof readArguments>): Promise<Sandbox> {
  const clock = today === undefined ? systemClock : startingAt(today, systemClock);
  const options: SandboxOptions & { readonly clock: typeof clock } = {
    clock,
    ...rest.options,
    ...(state !== undefined && { state: await using('state', () => openFileState(state)) }),
  };
  if (replay !== undefined) return replayed(replay, options);
  if (record === undefined) return createSandbox(options);
  await using('record', async () => writeFileSync(record, '', { mode: 0o600 }));
  return recordedSandbox(options, (line) => appendFileSync(record, `${line}\n`));
}

async function replayed(
  file: string,
  options: SandboxOptions & { readonly clock: typeof systemClock },
): Promise<Sandbox> {
  const { sandbox, requests, differences } = await using('replay', () =>
    replayedSandbox(readFileSync(file, 'utf8'), options),
  );
  for (const { number, request, was, is } of differences)
    console.error(`Request ${number}, ${request}, was answered\n  ${was}\nand now\n  ${is}`);
  if (differences.length > 0)
    throw new Error(`${differences.length} of ${requests} requests were answered otherwise.`);
  console.error(`${requests} requests were answered as they were.`);
  return sandbox;
}

async function orderAll(sandbox: Sandbox, file: string): Promise<void> {
  const rules = await using(
    'faults',
    async () => JSON.parse(readFileSync(file, 'utf8')) as unknown,
  );
  if (!Array.isArray(rules))
    throw new Error(`${file} must hold a list of rules: [{ "fault": "answer-lost", "nth": 3 }].`);
  for (const rule of rules) {
    const request = new Request('http://127.0.0.1/_sandbox/faults', {
      method: 'POST',
      body: JSON.stringify(rule),
    });
    const answer = await sandbox.fetch(request);
    if (!answer.ok) throw new Error(((await answer.json()) as { readonly error: string }).error);
  }
}

/** Says which file cannot be used, and why. */
async function using<T>(flag: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, message } = error as Error & { readonly code?: string };
    if (error instanceof SyntaxError)
      throw new Error(
        `The ${flag} file cannot be used: it is no JSON. Name another with --${flag}.`,
      );
    if (code === undefined || !/^E[A-Z]+$/.test(code)) throw error;
    throw new Error(`The ${flag} file cannot be used: ${message}. Name another with --${flag}.`);
  }
}

function greeting(url: string): string {
  return [
    `The sandbox answers here, with the token ${demoCompany.token}:`,
    ...simulations.map(({ basePath }) => `  ${url}${basePath}`),
    `Apps and refresh tokens: ${url}/_sandbox/companies.`,
    `Faults, time and limits: ${url}/_sandbox/, described in ${url}/_sandbox/openapi.json.`,
  ].join('\n');
}

function readArguments() {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      port: text,
      host: text,
      state: text,
      today: text,
      seed: text,
      latency: text,
      'late-days': text,
      version: text,
      faults: text,
      record: text,
      replay: text,
      json: { type: 'boolean' },
    },
  });
  const { host, state, today, faults, record, replay } = values;
  if (replay !== undefined && (record ?? state ?? today ?? values.seed) !== undefined)
    throw new Error(
      'A story has its own day and seed: --replay goes without --today, --seed, --state and --record.',
    );
  return {
    port: whole('port', values.port, 65_535) ?? 4100,
    host,
    state,
    today,
    record,
    replay,
    faults,
    json: values.json === true,
    options: {
      seed: whole('seed', values.seed) ?? 1,
      latencyMs: whole('latency', values.latency) ?? 0,
      lateDays: whole('late-days', values['late-days']) ?? 0,
      versions: Object.fromEntries((values.version?.split(',') ?? []).map(versionIn)),
    },
  };
}

function whole(name: string, given: string | undefined, most = 1_000_000_000): number | undefined {
  if (given === undefined) return undefined;
  const number = Number(given);
  if (!Number.isInteger(number) || number < 0 || number > most)
    throw new Error(`--${name} must be a number from 0 to ${most}, not "${given}".`);
  return number;
}

function versionIn(given: string): [platform: string, version: string] {
  const [platform = '', version = ''] = given.split('=');
  if (version === '' || !simulations.some(({ name }) => name === platform))
    throw new Error(
      `--version must name platforms and their versions, such as ${simulations[0]?.name}=v25.0, not "${given}".`,
    );
  return [platform, version];
}

/** On one line. */
function sentence(error: unknown): string {
  const { code, message } =
    error instanceof Error
      ? (error as Error & { readonly code?: string })
      : { code: '', message: String(error) };
  if (code === 'EADDRINUSE')
    return 'The port is in use already. Choose another with --port, or 0 for any free one.';
  if (code?.startsWith('ERR_PARSE_ARGS'))
    return `${message.split('\n')[0]} Usage: slipway sandbox ${USAGE}`;
  return message;
}
