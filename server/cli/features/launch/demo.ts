import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ApiError, type Client, createClient } from '../../../client/client.ts';
import type { World } from '../../../local/demo/world.ts';
import { columnChart } from '../../base/bars.ts';
import { type Command, type CommandInput, EXIT } from '../../base/command.ts';
import { readLaunchFile } from '../../base/launch-file.ts';
import type { Screen } from '../../base/screen.ts';
import { formatTable } from '../../base/table.ts';
import type { BatchStatus } from './events.ts';
import { localMedia } from './local-media.ts';
import { prepareLaunch, type ReadyLaunch } from './prepare.ts';
import { launchParts } from './send.ts';
import { sayFaults, sayPlan, watch } from './show.ts';

/**
 * The main job from nothing, over the API of a service with simulated platforms, and then a
 * dashboard in which no page is empty.
 */
export const demoCommand: Command = {
  name: 'demo',
  summary: 'Try it: launch a sample file on simulated platforms, then look at the dashboard',
  usage: '[--exit]',
  notes: [
    'Starts a service of its own in a temporary folder, on port 4000 or any other that is free, and removes both when it ends.',
    'It reads no settings of an installation and reaches no platform.',
  ],
  examples: ['slipway demo', 'slipway demo --exit    # ends after the launch'],
  flags: { exit: { type: 'boolean', what: 'End after the launch' } },
  async run({ flags, env, screen }) {
    const { openWorld } = await import('../../../local/demo/world.ts');
    const folder = await mkdtemp(join(tmpdir(), 'slipway-demo-'));
    const world = await openWorld();
    const [service, file] = await Promise.all([
      startService(folder, world, env),
      writeSample(folder),
    ]);
    let ended = false;
    /** The first call decides how it ends. */
    const end = async (code: number): Promise<never> => {
      if (ended) return new Promise(() => undefined);
      ended = true;
      service.child.kill('SIGINT');
      await service.exit;
      await world.close();
      await rm(folder, { recursive: true, force: true });
      process.exit(code);
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => void end(EXIT.ok));
    try {
      const client = createClient({
        url: service.url,
        key: service.adminKey,
        headers: { 'slipway-door': 'cli' },
      });
      const pictures = await play({ screen, client, world, file });
      const { bold, cyan, dim } = screen.paint;
      screen.say();
      if (flags.exit === true) return end(EXIT.ok);
      screen.say(`  ${bold('Dashboard')}  ${cyan(service.url)}`);
      screen.say(`  ${bold('Key')}        ${service.adminKey}`);
      screen.say();
      await world.fill(client, service.url, pictures);
      screen.say(
        dim(
          '  In it too: launches on other platforms, rules that acted and ask, comments, boards, conversions, plans that wait,',
        ),
      );
      screen.say(dim('  a draft, people, and credentials that end soon.'));
      screen.say(
        dim(
          '  The service stays up until you press Ctrl-C. Sign in with the key, retry what failed, undo, report.',
        ),
      );
    } catch (error) {
      screen.complain(`The demo failed: ${error instanceof Error ? error.stack : error}`);
      if (error instanceof ApiError)
        for (const { path, message } of error.details) screen.complain(`  ${path}: ${message}`);
      return end(EXIT.failed);
    }
    await service.exit;
    return end(EXIT.failed);
  },
};

interface Show {
  readonly screen: Screen;
  readonly client: Client;
  readonly world: World;
  readonly file: Awaited<ReturnType<typeof writeSample>>;
}

/** The sample file and its pictures. */
async function writeSample(folder: string) {
  const path = join(folder, 'ads.csv');
  await copyFile(sampleFile(), path);
  const file = readLaunchFile(path, await readFile(path, 'utf8'));
  const { paintPictures } = await import('../../../local/demo/pictures.ts');
  await paintPictures(folder, localMedia(file.ads));
  return { ...file, path };
}

/**
 * Launches the sample file and shows what came of it. Answers with the addresses of its pictures.
 */
async function play({ screen, client, world, file }: Show): Promise<string[]> {
  const { bold, dim } = screen.paint;
  const began = Date.now();
  screen.say();
  screen.say(`  ${bold('Slipway')} is up on one SQLite file, with simulated ad platforms.`);
  screen.say(
    `  ${file.ads.length} ads in examples/ads.csv, of every launch type, some with mistakes that people make.`,
  );

  const ready = await prepareLaunch(client, file, file.path, {
    skipFaulty: true,
    onUploaded: (done, total) =>
      screen.draw(`  Uploading pictures ${done}/${total}`, `uploads ${done === total}`),
  });
  screen.settle();
  const { plan } = ready;
  if (plan === undefined) throw new Error('The sample file has no plan.');
  sayPlan(screen, plan);

  const { stage, acts } = world;
  const disturbed = await Promise.all(acts.map((act) => act.disturb?.(client, world)));
  screen.say();
  const { batches } = await launchParts(client, file, ready.parts, {
    name: 'Autumn at the harbour',
    planDigest: plan.digest,
    ended: ({ accepted }) => watch(screen, client, accepted.adBatchId, accepted.totalAds),
  });
  const [launched] = batches;
  if (launched === undefined) throw new Error('The sample file was not launched.');
  const status = await watch(
    screen,
    client,
    launched.accepted.adBatchId,
    launched.accepted.totalAds,
  );
  sayOutcome(screen, status, ready);
  const unsent = status.failedAds.filter(({ stage }) => stage !== 'ad').length;
  for (const cameOf of disturbed) {
    if (cameOf === undefined) continue;
    const { calls: actual, faults } = await cameOf();
    sayCalls(screen, { predicted: plan.cost.platformCalls, actual, unsent, faults });
  }
  await saySpend(screen, client, stage.account.id);
  for (const act of acts) sayTold(screen, await act.tell?.(client));
  screen.say();
  screen.say(dim(`  ${((Date.now() - began) / 1000).toFixed(1)} s from the start of the service.`));
  return picturesOf(ready);
}

/** A file of the package, from wherever in it this module is. */
function sampleFile(): string {
  for (
    let folder = dirname(fileURLToPath(import.meta.url));
    folder !== dirname(folder);
    folder = dirname(folder)
  )
    if (existsSync(join(folder, 'examples/ads.csv'))) return join(folder, 'examples/ads.csv');
  throw new Error('The sample file examples/ads.csv is not beside this program.');
}

const picturesOf = ({ ads }: ReadyLaunch): string[] => [
  ...new Set(
    ads.flatMap(({ media }) =>
      (Array.isArray(media) ? media : []).flatMap(({ url }: { readonly url?: unknown }) =>
        typeof url === 'string' ? [url] : [],
      ),
    ),
  ),
];

function sayTold(
  screen: Screen,
  told: Awaited<ReturnType<NonNullable<World['acts'][number]['tell']>>> | undefined,
): void {
  if (told === undefined) return;
  screen.say();
  screen.say(screen.paint.bold(`  ${told.title}`));
  for (const line of formatTable(told.rows, { width: screen.columns })) screen.say(line);
}

function sayOutcome(screen: Screen, status: BatchStatus, ready: ReadyLaunch): void {
  const { bold, dim, red } = screen.paint;
  const typeOf = (index: number): string => String(ready.ads[index]?.type ?? 'single');
  const types = [...new Set(ready.ads.map((_, i) => typeOf(i)))];
  const count = (ads: readonly { readonly index: number }[], type?: string): string =>
    String(ads.filter(({ index }) => type === undefined || typeOf(index) === type).length);
  screen.say();
  const rows = types.map((type) => [
    type,
    count(status.launchedAds, type),
    count(status.failedAds, type),
  ]);
  const total = ['all', count(status.launchedAds), count(status.failedAds)];
  for (const line of formatTable([['launch type', 'launched', 'failed'], ...rows, total], {
    width: screen.columns,
  }))
    screen.say(line);
  screen.say();
  screen.say(
    bold(`  ${status.failedAds.length} failed at the platform, each with its cause and what to do`),
  );
  const failures = status.failedAds.flatMap((ad) => [
    [red('✗'), ad.adName, ad.message],
    ...(ad.fix === undefined ? [] : [['', '', `→ ${ad.fix}`]]),
  ]);
  for (const line of formatTable(failures, { width: screen.columns })) screen.say(line);
  sayFaults(screen, ready.faults);
  screen.say(dim('  Ads with such faults were left out before anything was sent.'));
}

function sayCalls(
  screen: Screen,
  calls: { predicted: number; actual: number; unsent: number; faults: number },
): void {
  const { bold, dim } = screen.paint;
  const looked = calls.actual - calls.predicted + calls.unsent;
  screen.say();
  screen.say(`  ${bold('Platform calls')}  predicted ${calls.predicted}, actual ${calls.actual}`);
  screen.say(
    dim(`  ${calls.unsent} fewer: ads whose creative the platform refused were never sent.`),
  );
  if (calls.faults === 0) return;
  screen.say(
    dim(
      `  ${looked} more: the platform made one ad and answered with an error. Slipway looked before repeating`,
    ),
  );
  screen.say(dim('  anything, found the ad, and so made it once.'));
}

async function saySpend(screen: Screen, client: Client, accountId: string): Promise<void> {
  const { bold, dim, green } = screen.paint;
  const day = (ago: number): string =>
    new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const accounts = await client.accounts.list();
  const name = accounts.data.find(({ id }) => id === accountId)?.name;
  const { data, metadata } = await client.reports.dailySpend({
    accountIds: accountId,
    startDate: day(14),
    endDate: day(1),
  });
  screen.say();
  screen.say(
    `  ${bold('Spend')}  ${metadata.totalSpend.toFixed(2)} ${metadata.currency} in the 14 days before, ${name}`,
  );
  const spends = data.map(({ spend }) => spend);
  for (const line of columnChart(spends, 5)) screen.say(`  ${green(line)}`);
  screen.say(dim(`  ${data.map(({ date }) => date.slice(8)).join(' ')}`));
}

interface Service {
  readonly url: string;
  readonly adminKey: string;
  readonly child: ChildProcess;
  readonly exit: Promise<unknown>;
}

/** On the usual port when it is free, on any other when it is not. */
async function startService(
  folder: string,
  world: World,
  env: CommandInput['env'],
): Promise<Service> {
  // Nothing of a real installation's settings but the address to listen on: the demo must never
  // reach its database or its money.
  const settings = {
    ...Object.fromEntries(
      Object.entries(env).filter(
        ([name]) => !name.startsWith('SLIPWAY_') || name === 'SLIPWAY_HOST',
      ),
    ),
    SLIPWAY_LOG: 'error',
    SLIPWAY_READ_LIMIT: '600',
    SLIPWAY_WRITE_LIMIT: '400',
    SLIPWAY_SMTP_URL: world.mailUrl,
    SLIPWAY_MAIL_FROM: 'Slipway <demo@slipway.example>',
  };
  const first = await spawnService(join(folder, 'data'), '4000', settings);
  if (typeof first !== 'string') return first;
  const second = await spawnService(join(folder, 'data'), '0', settings);
  if (typeof second === 'string')
    throw new Error(`The service ended before it was ready.\n${second}`);
  return second;
}

/** The service once it is ready, or what it said when it ended instead. */
function spawnService(
  data: string,
  port: string,
  env: CommandInput['env'],
): Promise<Service | string> {
  const [, program = ''] = process.argv;
  const child = spawn(
    process.execPath,
    [...process.execArgv, program, 'serve', '--port', port, '--data', data, '--json'],
    {
      // A group of its own: Ctrl-C reaches the demo, and the demo ends the service.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env,
    },
  );
  const exit = new Promise((resolve) => child.once('exit', resolve));
  return new Promise((resolve) => {
    let [out, err] = ['', ''];
    child.stdout?.on('data', (chunk) => {
      out += chunk;
      if (out.includes('\n'))
        resolve({ ...(JSON.parse(out) as { url: string; adminKey: string }), child, exit });
    });
    child.stderr?.on('data', (chunk) => {
      err += chunk;
    });
    void exit.then(() => resolve(err));
  });
}
