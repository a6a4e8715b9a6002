import type { DriveChoice } from '../../../drive/files.ts';
import { ask } from '../../base/ask.ts';
import { button, div, el, ticks } from '../../base/element.ts';
import type { Shell, SidebarFeature } from '../../base/shell.ts';
import { t, tn } from '../../base/words.ts';

export const drive: SidebarFeature = {
  rowLink: (shell) =>
    shell.state().drive && button(t('mediaFromDrive'), () => void driveView(shell), 'link'),
};

/** Files of the user's Drive to choose from, for the media cells from the selected one down. */
async function driveView(shell: Shell, text = ''): Promise<void> {
  const files = await shell.busy(t('lookingInDrive'), () => ask('driveFiles', text));
  if (files !== undefined) draw(shell, text, files);
}

function draw(shell: Shell, text: string, files: readonly DriveChoice[]): void {
  const search = el('input', {
    type: 'search',
    value: text,
    placeholder: t('name'),
    'aria-label': t('nameOfFile'),
  });
  const boxes = ticks(
    files.map(({ id, name, type }) => [id, type === 'video' ? t('aVideo', { name }) : name]),
    [],
  );
  const put = async (): Promise<void> => {
    const ids = boxes.value();
    if (ids.length === 0) return shell.tell({ kind: 'rows', message: t('tickFiles') });
    const cells = await shell.busy(t('writingLinks'), () => ask('putFiles', ids));
    if (cells === undefined) return;
    shell.show('launch');
    shell.tell({ kind: 'rows', message: tn('filesPut', ids.length, { cells }) });
  };
  shell.draw(
    'drive',
    el('h2', {}, t('driveTitle')),
    el('p', { className: 'quiet' }, t('driveText')),
    el(
      'form',
      {
        className: 'row',
        onsubmit: (event: Event) => {
          event.preventDefault();
          void driveView(shell, search.value);
        },
      },
      search,
      el('button', { type: 'submit', className: 'plain' }, t('search')),
    ),
    files.length === 0 ? el('p', {}, t('noSuchFile')) : boxes.element,
    div(
      'actions sticky',
      button(t('putIntoSheet'), () => void put(), 'primary'),
      button(t('back'), () => shell.show('launch')),
    ),
  );
}
