import type { PlanView } from '../../../features/launch/plan-launch.ts';
import type { Scope } from '../../../launch/compose.ts';
import { ask, type Trouble } from '../../base/ask.ts';
import { check, keepSummary } from '../../base/check.ts';
import { button, div, el } from '../../base/element.ts';
import type { Shell } from '../../base/shell.ts';
import { t, tn } from '../../base/words.ts';
import { goOn, isOpen } from './follow.ts';

const STARTS = { PAUSED: 'startsPaused', ACTIVE: 'startsActive', MIXED: 'startsMixed' } as const;

export async function plan(shell: Shell, scope: Scope): Promise<void> {
  try {
    const view = await shell.during(t('planning'), () => ask('planLaunch', scope));
    keepSummary(view.summary);
    drawPlan(shell, view);
  } catch (error) {
    // What the service refused is marked in the rows by now: the list beside them shall agree.
    if ((error as Trouble).kind === 'rows') await check(shell);
    shell.tell(error as Trouble);
  }
}

function drawPlan(shell: Shell, view: PlanView): void {
  const launch = async (): Promise<void> => {
    const launchesNow = await shell.busy(t('launching'), () =>
      ask('startLaunch', view.planId, view.scope, view.sheetId),
    );
    keepSummary(undefined);
    if (launchesNow === undefined) return goOn(shell);
    shell.update({ launches: launchesNow });
    shell.show('launch');
    if (!launchesNow.some(isOpen)) await check(shell);
  };
  const line = (label: string, value: string | number): Node =>
    el('tr', {}, el('td', {}, label), el('td', {}, value));
  shell.draw(
    'plan',
    el('h2', {}, tn('willBeCreated', view.totalAds)),
    el('p', { className: 'quiet' }, t('fromRowsOf', { sheet: view.summary.sheetName })),
    el(
      'p',
      { className: view.launchStatus === 'PAUSED' ? '' : 'strong' },
      t(STARTS[view.launchStatus]),
    ),
    view.repeats > 0 ? el('p', { className: 'strong' }, tn('repeats', view.repeats)) : div(''),
    made(shell, view),
    el('h3', {}, t('adAccounts')),
    el(
      'table',
      {},
      view.accounts.map((account) =>
        el(
          'tr',
          {},
          el('td', {}, account.name, div('quiet', costOf(account))),
          el('td', {}, tn('adsCount', account.ads)),
        ),
      ),
    ),
    el('h3', {}, t('whatItTakes')),
    el(
      'table',
      {},
      line(t('newUploads'), view.uploads),
      line(t('platformCalls'), view.platformCalls),
      line(
        t('time'),
        view.estimatedSeconds < 90
          ? t('aboutSeconds', { n: view.estimatedSeconds })
          : t('aboutMinutes', { n: Math.ceil(view.estimatedSeconds / 60) }),
      ),
    ),
    view.summary.counts.faulty > 0
      ? el('p', { className: 'quiet' }, tn('staysBehind', view.summary.counts.faulty))
      : div(''),
    ...view.warnings.map((text) => div('notice mild', el('p', {}, text))),
    div(
      'actions',
      button(tn('launchAds', view.totalAds), launch, 'primary'),
      button(t('back'), () => shell.show('launch')),
    ),
  );
}

const costOf = ({ calls, quotaPercent }: PlanView['accounts'][number]): string =>
  `${tn('callsCount', calls)}${quotaPercent === undefined ? '' : t('quotaUsed', { n: quotaPercent })}`;

/** The ads themselves: at once where they are few, behind a click where they are many. */
function made(shell: Shell, { ads, totalAds, summary }: PlanView): Node {
  const more = totalAds - ads.length;
  const goTo = (row: number): void =>
    void shell.busy(t('goingThere'), () =>
      ask('goTo', { sheet: summary.sheetName, cell: `A${row}` }),
    );
  return el(
    'details',
    { className: 'made', open: totalAds <= 5 },
    el('summary', {}, tn('theAds', totalAds)),
    el(
      'ul',
      { className: 'places' },
      ads.map(({ row, text }) =>
        el(
          'li',
          {},
          button(t('row', { row }), () => goTo(row), 'link'),
          el('span', {}, text),
        ),
      ),
      more > 0 && el('li', {}, t('andMore', { n: more })),
    ),
  );
}
