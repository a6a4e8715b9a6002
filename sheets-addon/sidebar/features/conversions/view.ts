import type { EventsState, EventsSummary } from '../../../features/conversions/events.ts';
import { ask } from '../../base/ask.ts';
import { button, div, el, ticks } from '../../base/element.ts';
import type { Shell, SidebarFeature } from '../../base/shell.ts';
import { t, tn } from '../../base/words.ts';

export const conversions: SidebarFeature = {
  tab: { name: 'events', label: 'tabEvents', draw: eventsView },
};

/** Events that happened elsewhere, such as sales in shops: a tab for them, sent from here. */
function eventsView(shell: Shell): void {
  if (shell.state().company === null) {
    const open = button(t('openSettings'), () => shell.show('settings'), 'primary');
    shell.draw(
      'connect',
      el('h2', {}, t('tabEvents')),
      el('p', {}, t('connectFirst')),
      div('actions', open),
    );
    return;
  }
  shell.draw('events', el('h2', {}, t('tabEvents')), el('p', { className: 'quiet' }, t('reading')));
  void shell
    .busy(t('readingDestinations'), () => ask('eventsState'))
    .then((state) => {
      if (state !== undefined && shell.drawn() === 'events') draw(shell, state);
    });
}

function draw(shell: Shell, state: EventsState, summary?: EventsSummary): void {
  const { tabs } = state;
  const intro = t('eventsIntro');
  shell.draw(
    'events',
    el('h2', {}, t('tabEvents')),
    tabs.length === 0 ? el('p', {}, intro) : working(shell, state),
    ...(summary === undefined ? [] : [summed(shell, summary)]),
    newTab(shell, state),
  );
}

function working(shell: Shell, state: EventsState): Node {
  const run = (message: string, work: () => Promise<EventsSummary>) => async (): Promise<void> => {
    const summary = await shell.busy(message, work);
    if (summary !== undefined) draw(shell, state, summary);
  };
  return div(
    '',
    ...state.tabs.map(({ name, destinations }) =>
      div(
        'card',
        div(
          'row',
          el('b', {}, name),
          button(
            t('goToTab'),
            () => void shell.busy(t('goingThere'), () => ask('goTo', { sheet: name })),
            'link',
          ),
        ),
        div('quiet', destinations.join(', ')),
      ),
    ),
    div(
      'actions',
      button(
        t('checkRows'),
        run(t('checkingShort'), () => ask('checkEvents')),
      ),
      button(
        t('sendRows'),
        run(t('sending'), () => ask('sendEvents')),
        'primary',
      ),
      button(
        t('updateOutcomes'),
        run(t('askingOutcomes'), () => ask('refreshEvents')),
      ),
    ),
  );
}

function summed(
  shell: Shell,
  { sheetName, counts, faults, moreFaults, isOpen }: EventsSummary,
): Node {
  const lines = Object.entries(counts).map(([word, number]) =>
    el('li', {}, t('statusOfRows', { status: word, rows: tn('rowsCount', number) })),
  );
  const places = faults.map(({ cell, text }) =>
    el(
      'li',
      {},
      button(
        cell,
        () => void shell.busy(t('goingThere'), () => ask('goTo', { sheet: sheetName, cell })),
        'link',
      ),
      ` ${text}`,
    ),
  );
  return div(
    'card',
    el('ul', { className: 'summary' }, lines),
    faults.length > 0 && el('p', { className: 'bad' }, t('fixCells')),
    el('ul', {}, places),
    moreFaults > 0 && el('p', { className: 'quiet' }, t('andMoreDots', { n: moreFaults })),
    isOpen && el('p', { className: 'quiet' }, t('onTheirWay')),
  );
}

function newTab(shell: Shell, { destinations, tabs }: EventsState): Node {
  if (destinations.length === 0) return el('p', { className: 'quiet' }, t('noDestination'));
  const chosen = ticks(
    destinations.map(
      ({ destination, label, isLast }) =>
        [destination, isLast ? t('lastUsed', { label }) : label] as const,
    ),
    [],
  );
  const create = async (): Promise<void> => {
    const state = await shell.busy(t('makingTab'), () => ask('createEventTab', chosen.value()));
    if (state !== undefined) draw(shell, state);
  };
  return div(
    'card',
    el('b', {}, t('newEventsTab')),
    el('p', { className: 'quiet' }, t('sendTo')),
    chosen.element,
    div(
      'actions',
      button(t('newEventsTab'), () => void create(), tabs.length === 0 ? 'primary' : 'plain'),
    ),
  );
}
