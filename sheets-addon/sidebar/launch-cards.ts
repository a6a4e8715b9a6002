import type { LaunchedRow, LaunchView } from '../launch-views.ts';
import { ask } from './ask.ts';
import { button, count, div, el, timeOf } from './element.ts';
import { plan } from './plan-view.ts';
import type { Shell } from './shell.ts';

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
    if (next !== undefined) {
      shell.update({ launches: next });
      shell.show('launch');
    }
  };
  const confirmDelete = (event: MouseEvent): void => {
    const place = (event.target as HTMLElement).parentElement;
    place?.replaceChildren(
      'Delete what this launch made? ',
      button(`Delete ${count(made, 'ad')}`, () => void undo('delete'), 'link'),
      button('Keep', () => shell.show('launch'), 'link'),
    );
  };
  const giveUp = async (): Promise<void> => {
    const next = await shell.busy('Asking whether it was launched…', () => ask('giveUpLaunch', id));
    if (next !== undefined) {
      shell.update({ launches: next });
      shell.show('launch');
    }
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
    state === 'sending' &&
      !ofAnotherCompany &&
      div(
        'row links',
        button('Give up', () => void giveUp(), 'link'),
      ),
    ofAnotherCompany && el('p', { className: 'quiet' }, 'Launched with the key of another company.'),
    ...(state === 'done' && made > 0 && undone !== 'delete' && !ofAnotherCompany
      ? [
          div(
            'row links',
            button('Show ads', () => void showAds(), 'link'),
          ),
          div(
            'row links',
            'Undo:',
            undone === null && button('Pause all', () => void undo('pause'), 'link'),
            el('button', { type: 'button', className: 'link', onclick: confirmDelete }, 'Delete all'),
          ),
        ]
      : []),
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
