import type { LaunchedRow, LaunchView } from '../../../launch/views.ts';
import { ask } from '../../base/ask.ts';
import { check, keepSummary } from '../../base/check.ts';
import { button, div, el, timeOf } from '../../base/element.ts';
import type { Shell } from '../../base/shell.ts';
import { t, tn } from '../../base/words.ts';
import { isOpen } from './follow.ts';
import { plan } from './plan.ts';

const LISTED_ROWS = 50;

const WORDS = {
  sending: 'waitingToBeSent',
  open: 'cardLaunching',
  done: undefined,
  undoing: 'beingUndone',
} as const;

export function launchCards(shell: Shell): Node[] {
  const all = shell.state().launches;
  if (all.length === 0) return [];
  const failed = all.some(({ state, failed: number }) => state === 'done' && number > 0);
  return [
    el('h3', {}, t('launches')),
    ...all.slice(0, 8).map((launch) => card(shell, launch)),
    failed
      ? div(
          'actions',
          button(t('launchFailedAgain'), () => plan(shell, 'failed')),
        )
      : div(''),
  ];
}

function wordsOf({ state, made, failed, undone, stuck }: LaunchView): string {
  if (undone === null)
    return t(
      WORDS[state] ?? (failed === 0 ? 'cardLaunched' : made === 0 ? 'cardFailed' : 'cardPartly'),
    );
  if (stuck > 0) return t(stuck === made ? 'undoFailed' : 'undoFailedPart');
  return t(undone === 'pause' ? 'undonePaused' : 'undoneDeleted');
}

function card(shell: Shell, launch: LaunchView): Node {
  const {
    id,
    batchId,
    state,
    createdAt,
    total,
    made,
    failed,
    undone,
    empty,
    stuck,
    there,
    inDoubt,
    ofAnotherCompany,
  } = launch;
  const done = made + failed;
  const run = async (
    message: string,
    work: () => Promise<readonly LaunchView[]>,
  ): Promise<void> => {
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
      t('deleteWhat'),
      button(
        there > 0 ? tn('deleteAds', there) : t('lookAndDelete'),
        () => run(t('deleting'), () => ask('undoLaunch', id, 'delete')),
        'link',
      ),
      button(t('keep'), () => shell.show('launch'), 'link'),
    );
  };
  const rowsPlace = div('');
  const showRows = async (): Promise<void> => {
    const rows = await shell.busy(t('lookingUpRows'), () => ask('launchDetails', id));
    rowsPlace.replaceChildren(...(rows ?? []).slice(0, LISTED_ROWS).map(resultOfRow));
    const more = (rows?.length ?? 0) - LISTED_ROWS;
    if (more > 0) rowsPlace.append(div('quiet', tn('moreRows', more)));
  };
  return div(
    'card',
    div(
      'row',
      el('b', {}, wordsOf(launch)),
      failed > 0 && el('span', { className: 'bad' }, t('failedCount', { n: failed })),
      t('madeOf', { made, ads: tn('adsCount', total) }),
    ),
    undone !== null &&
      stuck > 0 &&
      div('bad', tn(undone === 'pause' ? 'notPaused' : 'notDeleted', stuck)),
    el('progress', { max: Math.max(total, 1), value: state === 'done' ? total : done }),
    div('quiet', `${batchId === null ? '' : t('batchOf', { id: batchId })}${timeOf(createdAt)}`),
    state === 'sending' &&
      !ofAnotherCompany &&
      div(
        'row links',
        button(t('giveUp'), () => run(t('askingLaunched'), () => ask('giveUpLaunch', id)), 'link'),
      ),
    ofAnotherCompany && el('p', { className: 'quiet' }, t('otherCompany')),
    ...(state === 'done' && !ofAnotherCompany
      ? [
          div(
            'row links',
            button(t('showRows'), () => void showRows(), 'link'),
          ),
          rowsPlace,
        ]
      : []),
    state === 'done' &&
      empty > 0 &&
      !ofAnotherCompany &&
      div(
        'row links',
        button(
          tn('removeEmpty', empty),
          () => run(t('deleting'), () => ask('undoLaunch', id, 'delete-empty')),
          'link',
        ),
      ),
    state === 'done' &&
      (there > 0 || inDoubt) &&
      !ofAnotherCompany &&
      div(
        'row links',
        t('undoLabel'),
        (undone === null || (undone === 'pause' && stuck > 0)) &&
          button(
            t('pauseAll'),
            () => run(t('pausing'), () => ask('undoLaunch', id, 'pause')),
            'link',
          ),
        el('button', { type: 'button', className: 'link', onclick: confirmDelete }, t('deleteAll')),
      ),
  );
}

/** What became of a row; when it was deleted from the sheet, its ads are still told here. */
const resultOfRow = ({ row, adIds, problems, managerUrl }: LaunchedRow): Node =>
  div(
    'quiet',
    `${row === null ? t('deletedRow') : t('row', { row })}: `,
    adIds.length > 0 &&
      el('a', { href: managerUrl, target: '_blank', rel: 'noopener' }, adIds.join(', ')),
    problems.map((problem) => div('bad', problem)),
  );
