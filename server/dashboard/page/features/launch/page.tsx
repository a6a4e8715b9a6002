import { wholeNumber } from '../../base/route.ts';
import { may, type Page } from '../../parts/page.ts';
import { LaunchPage } from './launch.tsx';

export const launch: Page = {
  path: 'launch',
  title: 'Launch',
  icon: 'launch',
  group: 'work',
  tab: 'New',
  key: 'l',
  isThere: ({ me }) => may(me, 'launch'),
  show: ({ id, rest }) => <LaunchPage draft={id === 'draft' ? wholeNumber(rest) : undefined} />,
};
