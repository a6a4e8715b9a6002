import { spendingRemarks } from '../../../../core/gate/words.ts';
import type { Client } from '../../../client/client.ts';
import { progressBar } from '../../base/bars.ts';
import type { Screen } from '../../base/screen.ts';
import { sayTable } from '../../base/table.ts';
import { type BatchStatus, followBatch } from './events.ts';
import type { Plan } from './plan.ts';
import type { ReadyLaunch } from './prepare.ts';

export const plural = (count: number, one: string): string =>
  `${count} ${one}${count === 1 ? '' : 's'}`;

export function sayFaults(
  screen: Screen,
  faults: readonly { readonly place: string; readonly message: string }[],
): void {
  screen.say();
  screen.say(screen.paint.bold(`  ${plural(faults.length, 'fault')} in the file`));
  const rows = faults.map(({ place, message }) => [screen.paint.red('✗'), place, message]);
  sayTable(screen, rows, { fits: true });
}

/** Ads that exist already and are named; the others are counted. */
const TOLD = 5;

export function sayPlan(
  screen: Screen,
  { totalAds, launchStatus, cost, creates, operations, warnings, ...spending }: Plan,
): void {
  const { starts, refused } = spendingRemarks(spending);
  const count = (kind: string): number => operations.filter((each) => each.kind === kind).length;
  screen.say();
  screen.say(screen.paint.bold('  Plan'));
  const rows = [
    [
      'ads',
      `${totalAds}, ${launchStatus === 'PAUSED' ? 'created paused' : launchStatus === 'ACTIVE' ? 'ACTIVE at once' : 'some paused, some ACTIVE'}`,
    ],
    ...(creates === undefined
      ? []
      : [
          [
            'makes',
            `${plural(creates.campaigns, 'new campaign')} and ${plural(creates.adSets, 'new ad set')}`,
          ],
        ]),
    ['uploads', `${plural(count('image'), 'image')}, ${plural(count('video'), 'video')}`],
    ['creatives', String(count('creative'))],
    [
      'cost',
      `${cost.platformCalls} platform calls in ${cost.httpRequests} HTTP requests, about ${cost.estimatedSeconds} s`,
    ],
    ...starts.map((what) => ['starts to spend', what]),
  ];
  sayTable(screen, rows);
  const repeats = warnings.filter(({ code }) => code === 'already_launched');
  const told = warnings.filter((each) => !repeats.includes(each)).concat(repeats.slice(0, TOLD));
  for (const message of new Set(told.map((each) => each.message)))
    screen.say(screen.paint.yellow(`  ! ${message}`));
  if (repeats.length > TOLD)
    screen.say(screen.paint.yellow(`  ! ${repeats.length - TOLD} more were launched already.`));
  for (const message of refused) screen.say(screen.paint.red(`  ✗ ${message}`));
}

/** That a file goes in parts, and which of them have gone. */
export function sayParts(screen: Screen, { parts, plan }: ReadyLaunch): void {
  if (parts.length < 2) {
    if (plan === undefined) screen.say('  These ads are launched already, and not again.');
    return;
  }
  const gone = parts.flatMap((part) => (part.plan === undefined ? [part.number] : []));
  const ads = parts.reduce((sum, part) => sum + part.ads.length, 0);
  screen.say(`  ${plural(ads, 'ad')} launch as ${parts.length} batches.`);
  if (gone.length > 0)
    screen.say(
      `  Launched already, and not again: ${gone.map((part) => `part ${part}`).join(', ')}.`,
    );
}

/** Draws the progress of batches as one until the last of them ends. */
export async function watchAll(
  screen: Screen,
  client: Pick<Client, 'batches'>,
  batches: readonly { readonly adBatchId: number; readonly totalAds: number }[],
): Promise<BatchStatus[]> {
  const { paint } = screen;
  const total = batches.reduce((sum, { totalAds }) => sum + totalAds, 0);
  const draw = (done: number, failed: number): void => {
    const bar = progressBar(done, failed, total, 32);
    const share = Math.floor(((done + failed) / Math.max(1, total)) * 10);
    screen.draw(
      `  ${paint.green(bar.done)}${paint.red(bar.failed)}${paint.dim(bar.rest)} ${done + failed}/${total}${failed > 0 ? paint.red(`  ${failed} failed`) : ''}`,
      `progress ${share}`,
    );
  };
  const statuses: BatchStatus[] = [];
  let [launched, lost] = [0, 0];
  draw(0, 0);
  for (const { adBatchId } of batches) {
    const status = await followBatch(client, adBatchId, (done, failed) =>
      draw(launched + done, lost + failed),
    );
    launched += status.successfulAds;
    lost += status.failedAds.length;
    draw(launched, lost);
    statuses.push(status);
  }
  screen.settle();
  return statuses;
}

export async function watch(
  screen: Screen,
  client: Pick<Client, 'batches'>,
  adBatchId: number,
  totalAds: number,
): Promise<BatchStatus> {
  const [status] = await watchAll(screen, client, [{ adBatchId, totalAds }]);
  if (status === undefined) throw new Error('A batch that is followed has a status.');
  return status;
}

export function sayResult(screen: Screen, status: BatchStatus): void {
  const { paint } = screen;
  screen.say();
  screen.say(paint.bold(`  ${status.message}`));
  const rows = status.failedAds.flatMap((ad) => [
    [paint.red('✗'), ad.adName, ad.message],
    ...(ad.fix === undefined ? [] : [['', '', `→ ${ad.fix}`]]),
  ]);
  const above = (status.made ?? []).map(({ type, name, state, status: set, message = '' }) => [
    message === '' ? paint.green('✓') : paint.red('✗'),
    `${type === 'campaign' ? 'Campaign' : 'Ad set'} ${name}`,
    message === '' ? (set === 'ACTIVE' ? 'active' : state === 'made' ? 'paused' : state) : message,
  ]);
  sayTable(screen, [...above, ...rows], { fits: true });
  if (status.made?.some(({ empty }) => empty))
    screen.say(
      paint.dim(
        `  slipway undo ${status.adBatchId} --empty deletes what none of the ads went into.`,
      ),
    );
  if (status.failedAds.length > 0)
    screen.say(
      paint.dim(
        `  slipway retry ${status.adBatchId} launches these again; slipway retry ${status.adBatchId} --rows prints them to be corrected.`,
      ),
    );
}
