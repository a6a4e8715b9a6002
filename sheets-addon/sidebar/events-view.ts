import type { EventsState, EventsSummary } from '../conversions/events.ts';
import { ask } from './ask.ts';
import { button, count, div, el, ticks } from './element.ts';
import type { Shell } from './shell.ts';

/** Events that happened elsewhere, such as sales in shops: a tab for them, sent from here. */
export function eventsView(shell: Shell): void {
  if (shell.state().company === null) {
    const open = button('Open settings', () => shell.show('settings'), 'primary');
    shell.draw('connect', el('h2', {}, 'Events'), el('p', {}, 'Connect Slipway to your account first.'), div('actions', open));
    return;
  }
  shell.draw('events', el('h2', {}, 'Events'), el('p', { className: 'quiet' }, 'Reading…'));
  void shell
    .busy('Reading destinations…', () => ask('eventsState'))
    .then((state) => {
      if (state !== undefined && shell.drawn() === 'events') draw(shell, state);
    });
}

function draw(shell: Shell, state: EventsState, summary?: EventsSummary): void {
  const { tabs } = state;
  const intro =
    'Sales and leads that happened elsewhere, one row each. They are sent to where your ad platforms count conversions.';
  shell.draw(
    'events',
    el('h2', {}, 'Events'),
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
          button('Go to tab', () => void shell.busy('Going there…', () => ask('goTo', { sheet: name })), 'link'),
        ),
        div('quiet', destinations.join(', ')),
      ),
    ),
    div(
      'actions',
      button(
        'Check rows',
        run('Checking…', () => ask('checkEvents')),
      ),
      button(
        'Send rows',
        run('Sending…', () => ask('sendEvents')),
        'primary',
      ),
      button(
        'Update outcomes',
        run('Asking what became of them…', () => ask('refreshEvents')),
      ),
    ),
  );
}

function summed(shell: Shell, { sheetName, counts, faults, moreFaults, isOpen }: EventsSummary): Node {
  const lines = Object.entries(counts).map(([word, number]) => el('li', {}, `${word}: ${count(number, 'row')}`));
  const places = faults.map(({ cell, text }) =>
    el(
      'li',
      {},
      button(cell, () => void shell.busy('Going there…', () => ask('goTo', { sheet: sheetName, cell })), 'link'),
      ` ${text}`,
    ),
  );
  return div(
    'card',
    el('ul', { className: 'summary' }, lines),
    faults.length > 0 && el('p', { className: 'bad' }, 'Fix these cells. Nothing is sent while one is wrong.'),
    el('ul', {}, places),
    moreFaults > 0 && el('p', { className: 'quiet' }, `… and ${moreFaults} more.`),
    isOpen && el('p', { className: 'quiet' }, 'Some rows are on their way: update outcomes in a moment.'),
  );
}

function newTab(shell: Shell, { destinations, tabs }: EventsState): Node {
  if (destinations.length === 0)
    return el(
      'p',
      { className: 'quiet' },
      'None of your ad accounts has a pixel, dataset or conversion action that takes events.',
    );
  const chosen = ticks(
    destinations.map(({ destination, label }) => [destination, label] as const),
    [],
  );
  const create = async (): Promise<void> => {
    const state = await shell.busy('Making the tab…', () => ask('createEventTab', chosen.value()));
    if (state !== undefined) draw(shell, state);
  };
  return div(
    'card',
    el('b', {}, 'New events tab'),
    el('p', { className: 'quiet' }, 'Send its rows to'),
    chosen.element,
    div(
      'actions',
      button('New events tab', () => void create(), tabs.length === 0 ? 'primary' : 'plain'),
    ),
  );
}
