import { wholeNumber } from '../../base/route.ts';
import { later, may, type Page } from '../../parts/page.ts';

const LibraryPage = later(() => import('./library.tsx'), 'LibraryPage');

export const library: Page = {
  path: 'library',
  title: 'Library',
  icon: 'media',
  group: 'work',
  tab: 'Files',
  key: 'f',
  moved: ['media'],
  show: ({ id, me }) => <LibraryPage file={wholeNumber(id)} mayChange={may(me, 'launch')} />,
};
