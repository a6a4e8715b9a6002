import type { FrameState } from '../../../frame/state.ts';
import type { RowsSummary } from '../../../launch/check-rows.ts';
import { choiceOfAccount } from '../../base/account-choice.ts';
import { ask } from '../../base/ask.ts';
import { check, keepSummary, lastSummary } from '../../base/check.ts';
import { button, div, el, field, select } from '../../base/element.ts';
import type { Shell, SidebarFeature } from '../../base/shell.ts';
import { t, tn } from '../../base/words.ts';
import { launchCards } from './cards.ts';
import { follow, isOpen } from './follow.ts';
import { plan } from './plan.ts';
import { tour } from './tour.ts';

export const launch: SidebarFeature = {
  tab: { name: 'launch', label: 'tabLaunch', draw: launchView },
  opened(shell) {
    const { isPlanAsked, launchSheets } = shell.state();
    if (isPlanAsked && launchSheets.length > 0) void plan(shell, 'ready');
  },
};

function launchView(shell: Shell): void {
  const { company, launchSheets } = shell.state();
  if (company === null) {
    shell.draw(
      'connect',
      el('h2', {}, t('launchTitle')),
      el('p', {}, t('connectFirst')),
      div(
        'actions',
        button(t('openSettings'), () => shell.show('settings'), 'primary'),
      ),
    );
    return;
  }
  if (launchSheets.length === 0) {
    shell.draw(
      'new',
      el('h2', {}, t('makeSheet')),
      el('p', {}, t('eachRow')),
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
      button(t('planLaunch'), () => plan(shell, 'ready'), 'primary'),
      button(t('checkRows'), () => check(shell)),
    ),
    ...copiedRows(shell, summary),
    ...shell.features.flatMap(({ aboutRows }) => aboutRows?.(shell, summary) ?? []),
    ...faults(shell, summary),
    div('row links', ...shell.features.map(({ rowLink }) => rowLink?.(shell) ?? false)),
    ...launchCards(shell),
    el('details', {}, el('summary', {}, t('newLaunchSheet')), ...newSheet(shell, false)),
  );
  if (shell.state().launches.some(isOpen)) follow(shell);
}

function overview(summary: RowsSummary | undefined): Node[] {
  if (summary === undefined) return [el('p', {}, t('tickReady'))];
  const { counts, failed, failedReady } = summary;
  const chip = (number: number, text: string, kind: string): Node | false =>
    number > 0 && div(`chip ${kind}`, el('b', {}, number), ` ${text}`);
  return [
    div(
      'chips',
      chip(counts.launch - failedReady, t('chipReady'), 'blue'),
      chip(counts.faulty, tn('chipFaulty', counts.faulty), 'red'),
      chip(counts['not ready'], t('chipNotReady'), 'grey'),
      chip(counts.launching, t('chipLaunching'), 'yellow'),
      chip(counts.launched, t('chipLaunched'), 'green'),
      chip(summary.changed, t('chipChanged'), 'yellow'),
      chip(counts.unclear, t('chipUnclear'), 'red'),
      chip(failed, t('chipFailed'), 'red'),
    ),
  ];
}

/** The one question of a copied file. */
function copiedRows(shell: Shell, summary: RowsSummary | undefined): Node[] {
  if (summary?.canFree !== true) return [];
  const free = async (): Promise<void> => {
    const next = await shell.busy(t('lookingAtRows'), () => ask('launchAsNew'));
    if (next === undefined) return;
    keepSummary(next);
    shell.show('launch');
  };
  return [
    el('h3', {}, t('otherFile')),
    el('p', {}, t('otherFileText')),
    div('actions', button(t('launchAsNew'), free)),
  ];
}

function faults(shell: Shell, summary: RowsSummary | undefined): Node[] {
  if (summary === undefined || (summary.faults.length === 0 && summary.remarks.length === 0))
    return [];
  return [
    el('h3', {}, t('toFix')),
    el(
      'ul',
      { className: 'places' },
      summary.faults.map(({ cell, label, text }) =>
        el(
          'li',
          {},
          button(
            label,
            () =>
              void shell.busy(t('goingThere'), () =>
                ask('goTo', { sheet: summary.sheetName, cell }),
              ),
            'link',
          ),
          el('span', {}, text),
        ),
      ),
      summary.remarks.map((text) => el('li', {}, el('span', {}, text))),
      summary.moreFaults > 0 && el('li', {}, t('andMore', { n: summary.moreFaults })),
    ),
  ];
}

function newSheet(shell: Shell, primary: boolean): Node[] {
  const { templates, accounts, launchSheets } = shell.state();
  const template = select([]);
  const account = choiceOfAccount(accounts, ({ platform }) => {
    const offered = templates.filter(({ platforms }) => platforms.includes(platform));
    template.replaceChildren(...offered.map(({ key, name }) => el('option', { value: key }, name)));
  });
  const take = async (work: () => Promise<FrameState>): Promise<void> => {
    const state = await shell.busy(t('makingSheet'), work);
    keepSummary(undefined);
    if (state === undefined) return;
    shell.update(state);
    shell.show('launch');
  };
  const make = (): Promise<void> =>
    take(() => ask('createLaunchSheet', template.value as never, account.value()));
  const copy = (): Promise<void> => take(() => ask('copyLaunchSheet'));
  return [
    field(t('adAccount'), account.element),
    field(t('whatLaunch'), template),
    div('actions', button(t('newLaunchSheet'), make, primary ? 'primary' : 'plain')),
    ...(launchSheets.length === 0
      ? []
      : [
          el('p', { className: 'quiet' }, t('orFromThis')),
          div('actions', button(t('newFromThis'), copy)),
        ]),
  ];
}
