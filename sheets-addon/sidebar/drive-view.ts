import type { DriveChoice } from '../drive/files.ts';
import { ask } from './ask.ts';
import { button, count, div, el, ticks } from './element.ts';
import type { Shell } from './shell.ts';

/** Files of the user's Drive to choose from; links to them are put into the media cells from the selected one down. */
export async function driveView(shell: Shell, text = ''): Promise<void> {
  const files = await shell.busy('Looking in Google Drive…', () => ask('driveFiles', text));
  if (files !== undefined) draw(shell, text, files);
}

function draw(shell: Shell, text: string, files: readonly DriveChoice[]): void {
  const search = el('input', { type: 'search', value: text, placeholder: 'Name', 'aria-label': 'Name of the file' });
  const boxes = ticks(
    files.map(({ id, name, type }) => [id, `${name}${type === 'video' ? ' (video)' : ''}`]),
    [],
  );
  const put = async (): Promise<void> => {
    const ids = boxes.value();
    if (ids.length === 0) return shell.tell({ kind: 'rows', message: 'Tick the files you want.' });
    const cells = await shell.busy('Writing links…', () => ask('putFiles', ids));
    if (cells === undefined) return;
    shell.show('launch');
    shell.tell({ kind: 'rows', message: `${count(ids.length, 'file')} put into ${cells}.` });
  };
  shell.draw(
    'drive',
    el('h2', {}, 'Media from Google Drive'),
    el(
      'p',
      { className: 'quiet' },
      'Select the media cell to begin with. Links to the files you tick are put there, one in each row below.',
    ),
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
      el('button', { type: 'submit', className: 'plain' }, 'Search'),
    ),
    files.length === 0 ? el('p', {}, 'No image or video has such a name.') : boxes.element,
    div(
      'actions sticky',
      button('Put into the sheet', () => void put(), 'primary'),
      button('Back', () => shell.show('launch')),
    ),
  );
}
