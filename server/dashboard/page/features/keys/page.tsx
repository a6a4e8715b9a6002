import { isAdmin, later, type Page } from '../../parts/page.ts';

const KeysPage = later(() => import('./keys.tsx'), 'KeysPage');

export const keys: Page = {
  path: 'keys',
  title: 'Keys',
  icon: 'keys',
  group: 'settings',
  section: 'Developers',
  about: 'What programs and sheets ask with.',
  isThere: isAdmin,
  show: ({ me }) => <KeysPage me={me} />,
};
