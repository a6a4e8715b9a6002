import type { PlanView, Scope } from '../plan-launch.ts';
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
    const launchesNow = await shell.busy('Launching…', () => ask('startLaunch', view.planId, view.scope));
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
    el('p', { className: view.launchStatus === 'PAUSED' ? '' : 'strong' }, STARTS[view.launchStatus]),
    el(
      'table',
      {},
      view.accounts.map(({ name, ads: own }) => line(name, count(own, 'ad'))),
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
      view.accounts.flatMap(({ quotaPercent, name }) =>
        quotaPercent === undefined ? [] : [line(`Limit used, ${name}`, `${quotaPercent} %`)],
      ),
    ),
    view.summary.counts.faulty > 0
      ? el(
          'p',
          { className: 'quiet' },
          `${count(view.summary.counts.faulty, 'row that needs mending stays', 'rows that need mending stay')} behind.`,
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
