import { may, type Page } from '../../parts/page.tsx';
import { MediaPage } from './media.tsx';

export const media: Page = {
  path: 'media',
  title: 'Media',
  icon: 'media',
  group: 'work',
  show: ({ me }) => <MediaPage mayChange={may(me, 'launch')} />,
};
