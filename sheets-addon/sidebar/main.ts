import { ask } from './base/ask.ts';
import { el } from './base/element.ts';
import { createShell } from './base/shell.ts';
import { speak, t } from './base/words.ts';
import { features } from './features/registry.ts';

/** The sidebar, drawn from what the script says. */
const root = document.getElementById('app');
if (root !== null) {
  const shell = createShell(root, features);
  shell.draw('opening', el('p', { className: 'quiet' }, t('opening')));
  ask('sidebarState').then(
    (state) => {
      speak(state.spoken);
      shell.update(state);
      shell.show(state.view);
      for (const { opened } of features) opened?.(shell);
    },
    (trouble) => shell.tell(trouble),
  );
}
