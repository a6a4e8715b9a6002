import { isAdmin, later, type Page } from '../../parts/page.ts';

const AuditPage = later(() => import('./audit.tsx'), 'AuditPage');

export const audit: Page = {
  path: 'audit',
  title: 'Audit',
  icon: 'audit',
  group: 'settings',
  section: 'Workspace',
  about: 'Who did what, and when.',
  isThere: isAdmin,
  show: () => <AuditPage />,
};
