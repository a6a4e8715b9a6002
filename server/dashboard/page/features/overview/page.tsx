import { may, type Page } from '../../parts/page.ts';
import { HomePage } from './home.tsx';

export const overview: Page = {
  path: 'home',
  title: 'Home',
  icon: 'home',
  group: 'work',
  key: 'h',
  show: ({ me }) => (
    <HomePage
      mayLaunch={may(me, 'launch')}
      mayChange={may(me, 'manage')}
      mayAdmin={may(me, 'admin')}
    />
  ),
};
