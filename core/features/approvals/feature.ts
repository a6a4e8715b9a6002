import { neverSeen } from '../../accounts/workspace-view.ts';
import { approvalPolicyKind } from '../../gate/records.ts';
import { feature, type Others } from '../../operations/feature.ts';
import { eachOf } from '../../records/list.ts';
import { forgetApprovals, listApprovals } from './approvals.ts';
import { approvalOperations } from './operations.ts';
import { approvalKind } from './records.ts';
import { isOpen } from './status.ts';

/** Plans that wait for a person. */
export const approvals = feature({
  name: 'approvals',
  isAboutAll: true,
  operations: ({ operations }: Others) => approvalOperations(operations),
  kinds: [approvalKind, approvalPolicyKind],
  seen: [neverSeen(approvalKind)],
  forget: forgetApprovals,
  async overview(ports, companyId, { most }) {
    const waiting = await listApprovals(ports, companyId, { status: 'awaiting_approval' }, { offset: 0, limit: most });
    const plans = waiting.items.map(({ digest, summary, expiresAt }) => ({ digest, summary: summary[0] ?? digest, expiresAt }));
    return { approvals: { waiting: waiting.total, plans } };
  },
  async usage(ports, companyId) {
    let openPlans = 0;
    const where = { expiresAt: { from: ports.clock.now() } };
    await eachOf(ports.store, approvalKind, companyId, { where }, ({ doc }) => {
      if (isOpen(ports, doc)) openPlans += 1;
    });
    return { openPlans };
  },
});
