import { later, may, type Page } from '../../parts/page.ts';

const GrantsPage = later(() => import('./grants.tsx'), 'GrantsPage');
const ConsentPage = later(() => import('./consent.tsx'), 'ConsentPage');

export const grants: readonly Page[] = [
  {
    path: 'programs',
    title: 'Programs',
    icon: 'bolt',
    group: 'settings',
    section: 'Workspace',
    about: 'Assistants and other programs that may act for you.',
    show: ({ me }) => <GrantsPage mayAll={may(me, 'admin')} />,
  },
  {
    path: 'connect',
    title: 'Connect a program',
    icon: 'bolt',
    show: ({ id }) => <ConsentPage request={id ?? ''} />,
  },
];
