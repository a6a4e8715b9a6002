import type { PlanView, Scope } from '../launch/plan-launch.ts';
import { ask, type Trouble } from './ask.ts';
import { check, keepSummary } from './check.ts';
import { button, count, div, el } from './element.ts';
import { goOn, isOpen } from './follow.ts';
import type { Shell } from './shell.ts';

const STARTS = {
  PAUSED: 'They start paused: nothing is spent until you activate them.',
  ACTIVE: 'They start active: they spend from the moment they are approved.',
  MIXED: 'Some start active and spend at once; the others start paused.',
};

export async function plan(shell: Shell, scope: Scope): Promise<void> {
  try {
    const view = await shell.during('Checking rows and making the plan…', () => ask('planLaunch', scope));
    keepSummary(view.summary);
    drawPlan(shell, view);
  } catch (error) {
    // What the service refused is marked in the rows by now: the list beside them shall agree.
    if ((error as Trouble).kind === 'rows') await check(shell);
    shell.tell(error as Trouble);
  }
}

function drawPlan(shell: Shell, view: PlanView): void {
  const ads = count(view.totalAds, 'ad');
  const launch = async (): Promise<void> => {
    const launchesNow = await shell.busy('Launching…', () => ask('startLaunch', view.planId, view.scope, view.sheetId));
    keepSummary(undefined);
    if (launchesNow === undefined) return goOn(shell);
    shell.update({ launches: launchesNow });
    shell.show('launch');
    if (!launchesNow.some(isOpen)) await check(shell);
  };
  const line = (label: string, value: string | number): Node => el('tr', {}, el('td', {}, label), el('td', {}, value));
  shell.draw(
    'plan',
    el('h2', {}, `${ads} will be created`),
    el('p', { className: 'quiet' }, `From the rows of ${view.summary.sheetName}`),
    el('p', { className: view.launchStatus === 'PAUSED' ? '' : 'strong' }, STARTS[view.launchStatus]),
    view.repeats > 0 ? el('p', { className: 'strong' }, repeated(view)) : div(''),
    made(shell, view),
    el('h3', {}, 'Ad accounts'),
    el(
      'table',
      {},
      view.accounts.map((account) =>
        el('tr', {}, el('td', {}, account.name, div('quiet', costOf(account))), el('td', {}, count(account.ads, 'ad'))),
      ),
    ),
    el('h3', {}, 'What it takes'),
    el(
      'table',
      {},
      line('New uploads', view.uploads),
      line('Calls to the platform', view.platformCalls),
      line(
        'Time',
        view.estimatedSeconds < 90 ? `about ${view.estimatedSeconds} s` : `about ${Math.ceil(view.estimatedSeconds / 60)} min`,
      ),
    ),
    view.summary.counts.faulty > 0
      ? el(
          'p',
          { className: 'quiet' },
          `${count(view.summary.counts.faulty, 'row that needs fixing stays', 'rows that need fixing stay')} behind.`,
        )
      : div(''),
    ...view.warnings.map((text) => div('notice mild', el('p', {}, text))),
    div(
      'actions',
      button(`Launch ${ads}`, launch, 'primary'),
      button('Back', () => shell.show('launch')),
    ),
  );
}

const repeated = ({ repeats }: PlanView): string =>
  `${count(repeats, 'row was', 'rows were')} launched already, see below: launching makes a second ad of ${repeats === 1 ? 'it' : 'each'}.`;

const costOf = ({ calls, quotaPercent }: PlanView['accounts'][number]): string =>
  `${count(calls, 'call')}${quotaPercent === undefined ? '' : ` · ${quotaPercent} % of its limit used so far`}`;

/** The ads themselves: at once where they are few, behind a click where they are many. */
function made(shell: Shell, { ads, totalAds, summary }: PlanView): Node {
  const more = totalAds - ads.length;
  const goTo = (row: number): void =>
    void shell.busy('Going there…', () => ask('goTo', { sheet: summary.sheetName, cell: `A${row}` }));
  return el(
    'details',
    { className: 'made', open: totalAds <= 5 },
    el('summary', {}, totalAds === 1 ? 'The ad' : 'The ads'),
    el(
      'ul',
      { className: 'places' },
      ads.map(({ row, text }) =>
        el(
          'li',
          {},
          button(`Row ${row}`, () => goTo(row), 'link'),
          el('span', {}, text),
        ),
      ),
      more > 0 && el('li', {}, `and ${more} more`),
    ),
  );
}
