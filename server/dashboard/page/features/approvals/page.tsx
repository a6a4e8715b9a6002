import { later, type Page } from '../../parts/page.ts';

const ApprovalPage = later(() => import('./approvals.tsx'), 'ApprovalPage');
const ApprovalsPage = later(() => import('./approvals.tsx'), 'ApprovalsPage');

export const approvals: Page = {
  path: 'approvals',
  title: 'Approvals',
  icon: 'check',
  group: 'work',
  key: 'p',
  show: ({ id }) => (id === undefined ? <ApprovalsPage /> : <ApprovalPage key={id} digest={id} />),
};
