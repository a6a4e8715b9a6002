import type { RowsSummary } from '../check-rows.ts';
import type { LaunchedRow, LaunchView } from '../launch-views.ts';
import type { PlanView, Scope } from '../plan-launch.ts';
import { ask, type Trouble } from './ask.ts';
import { button, count, div, el, field, select, timeOf } from './element.ts';
import type { Shell } from './shell.ts';

let summary: RowsSummary | undefined;

export function launchView(shell: Shell): void {
  const { company, launchSheets } = shell.state();
  if (company === null) {
    shell.draw(
      el('h2', {}, 'Launch ads from this sheet'),
      el('p', {}, 'Connect Slipway to your account first.'),
      div(
        'actions',
        button('Open settings', () => shell.show('settings'), 'primary'),
      ),
    );
    return;
  }
  if (launchSheets.length === 0) {
    shell.draw(
      el('h2', {}, 'Make a launch sheet'),
      el('p', {}, 'Each row becomes an ad. Headers explain themselves when you point at them.'),
      ...newSheet(shell, true),
    );
    return;
  }
  const active = launchSheets.find(({ isActive }) => isActive) ?? launchSheets[0];
  shell.draw(
    el('h2', {}, summary?.sheetName ?? active?.name ?? ''),
    ...overview(),
    div(
      'actions',
      button('Plan launch', () => plan(shell, 'ready'), 'primary'),
      button('Check rows', () => check(shell)),
    ),
    ...faults(),
    ...launches(shell),
    el('details', {}, el('summary', {}, 'New launch sheet'), ...newSheet(shell, false)),
  );
  if (shell.state().launches.some(isOpen)) follow(shell);
}

function overview(): Node[] {
  if (summary === undefined)
    return [
      el(
        'p',
        {},
        'Tick Ready in the rows you want to launch, then plan the launch. Nothing is launched before you have seen the plan.',
      ),
    ];
  const { counts, failed } = summary;
  const chip = (number: number, text: string, kind: string): Node | false =>
    number > 0 && div(`chip ${kind}`, el('b', {}, number), ` ${text}`);
  return [
    div(
      'chips',
      chip(counts.launch, 'ready', 'blue'),
      chip(counts.faulty, counts.faulty === 1 ? 'needs fixing' : 'need fixing', 'red'),
      chip(counts['not ready'], 'not ticked', 'grey'),
      chip(counts.launching, 'launching', 'yellow'),
      chip(counts.launched, 'launched', 'green'),
      chip(failed, 'failed', 'red'),
    ),
  ];
}

function faults(): Node[] {
  if (summary === undefined || (summary.faults.length === 0 && summary.remarks.length === 0)) return [];
  return [
    el('h3', {}, 'To mend'),
    el(
      'ul',
      { className: 'faults' },
      summary.faults.map(({ cell, text }) =>
        el(
          'li',
          {},
          button(cell, () => void ask('goTo', { cell }), 'link'),
          el('span', {}, text),
        ),
      ),
      summary.remarks.map((text) => el('li', {}, el('span', {}, text))),
      summary.moreFaults > 0 && el('li', {}, `and ${summary.moreFaults} more`),
    ),
  ];
}

async function check(shell: Shell): Promise<void> {
  summary = (await shell.busy('Checking rows…', () => ask('checkRows'))) ?? summary;
  shell.show('launch');
}

async function plan(shell: Shell, scope: Scope): Promise<void> {
  const view = await shell.busy('Checking rows and making the plan…', () => ask('planLaunch', scope));
  if (view === undefined) return;
  summary = view.summary;
  drawPlan(shell, view);
}

const STARTS = {
  PAUSED: 'They start paused: nothing is spent until you activate them.',
  ACTIVE: 'They start active: they spend from the moment they are approved.',
  MIXED: 'Some start active and spend at once; the others start paused.',
};

function drawPlan(shell: Shell, view: PlanView): void {
  const ads = count(view.totalAds, 'ad');
  const launch = async (): Promise<void> => {
    const launchesNow = await shell.busy('Launching…', () => ask('startLaunch', view.planId, view.scope));
    summary = undefined;
    if (launchesNow === undefined) return void refresh(shell);
    shell.update({ launches: launchesNow });
    if (!launchesNow.some(isOpen)) await check(shell);
  };
  const line = (label: string, value: string | number): Node => el('tr', {}, el('td', {}, label), el('td', {}, value));
  shell.draw(
    el('h2', {}, `${ads} will be created`),
    el('p', { className: view.launchStatus === 'PAUSED' ? '' : 'strong' }, STARTS[view.launchStatus]),
    el(
      'table',
      {},
      view.accounts.map(({ name, ads: own }) => line(name, count(own, 'ad'))),
    ),
    el('h3', {}, 'What it takes'),
    el(
      'table',
      {},
      line('New uploads', view.uploads),
      line('Calls to the platform', view.platformCalls),
      line(
        'Time',
        view.estimatedSeconds < 90 ? `about ${view.estimatedSeconds} s` : `about ${Math.ceil(view.estimatedSeconds / 60)} min`,
      ),
      view.accounts.flatMap(({ quotaPercent, name }) =>
        quotaPercent === undefined ? [] : [line(`Limit used, ${name}`, `${quotaPercent} %`)],
      ),
    ),
    view.summary.counts.faulty > 0
      ? el(
          'p',
          { className: 'quiet' },
          `${count(view.summary.counts.faulty, 'row that needs mending stays', 'rows that need mending stay')} behind.`,
        )
      : div(''),
    ...view.warnings.map((text) => div('notice mild', el('p', {}, text))),
    div(
      'actions',
      button(`Launch ${ads}`, launch, 'primary'),
      button('Back', () => shell.show('launch')),
    ),
  );
}

const isOpen = ({ state, ofAnotherCompany }: LaunchView): boolean => state !== 'done' && !ofAnotherCompany;

const WORDS = { sending: 'Waiting to be sent', open: 'Launching', done: '', undoing: 'Being undone' };

function launches(shell: Shell): Node[] {
  const all = shell.state().launches;
  if (all.length === 0) return [];
  const failed = all.some(({ state, failed: number }) => state === 'done' && number > 0);
  return [
    el('h3', {}, 'Launches'),
    ...all.slice(0, 8).map((launch) => card(shell, launch)),
    failed
      ? div(
          'actions',
          button('Launch failed rows again', () => plan(shell, 'failed')),
        )
      : div(''),
  ];
}

function card(shell: Shell, { id, batchId, state, createdAt, total, made, failed, undone, ofAnotherCompany }: LaunchView): Node {
  const done = made + failed;
  const words =
    undone === null
      ? WORDS[state] || (failed === 0 ? 'Launched' : made === 0 ? 'Failed' : 'Partly launched')
      : undone === 'pause'
        ? 'Undone: paused'
        : 'Undone: deleted';
  const undo = async (mode: 'pause' | 'delete'): Promise<void> => {
    const next = await shell.busy(mode === 'pause' ? 'Pausing…' : 'Deleting…', () => ask('undoLaunch', id, mode));
    if (next !== undefined) shell.update({ launches: next });
  };
  const confirmDelete = (event: MouseEvent): void => {
    const place = (event.target as HTMLElement).parentElement;
    place?.replaceChildren(
      `Delete ${count(made, 'ad')}? `,
      button('Delete', () => void undo('delete'), 'link'),
      button('Keep', () => shell.show('launch'), 'link'),
    );
  };
  const adsPlace = div('');
  const showAds = async (): Promise<void> => {
    const rows = await shell.busy('Looking the ads up…', () => ask('launchDetails', id));
    adsPlace.replaceChildren(...(rows ?? []).filter(({ adIds }) => adIds.length > 0).map(adsOfRow));
  };
  return div(
    'card',
    div(
      'row',
      el('b', {}, words),
      failed > 0 && el('span', { className: 'bad' }, `${failed} failed`),
      `${made} of ${count(total, 'ad')}`,
    ),
    el('progress', { max: Math.max(total, 1), value: state === 'done' ? total : done }),
    div('quiet', `${batchId === null ? '' : `Batch ${batchId} · `}${timeOf(createdAt)}`),
    ofAnotherCompany && el('p', { className: 'quiet' }, 'Launched with the key of another company.'),
    state === 'done' && made > 0 && undone !== 'delete' && !ofAnotherCompany
      ? div(
          'row links',
          button('Show ads', () => void showAds(), 'link'),
          undone === null && button('Undo: pause', () => void undo('pause'), 'link'),
          el('button', { type: 'button', className: 'link', onclick: confirmDelete }, 'Undo: delete'),
        )
      : undefined,
    adsPlace,
  );
}

/** Ads are found by their row; when the row was deleted, they are still told here. */
const adsOfRow = ({ row, adIds, managerUrl }: LaunchedRow): Node =>
  div(
    'quiet',
    `${row === null ? 'Deleted row' : `Row ${row}`}: `,
    el('a', { href: managerUrl, target: '_blank', rel: 'noopener' }, adIds.join(', ')),
  );

let following = false;
let pause = 2000;

/** Asks how open launches stand, less and less often; the script goes on where it stopped. */
function follow(shell: Shell): void {
  if (following) return;
  following = true;
  setTimeout(() => {
    following = false;
    if (document.hidden) follow(shell);
    else void refresh(shell);
  }, pause);
  pause = Math.min(pause * 1.5, 10_000);
}

async function refresh(shell: Shell): Promise<void> {
  try {
    const launchesNow = await ask('continueLaunches');
    shell.update({ launches: launchesNow });
    if (launchesNow.some(isOpen)) return;
    pause = 2000;
    await check(shell);
  } catch (error) {
    const trouble = error as Trouble;
    shell.tell(trouble);
    if (trouble.kind !== 'wait' && trouble.kind !== 'offline') return;
    pause = (trouble.waitSeconds ?? 10) * 1000;
    follow(shell);
  }
}

function newSheet(shell: Shell, primary: boolean): Node[] {
  const { templates, accounts } = shell.state();
  const template = select(templates.map(({ key, name }) => [key, name]));
  const account = select(accounts.map(({ id, name }) => [id, name]));
  const make = async (): Promise<void> => {
    const state = await shell.busy('Making the sheet…', () => ask('createLaunchSheet', template.value as never, account.value));
    summary = undefined;
    if (state !== undefined) shell.update(state);
  };
  return [
    field('What do you launch?', template),
    field('Ad account', account),
    div('actions', button('New launch sheet', make, primary ? 'primary' : 'plain')),
  ];
}
