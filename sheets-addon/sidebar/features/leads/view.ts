import type { LeadsState, LeadsSummary } from '../../../features/leads/leads.ts';
import { ask } from '../../base/ask.ts';
import { button, div, el, select } from '../../base/element.ts';
import type { Shell, SidebarFeature } from '../../base/shell.ts';
import { t } from '../../base/words.ts';

export const leads: SidebarFeature = { tab: { name: 'leads', label: 'tabLeads', draw: leadsView } };

/** People who filled in a lead form: a tab for them, and what became of them. */
function leadsView(shell: Shell): void {
  if (shell.state().company === null) {
    const open = button(t('openSettings'), () => shell.show('settings'), 'primary');
    shell.draw(
      'connect',
      el('h2', {}, t('tabLeads')),
      el('p', {}, t('connectFirst')),
      div('actions', open),
    );
    return;
  }
  shell.draw('leads', el('h2', {}, t('tabLeads')), el('p', { className: 'quiet' }, t('reading')));
  void shell
    .busy(t('reading'), () => ask('leadsState'))
    .then((state) => {
      if (state !== undefined && shell.drawn() === 'leads') draw(shell, state);
    });
}

function draw(shell: Shell, state: LeadsState, summary?: LeadsSummary): void {
  shell.draw(
    'leads',
    el('h2', {}, t('tabLeads')),
    el('p', {}, t('leadsIntro')),
    ...(state.tabs.length === 0 ? [] : [working(shell, state)]),
    ...(summary === undefined
      ? []
      : [el('p', { className: 'card' }, t('leadsSummed', { ...summary }))]),
    newTab(shell, state),
  );
}

function working(shell: Shell, state: LeadsState): Node {
  const run = (message: string, work: () => Promise<LeadsSummary>) => async (): Promise<void> => {
    const summary = await shell.busy(message, work);
    if (summary !== undefined) draw(shell, state, summary);
  };
  return div(
    'actions',
    button(
      t('fetchLeads'),
      run(t('reading'), () => ask('fetchLeads')),
      'primary',
    ),
    button(
      t('sendStages'),
      run(t('sending'), () => ask('sendLeadStages')),
    ),
  );
}

function newTab(shell: Shell, { accounts }: LeadsState): Node {
  if (accounts.length === 0) return el('p', { className: 'quiet' }, t('noLeadAccount'));
  const chosen = select(accounts.map(({ account, label }) => [account, label] as const));
  const create = async (): Promise<void> => {
    const state = await shell.busy(t('makingTab'), () => ask('createLeadTab', chosen.value));
    if (state !== undefined) draw(shell, state);
  };
  return div(
    'card',
    el('b', {}, t('newLeadsTab')),
    chosen,
    div(
      'actions',
      button(t('newLeadsTab'), () => void create()),
    ),
  );
}
