import type { Page } from '../../parts/page.tsx';
import { ApprovalPage, ApprovalsPage } from './approvals.tsx';

export const approvals: Page = {
  path: 'approvals',
  title: 'Approvals',
  icon: 'check',
  group: 'work',
  key: 'p',
  show: ({ id }) => (id === undefined ? <ApprovalsPage /> : <ApprovalPage key={id} digest={id} />),
};
