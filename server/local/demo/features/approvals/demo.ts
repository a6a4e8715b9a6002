import type { DemoPart, House } from '../../part.ts';

/** A rise of a budget that a model wants, and one that was declined. */
async function planForApproval({ client, stage }: House): Promise<void> {
  const raised = (at: 0 | 1, dailyBudget: number) =>
    client.approvals.request({
      operations: [
        {
          operation: 'manage.updateBudget',
          input: {
            businessId: stage.account.id,
            entityType: 'adset',
            entityId: stage.adSetIds[at],
            dailyBudget,
          },
        },
      ],
      comment: 'Its results cost a third less than those of the others this week.',
    });
  await raised(0, 80);
  const { digest } = await raised(1, 95);
  await client.approvals.decide({
    digest,
    decision: 'decline',
    comment: 'Not before the weekend.',
  });
}

export const demo: DemoPart = { furnish: planForApproval };
