import type { LaunchView } from '../../../launch/views.ts';
import { ask, type Trouble } from '../../base/ask.ts';
import { check } from '../../base/check.ts';
import type { Shell } from '../../base/shell.ts';

export const isOpen = ({ state, ofAnotherCompany }: LaunchView): boolean =>
  state !== 'done' && !ofAnotherCompany;

let following = false;
let pause = 2000;

/** Asks how open launches stand, less and less often; the script goes on where it stopped. */
export function follow(shell: Shell): void {
  if (following) return;
  following = true;
  setTimeout(() => {
    following = false;
    if (document.hidden) follow(shell);
    else void goOn(shell);
  }, pause);
  pause = Math.min(pause * 1.5, 10_000);
}

/**
 * Goes on with what is open. Draws the view again only when it shows launches, so that typed text
 * stays.
 */
export async function goOn(shell: Shell): Promise<void> {
  try {
    const launchesNow = await ask('continueLaunches');
    shell.update({ launches: launchesNow });
    if (shell.drawn() === 'launches') shell.show('launch');
    if (launchesNow.some(isOpen)) return follow(shell);
    pause = 2000;
    if (shell.drawn() === 'launches') await check(shell);
  } catch (error) {
    const trouble = error as Trouble;
    shell.tell(trouble);
    if (trouble.kind !== 'wait' && trouble.kind !== 'offline') return;
    pause = (trouble.waitSeconds ?? 10) * 1000;
    follow(shell);
  }
}
