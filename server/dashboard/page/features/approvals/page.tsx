import { useResource } from '../../base/api.ts';
import { later, type Page } from '../../parts/page.ts';
import { plugged } from '../../parts/plug.ts';

const ApprovalPage = later(() => import('./approvals.tsx'), 'ApprovalPage');
const ApprovalsPage = later(() => import('./approvals.tsx'), 'ApprovalsPage');

const LOOK_MS = 60_000;

/** How many plans and runs wait. */
function Waiting() {
  const plans = useResource(
    'approvals.list',
    { status: 'awaiting_approval', limit: 1 },
    { everyMs: LOOK_MS },
  );
  const others = plugged('useAsking').map((useAsking) => useAsking(1, LOOK_MS).total);
  const many = others.reduce((sum, each) => sum + each, plans.data?.pagination.total ?? 0);
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
