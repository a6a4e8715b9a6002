import { later, may, type Page } from '../../parts/page.ts';

const TemplatesPage = later(() => import('./templates.tsx'), 'TemplatesPage');

export const templates: Page = {
  path: 'templates',
  title: 'Templates',
  icon: 'file',
  group: 'settings',
  section: 'Launching',
  about: 'How names are built, texts, tracking, and settings that are always the same.',
  show: ({ id, me }) => <TemplatesPage tab={id} mayChange={may(me, 'launch')} />,
};
