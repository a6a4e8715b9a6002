import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { simulations } from '../adapters/sandbox/registry.ts';
import { columnChart } from '../server/cli/base/bars.ts';
import { readLaunchFile } from '../server/cli/base/launch-file.ts';
import { createScreen, type Screen } from '../server/cli/base/screen.ts';
import { formatTable } from '../server/cli/base/table.ts';
import type { BatchStatus } from '../server/cli/features/launch/events.ts';
import { localMedia } from '../server/cli/features/launch/local-media.ts';
import { prepareLaunch, type ReadyLaunch } from '../server/cli/features/launch/prepare.ts';
import { launchParts } from '../server/cli/features/launch/send.ts';
import { sayFaults, sayPlan, watch } from '../server/cli/features/launch/show.ts';
import { ApiError, type Client, createClient, type InputOf } from '../server/client/client.ts';
import { shortenCredentials } from './demo/ending-token.ts';
import { furnish } from './demo/house.ts';
import { invitePeople, openPost } from './demo/people.ts';
import { paintPictures } from './demo/pictures.ts';

/**
 * `npm run demo [-- --exit]`: the main job from nothing, over the public API of a real server with simulated platforms, and
 * then a dashboard in which no page is empty.
 */

/** The platform the sample file is written for. */
const [simulation] = simulations;
if (simulation === undefined) throw new Error('There is no platform to show.');
const { name: platform, stage } = simulation;

const root = fileURLToPath(new URL('..', import.meta.url));
if (process.argv.includes('--help')) {
  console.log('npm run demo [-- --exit]: a launch from nothing on simulated platforms, and a dashboard; --exit ends it then.');
  process.exit(0);
}
const screen = createScreen(process.stdout, process.stderr, { json: false, env: process.env });
const { bold, dim, green, cyan, red } = screen.paint;
const began = Date.now();

const folder = await mkdtemp(join(tmpdir(), 'slipway-demo-'));
const post = await openPost();
/** Takes what webhooks are sent. */
const receiver = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response(null, { status: 204 }) });
const service = await startService(folder);
let ended = false;
/** The first call decides how it ends. */
const end = async (code: number): Promise<never> => {
  if (ended) return new Promise(() => undefined);
  ended = true;
  service.child.kill('SIGINT');
  await service.exit;
  post.stop();
  await receiver.stop(true);
  await rm(folder, { recursive: true, force: true });
  process.exit(code);
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(0));

try {
  await play(createClient({ url: service.url, key: service.adminKey }));
} catch (error) {
  screen.complain(`The demo failed: ${error instanceof Error ? error.stack : error}`);
  if (error instanceof ApiError) for (const { path, message } of error.details) screen.complain(`  ${path}: ${message}`);
  await end(1);
}
screen.say();
screen.say(`  ${bold('Dashboard')}  ${cyan(service.url)}`);
screen.say(`  ${bold('Key')}        ${service.adminKey}`);
screen.say();
if (process.argv.includes('--exit')) await end(0);
screen.say(dim('  The service stays up until you press Ctrl-C. Sign in with the key, retry what failed, undo, report.'));
await service.exit.then(() => end(1));

async function play(client: Client): Promise<void> {
  screen.say();
  screen.say(`  ${bold('Slipway')} is up on one SQLite file, with simulated ad platforms.`);
  await cp(join(root, 'build/demo/ads.csv'), join(folder, 'ads.csv'));
  const path = join(folder, 'ads.csv');
  const file = readLaunchFile(path, await readFile(path, 'utf8'));
  await paintPictures(folder, localMedia(file.ads));
  screen.say(`  ${file.ads.length} ads in build/demo/ads.csv, of every launch type, some with honest mistakes.`);

  const ready = await prepareLaunch(client, file, path, {
    skipFaulty: true,
    onUploaded: (done, total) => screen.draw(`  Uploading pictures ${done}/${total}`, `uploads ${done === total}`),
  });
  screen.settle();
  const { plan } = ready;
  if (plan === undefined) throw new Error('The sample file has no plan.');
  sayPlan(screen, plan);

  // The platform will carry one creation out and answer 500 all the same.
  const rule = { ...stage.troubles['failed but done'], path: stage.objects.ad.path, nth: 4, times: 1 };
  await client.sandbox.addFault({ platform, ...rule } as InputOf<'sandbox.addFault'>);
  const before = await client.sandbox.state();
  screen.say();
  const { batches } = await launchParts(client, file, ready.parts, { name: 'Autumn at the harbour', planDigest: plan.digest });
  const [launched] = batches;
  if (launched === undefined) throw new Error('The sample file was not launched.');
  const status = await watch(screen, client, launched.accepted.adBatchId, launched.accepted.totalAds);
  const after = await client.sandbox.state();
  sayOutcome(screen, status, ready);
  const { active } = await client.sandbox.faults();
  const unsent = status.failedAds.filter(({ stage }) => stage !== 'ad').length;
  sayCalls({ predicted: plan.cost.platformCalls, actual: after.calls - before.calls, unsent, faults: active[0]?.fired ?? 0 });
  await saySpend(client);
  await sayResearch(client);
  await fillDashboard(client, ready);
  screen.say();
  screen.say(dim(`  ${((Date.now() - began) / 1000).toFixed(1)} s from nothing.`));
}

/** What else a company has that works here. */
async function fillDashboard(client: Client, { ads }: ReadyLaunch): Promise<void> {
  const pictures = ads.flatMap(({ media }) =>
    (Array.isArray(media) ? media : []).flatMap(({ url }: { readonly url?: unknown }) => (typeof url === 'string' ? [url] : [])),
  );
  await Promise.all([
    furnish({
      client,
      stage,
      platform: simulation?.platform ?? platform,
      pictures: [...new Set(pictures)],
      webhookUrl: `http://127.0.0.1:${receiver.port}/slipway`,
    }),
    invitePeople(client, service.url, post),
    shortenCredentials(client),
  ]);
  screen.say();
  screen.say(
    dim('  Beside it: launches on other platforms, rules that acted and ask, comments, boards, conversions, plans that wait,'),
  );
  screen.say(dim('  a draft, people, and credentials that end soon.'));
}

/** What the simulated research source keeps of others. */
async function sayResearch(client: Client): Promise<void> {
  const { data } = await client.research.ads({ filters: { limit: 3 } });
  // As the simulated source has them.
  const { ads, total } = data as { readonly total: number; readonly ads: readonly { readonly [name: string]: unknown }[] };
  screen.say();
  screen.say(bold(`  Research: ${total} saved ads of others, those with the most spend`));
  const rows = ads.map(({ companyName, headline, spend }) => [String(companyName), String(headline), String(spend)]);
  for (const line of formatTable([['brand', 'headline', 'spend'], ...rows], { width: screen.columns })) screen.say(line);
}

function sayOutcome(to: Screen, status: BatchStatus, ready: ReadyLaunch): void {
  const typeOf = (index: number): string => String(ready.ads[index]?.type ?? 'single');
  const types = [...new Set(ready.ads.map((_, i) => typeOf(i)))];
  const count = (ads: readonly { readonly index: number }[], type?: string): string =>
    String(ads.filter(({ index }) => type === undefined || typeOf(index) === type).length);
  to.say();
  const rows = types.map((type) => [type, count(status.launchedAds, type), count(status.failedAds, type)]);
  const total = ['all', count(status.launchedAds), count(status.failedAds)];
  for (const line of formatTable([['launch type', 'launched', 'failed'], ...rows, total], { width: to.columns })) to.say(line);
  to.say();
  to.say(bold(`  ${status.failedAds.length} failed at the platform, each with its cause and what to do`));
  const failures = status.failedAds.flatMap((ad) => [
    [red('✗'), ad.adName, ad.message],
    ...(ad.fix === undefined ? [] : [['', '', `→ ${ad.fix}`]]),
  ]);
  for (const line of formatTable(failures, { width: to.columns })) to.say(line);
  sayFaults(to, ready.faults);
  to.say(dim('  Ads with such faults were left out before anything was sent.'));
}

function sayCalls(calls: { predicted: number; actual: number; unsent: number; faults: number }): void {
  const looked = calls.actual - calls.predicted + calls.unsent;
  screen.say();
  screen.say(`  ${bold('Platform calls')}  predicted ${calls.predicted}, actual ${calls.actual}`);
  screen.say(dim(`  ${calls.unsent} fewer: ads whose creative the platform refused were never sent.`));
  if (calls.faults === 0) return;
  screen.say(dim(`  ${looked} more: the platform made one ad and answered with an error. Slipway looked before repeating`));
  screen.say(dim('  anything, found the ad, and so made it once.'));
}

async function saySpend(client: Client): Promise<void> {
  const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const accounts = await client.accounts.list();
  const name = accounts.data.find(({ id }) => id === stage.account.id)?.name;
  const { data, metadata } = await client.reports.dailySpend({
    accountIds: stage.account.id,
    startDate: day(14),
    endDate: day(1),
  });
  screen.say();
  screen.say(`  ${bold('Spend')}  ${metadata.totalSpend.toFixed(2)} ${metadata.currency} in the 14 days before, ${name}`);
  for (const line of columnChart(
    data.map(({ spend }) => spend),
    5,
  ))
    screen.say(`  ${green(line)}`);
  screen.say(dim(`  ${data.map(({ date }) => date.slice(8)).join(' ')}`));
}

interface Service {
  readonly url: string;
  readonly adminKey: string;
  readonly child: ChildProcess;
  readonly exit: Promise<unknown>;
}

/** On the usual port when it is free, on any other when it is not. */
async function startService(data: string): Promise<Service> {
  const first = await spawnService(data, '4000');
  if (typeof first !== 'string') return first;
  const second = await spawnService(data, '0');
  if (typeof second === 'string') throw new Error(`The service ended before it was ready.\n${second}`);
  return second;
}

/** The service once it is ready, or what it said when it ended instead. */
function spawnService(data: string, port: string): Promise<Service | string> {
  const child = spawn(process.execPath, [join(root, 'server/main.ts'), '--port', port, '--data', join(data, 'data'), '--json'], {
    // A group of its own: Ctrl-C reaches the demo, and the demo ends the service.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Nothing of a real installation's settings: the demo must never reach its database or spend its money.
    env: {
      ...withoutSettings(process.env),
      SLIPWAY_LOG: 'error',
      SLIPWAY_READ_LIMIT: '600',
      SLIPWAY_WRITE_LIMIT: '400',
      SLIPWAY_SMTP_URL: post.url,
      SLIPWAY_MAIL_FROM: 'Slipway <demo@slipway.example>',
    },
  });
  const exit = new Promise((resolve) => child.once('exit', resolve));
  return new Promise((resolve) => {
    let [out, err] = ['', ''];
    child.stdout?.on('data', (chunk) => {
      out += chunk;
      if (out.includes('\n')) resolve({ ...(JSON.parse(out) as { url: string; adminKey: string }), child, exit });
    });
    child.stderr?.on('data', (chunk) => {
      err += chunk;
    });
    void exit.then(() => resolve(err));
  });
}

function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('SLIPWAY_')));
}
