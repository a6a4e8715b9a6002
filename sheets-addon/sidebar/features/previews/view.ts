import { ask } from '../../base/ask.ts';
import { button } from '../../base/element.ts';
import type { Shell, SidebarFeature } from '../../base/shell.ts';
import { t } from '../../base/words.ts';

export const previews: SidebarFeature = {
  rowLink: (shell) => button(t('showThumbnails'), () => void show(shell), 'link'),
};

async function show(shell: Shell): Promise<void> {
  const shown = await shell.busy(t('writingPreviews'), () => ask('showPreviews'));
  if (shown === 0) shell.tell({ kind: 'rows', message: t('noImage') });
}
