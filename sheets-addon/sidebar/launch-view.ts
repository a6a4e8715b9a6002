import type { RowsSummary } from '../launch/check-rows.ts';
import type { SidebarState } from '../sidebar-state.ts';
import { choiceOfAccount } from './account-choice.ts';
import { adSetsView } from './ad-sets-view.ts';
import { ask } from './ask.ts';
import { check, keepSummary, lastSummary } from './check.ts';
import { driveView } from './drive-view.ts';
import { button, div, el, field, select } from './element.ts';
import { follow, isOpen } from './follow.ts';
import { launchCards } from './launch-cards.ts';
import { plan } from './plan-view.ts';
import type { Shell } from './shell.ts';
import { tour } from './tour.ts';
import { changedRows } from './update-view.ts';

export function launchView(shell: Shell): void {
  const { company, launchSheets } = shell.state();
  if (company === null) {
    shell.draw(
      'connect',
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
      'new',
      el('h2', {}, 'Make a launch sheet'),
      el('p', {}, 'Each row becomes an ad. Headers explain themselves when you point at them.'),
      ...newSheet(shell, true),
      tour(shell) || div(''),
    );
    return;
  }
  const active = launchSheets.find(({ isActive }) => isActive) ?? launchSheets[0];
  const summary = lastSummary();
  shell.draw(
    'launches',
    el('h2', {}, summary?.sheetName ?? active?.name ?? ''),
    tour(shell) || div(''),
    ...overview(summary),
    div(
      'actions',
      button('Plan launch', () => plan(shell, 'ready'), 'primary'),
      button('Check rows', () => check(shell)),
    ),
    ...copiedRows(shell, summary),
    ...changedRows(shell, summary),
    ...faults(shell, summary),
    rowHelp(shell),
    ...launchCards(shell),
    el('details', {}, el('summary', {}, 'New launch sheet'), ...newSheet(shell, false)),
  );
  if (shell.state().launches.some(isOpen)) follow(shell);
}

/** What helps with filling in rows. */
function rowHelp(shell: Shell): Node {
  const show = async (): Promise<void> => {
    const shown = await shell.busy('Writing previews…', () => ask('showPreviews'));
    if (shown === 0)
      shell.tell({
        kind: 'rows',
        message: 'No row has an image that can be shown. Files of Google Drive are shown once they were planned.',
      });
  };
  return div(
    'row links',
    button('Choose ad sets', () => void adSetsView(shell), 'link'),
    shell.state().drive && button('Media from Drive', () => void driveView(shell), 'link'),
    button('Show thumbnails', () => void show(), 'link'),
  );
}

function overview(summary: RowsSummary | undefined): Node[] {
  if (summary === undefined)
    return [
      el(
        'p',
        {},
        'Tick Ready in the rows you want to launch, then plan the launch. Nothing is launched before you have seen the plan.',
      ),
    ];
  const { counts, failed, failedReady } = summary;
  const chip = (number: number, text: string, kind: string): Node | false =>
    number > 0 && div(`chip ${kind}`, el('b', {}, number), ` ${text}`);
  return [
    div(
      'chips',
      chip(counts.launch - failedReady, 'ready', 'blue'),
      chip(counts.faulty, counts.faulty === 1 ? 'needs fixing' : 'need fixing', 'red'),
      chip(counts['not ready'], 'not ticked', 'grey'),
      chip(counts.launching, 'launching', 'yellow'),
      chip(counts.launched, 'launched', 'green'),
      chip(summary.changed, 'changed since', 'yellow'),
      chip(counts.unclear, 'not clear', 'red'),
      chip(failed, 'failed', 'red'),
    ),
  ];
}

/** The one question of a copied file. */
function copiedRows(shell: Shell, summary: RowsSummary | undefined): Node[] {
  if (summary?.canFree !== true) return [];
  const free = async (): Promise<void> => {
    const next = await shell.busy('Looking at the rows…', () => ask('launchAsNew'));
    if (next === undefined) return;
    keepSummary(next);
    shell.show('launch');
  };
  return [
    el('h3', {}, 'Launched from another file'),
    el(
      'p',
      {},
      'Rows here were launched from the file this one was copied from, or by a launch that nobody knows of any more. They are not launched again unless you say so. What the original launched stays its own.',
    ),
    div('actions', button('Launch as new', free)),
  ];
}

function faults(shell: Shell, summary: RowsSummary | undefined): Node[] {
  if (summary === undefined || (summary.faults.length === 0 && summary.remarks.length === 0)) return [];
  return [
    el('h3', {}, 'To fix'),
    el(
      'ul',
      { className: 'places' },
      summary.faults.map(({ cell, label, text }) =>
        el(
          'li',
          {},
          button(label, () => void shell.busy('Going there…', () => ask('goTo', { sheet: summary.sheetName, cell })), 'link'),
          el('span', {}, text),
        ),
      ),
      summary.remarks.map((text) => el('li', {}, el('span', {}, text))),
      summary.moreFaults > 0 && el('li', {}, `and ${summary.moreFaults} more`),
    ),
  ];
}

function newSheet(shell: Shell, primary: boolean): Node[] {
  const { templates, accounts, launchSheets } = shell.state();
  const template = select(templates.map(({ key, name }) => [key, name]));
  const account = choiceOfAccount(accounts);
  const take = async (work: () => Promise<SidebarState>): Promise<void> => {
    const state = await shell.busy('Making the sheet…', work);
    keepSummary(undefined);
    if (state === undefined) return;
    shell.update(state);
    shell.show('launch');
  };
  const make = (): Promise<void> => take(() => ask('createLaunchSheet', template.value as never, account.value()));
  const copy = (): Promise<void> => take(() => ask('copyLaunchSheet'));
  return [
    field('What do you launch?', template),
    field('Ad account', account.element),
    div('actions', button('New launch sheet', make, primary ? 'primary' : 'plain')),
    ...(launchSheets.length === 0
      ? []
      : [
          el(
            'p',
            { className: 'quiet' },
            'Or begin with the rows of the sheet in front, unticked: next week’s launch from this week’s.',
          ),
          div('actions', button('New sheet from this one', copy)),
        ]),
  ];
}
