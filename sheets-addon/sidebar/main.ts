import { ask } from './ask.ts';
import { el } from './element.ts';
import { eventsView } from './events-view.ts';
import { launchView } from './launch-view.ts';
import { plan } from './plan-view.ts';
import { reportsView } from './reports-view.ts';
import { settingsView } from './settings-view.ts';
import { createShell } from './shell.ts';
import { speak, t } from './words.ts';

/** The sidebar: draws itself from what the script says, and asks the script for everything it does. */
const root = document.getElementById('app');
if (root !== null) {
  const shell = createShell(root, { launch: launchView, reports: reportsView, events: eventsView, settings: settingsView });
  shell.draw('opening', el('p', { className: 'quiet' }, t('opening')));
  ask('sidebarState').then(
    (state) => {
      speak(state.texts ?? undefined);
      shell.update(state);
      shell.show(state.view);
      if (state.isPlanAsked && state.launchSheets.length > 0) void plan(shell, 'ready');
    },
    (trouble) => shell.tell(trouble),
  );
}
