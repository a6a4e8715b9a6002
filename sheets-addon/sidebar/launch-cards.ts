import type { LaunchedRow, LaunchView } from '../launch/views.ts';
import { ask } from './ask.ts';
import { check, keepSummary } from './check.ts';
import { button, count, div, el, timeOf } from './element.ts';
import { isOpen } from './follow.ts';
import { plan } from './plan-view.ts';
import type { Shell } from './shell.ts';

const LISTED_ROWS = 50;

const WORDS = { sending: 'Waiting to be sent', open: 'Launching', done: '', undoing: 'Being undone' };

export function launchCards(shell: Shell): Node[] {
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

function wordsOf({ state, made, failed, undone, stuck }: LaunchView): string {
  if (undone === null) return WORDS[state] || (failed === 0 ? 'Launched' : made === 0 ? 'Failed' : 'Partly launched');
  if (stuck > 0) return stuck === made ? 'Undo failed' : 'Undo failed in part';
  return undone === 'pause' ? 'Undone: paused' : 'Undone: deleted';
}

function card(shell: Shell, launch: LaunchView): Node {
  const { id, batchId, state, createdAt, total, made, failed, undone, stuck, there, inDoubt, ofAnotherCompany } = launch;
  const done = made + failed;
  const run = async (message: string, work: () => Promise<readonly LaunchView[]>): Promise<void> => {
    const launches = await shell.busy(message, work);
    if (launches === undefined) return;
    keepSummary(undefined);
    shell.update({ launches });
    shell.show('launch');
    if (!launches.some(isOpen)) await check(shell);
  };
  const confirmDelete = (event: MouseEvent): void => {
    const place = (event.target as HTMLElement).parentElement;
    place?.replaceChildren(
      'Delete what this launch made? ',
      button(
        there > 0 ? `Delete ${count(there, 'ad')}` : 'Look and delete',
        () => run('Deleting…', () => ask('undoLaunch', id, 'delete')),
        'link',
      ),
      button('Keep', () => shell.show('launch'), 'link'),
    );
  };
  const rowsPlace = div('');
  const showRows = async (): Promise<void> => {
    const rows = await shell.busy('Looking its rows up…', () => ask('launchDetails', id));
    rowsPlace.replaceChildren(...(rows ?? []).slice(0, LISTED_ROWS).map(resultOfRow));
    const more = (rows?.length ?? 0) - LISTED_ROWS;
    if (more > 0) rowsPlace.append(div('quiet', `and ${count(more, 'more row')}: the sheet shows them all`));
  };
  return div(
    'card',
    div(
      'row',
      el('b', {}, wordsOf(launch)),
      failed > 0 && el('span', { className: 'bad' }, `${failed} failed`),
      `${made} of ${count(total, 'ad')}`,
    ),
    undone !== null &&
      stuck > 0 &&
      div('bad', `${count(stuck, 'ad')} could not be ${undone === 'pause' ? 'paused' : 'deleted'}: the rows say why.`),
    el('progress', { max: Math.max(total, 1), value: state === 'done' ? total : done }),
    div('quiet', `${batchId === null ? '' : `Batch ${batchId} · `}${timeOf(createdAt)}`),
    state === 'sending' &&
      !ofAnotherCompany &&
      div(
        'row links',
        button('Give up', () => run('Asking whether it was launched…', () => ask('giveUpLaunch', id)), 'link'),
      ),
    ofAnotherCompany && el('p', { className: 'quiet' }, 'Launched with the key of another company.'),
    ...(state === 'done' && !ofAnotherCompany
      ? [
          div(
            'row links',
            button('Show rows', () => void showRows(), 'link'),
          ),
          rowsPlace,
        ]
      : []),
    state === 'done' &&
      (there > 0 || inDoubt) &&
      !ofAnotherCompany &&
      div(
        'row links',
        'Undo:',
        (undone === null || (undone === 'pause' && stuck > 0)) &&
          button('Pause all', () => run('Pausing…', () => ask('undoLaunch', id, 'pause')), 'link'),
        el('button', { type: 'button', className: 'link', onclick: confirmDelete }, 'Delete all'),
      ),
  );
}

/** What became of a row; when it was deleted from the sheet, its ads are still told here. */
const resultOfRow = ({ row, adIds, problems, managerUrl }: LaunchedRow): Node =>
  div(
    'quiet',
    `${row === null ? 'Deleted row' : `Row ${row}`}: `,
    adIds.length > 0 && el('a', { href: managerUrl, target: '_blank', rel: 'noopener' }, adIds.join(', ')),
    problems.map((problem) => div('bad', problem)),
  );
