import { useResource } from '../../base/api.ts';
import { later, type Page } from '../../parts/page.ts';

const ApprovalPage = later(() => import('./approvals.tsx'), 'ApprovalPage');
const ApprovalsPage = later(() => import('./approvals.tsx'), 'ApprovalsPage');

const LOOK_MS = 60_000;

/** How many plans and runs wait. */
function Waiting() {
  const plans = useResource('approvals.list', { status: 'awaiting_approval', limit: 1 }, { everyMs: LOOK_MS });
  const runs = useResource('automations.waiting', { limit: 1 }, { everyMs: LOOK_MS });
  const many = (plans.data?.pagination.total ?? 0) + (runs.data?.pagination.total ?? 0);
  if (many === 0) return null;
  return (
    <span class="badge live">
      {many}
      <span class="sr"> wait for approval</span>
    </span>
  );
}

export const approvals: Page = {
  path: 'approvals',
  title: 'Approvals',
  icon: 'check',
  group: 'work',
  under: 'rules',
  key: 'p',
  mark: Waiting,
  show: ({ id }) => (id === undefined ? <ApprovalsPage /> : <ApprovalPage key={id} digest={id} />),
};
