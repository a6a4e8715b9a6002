import type { BringInView } from '../../../features/changes/bring-in.ts';
import type { ObjectsState } from '../../../features/changes/feature.ts';
import type { PostView } from '../../../features/changes/post.ts';
import { choiceOfAccount } from '../../base/account-choice.ts';
import { ask } from '../../base/ask.ts';
import { button, div, el, field, select, ticks, timeOf } from '../../base/element.ts';
import type { Shell, SidebarFeature } from '../../base/shell.ts';
import { t, tn } from '../../base/words.ts';
import { showPlan } from './plan.ts';

export const changes: SidebarFeature = {
  tab: { name: 'changes', label: 'tabChanges', draw: changesView },
};

const LEVELS = { campaign: 'levelCampaigns', adset: 'levelAdSets', ad: 'levelAds' } as const;
type Level = keyof typeof LEVELS;

/** What exists, brought in, changed and posted. */
function changesView(shell: Shell): void {
  if (shell.state().company === null) {
    const open = button(t('openSettings'), () => shell.show('settings'), 'primary');
    shell.draw(
      'connect',
      el('h2', {}, t('tabChanges')),
      el('p', {}, t('connectFirst')),
      div('actions', open),
    );
    return;
  }
  shell.draw(
    'changes',
    el('h2', {}, t('tabChanges')),
    el('p', { className: 'quiet' }, t('reading')),
  );
  void shell
    .busy(t('reading'), () => ask('objectsState'))
    .then((state) => {
      if (state === undefined || shell.drawn() !== 'changes') return;
      draw(shell, state);
      if (state.bringIn.isOpen) void followBringIn(shell, state.bringIn);
      else if (state.posts.some(isOpen)) void followPosts(shell, state.posts);
    });
}

function draw(shell: Shell, { tabs, bringIn, posts }: ObjectsState): void {
  const hasTabs = tabs.length > 0;
  shell.draw(
    'changes',
    el('h2', {}, t('tabChanges')),
    el('p', {}, t('changesIntro')),
    ...(hasTabs
      ? [
          div(
            'actions',
            button(
              t('showChanges'),
              () => void showPlan(shell, (planId, isAgreed) => post(shell, planId, isAgreed)),
              'primary',
            ),
          ),
        ]
      : []),
    ...bringIn.ended.map(endedCard),
    form(shell, hasTabs),
    ...(posts.length === 0
      ? []
      : [el('h3', {}, t('postsTitle')), ...posts.map((each) => postCard(shell, each))]),
  );
}

const endedCard = ({
  level,
  account,
  rows,
  typed,
  isCut,
  problem,
}: BringInView['ended'][number]): Node =>
  div(
    'card',
    t('broughtIn', { what: `${account}, ${t(LEVELS[level])}`, n: rows }),
    typed > 0 && el('p', {}, t('typedKept', { n: typed })),
    isCut === true && el('p', {}, t('broughtCut')),
    problem !== undefined && el('p', { className: 'bad' }, problem),
  );

function form(shell: Shell, hasTabs: boolean): Node {
  const account = choiceOfAccount(shell.state().accounts);
  const levels = ticks(
    (Object.keys(LEVELS) as Level[]).map((level) => [level, t(LEVELS[level])]),
    Object.keys(LEVELS),
  );
  const name = el('input', { type: 'text' });
  const campaign = el('input', { type: 'text' });
  const since = el('input', { type: 'datetime-local' });
  const status = select([
    ['', t('anyStatus')],
    ['ACTIVE', 'ACTIVE'],
    ['PAUSED', 'PAUSED'],
  ]);
  const bringIn = async (): Promise<void> => {
    const view = await shell.busy(t('bringingIn', { n: 0 }), () =>
      ask('bringInObjects', {
        account: account.value(),
        levels: levels.value() as Level[],
        name: name.value,
        status: status.value,
        campaignId: campaign.value,
        changedSince: since.value && new Date(since.value).toISOString(),
      }),
    );
    if (view !== undefined) await followBringIn(shell, view);
  };
  return div(
    'card',
    el('b', {}, t('bringInTitle')),
    field(t('adAccount'), account.element),
    levels.element,
    field(t('nameContains'), name),
    field(t('statusIs'), status),
    field(t('ofCampaign'), campaign),
    field(t('changedSince'), since),
    div(
      'actions',
      button(t('bringIn'), () => void bringIn(), hasTabs ? 'plain' : 'primary'),
    ),
  );
}

/** Each call brings some rows; where the sidebar is closed, the trigger goes on. */
async function followBringIn(shell: Shell, from: BringInView): Promise<void> {
  let view: BringInView | undefined = from;
  while (view?.isOpen) {
    const rows: number = view.rows;
    view = await shell.busy(t('bringingIn', { n: rows }), () => ask('continueBringIn'));
  }
  if (view !== undefined && shell.drawn() === 'changes') shell.show('changes');
}

const isOpen = ({ state }: PostView): boolean => state !== 'posted' && state !== 'undone';

async function post(shell: Shell, planId: string, isAgreed: boolean): Promise<void> {
  const posts = await shell.busy(t('posting'), () => ask('postChanges', planId, isAgreed));
  if (posts !== undefined) await followPosts(shell, posts);
}

const PAUSE_MS = 2_000;
/** Of what stayed empty. */
const NAMED = 10;

async function followPosts(shell: Shell, from: readonly PostView[]): Promise<void> {
  let posts: readonly PostView[] | undefined = from;
  while (posts?.some(isOpen)) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    posts = await shell.busy(t('posting'), () => ask('continuePosts'));
  }
  if (posts !== undefined) shell.show('changes');
}

function postCard(shell: Shell, { id, createdAt, state, counts, problems, empty }: PostView): Node {
  const done = (counts.done ?? 0) + (counts.nothing ?? 0);
  const { unknown = 0 } = counts;
  const open = Object.values(counts).reduce((sum, n) => sum + n, 0) - done - unknown;
  const undo = async (): Promise<void> => {
    const posts = await shell.busy(t('takingBack'), () => ask('undoPost', id));
    if (posts !== undefined) await followPosts(shell, posts);
  };
  const remove = async (): Promise<void> => {
    const posts = await shell.busy(t('deleting'), () => ask('removeEmptyOf', id));
    if (posts !== undefined) await followPosts(shell, posts);
  };
  const named = empty.slice(0, NAMED).join(', ');
  const word = state === 'undone' ? t('postUndone') : state === 'posted' ? '' : t('postOpen');
  return div(
    'card',
    t('postedCounts', { time: timeOf(createdAt), done, open }),
    word !== '' && div('quiet', word),
    unknown > 0 && el('p', { className: 'bad' }, t('postedUnknown', { n: unknown })),
    problems.map((text) => el('p', { className: 'bad' }, text)),
    empty.length > 0 &&
      el('p', {}, t('stayedEmpty', { names: empty.length > NAMED ? `${named}…` : named })),
    empty.length > 0 &&
      div(
        'actions',
        button(tn('removeEmpty', empty.length), () => void remove()),
      ),
    state === 'posted' &&
      (counts.done ?? 0) > 0 &&
      div(
        'actions',
        button(t('undoPost'), () => void undo()),
      ),
  );
}
