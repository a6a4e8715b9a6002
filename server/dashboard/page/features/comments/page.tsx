import { later, may, type Page } from '../../parts/page.ts';

const CommentFiltersPage = later(() => import('./filters.tsx'), 'CommentFiltersPage');
const InboxPage = later(() => import('./inbox.tsx'), 'InboxPage');

export const comments: Page = {
  path: 'inbox',
  title: 'Inbox',
  tab: 'Comments',
  icon: 'inbox',
  group: 'work',
  moved: ['comments'],
  key: 'i',
  show: ({ id, me }) => {
    const Shown = id === 'filters' ? CommentFiltersPage : InboxPage;
    return <Shown mayChange={may(me, 'manage')} />;
  },
};
