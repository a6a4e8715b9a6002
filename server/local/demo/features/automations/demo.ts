import type { DemoPart, House } from '../../part.ts';
import { rulesFor } from './rules.ts';

/** One rule has acted, one asks first, one only looks. */
async function letRulesRun({ client, stage }: House): Promise<void> {
  for (const { rule, mode } of rulesFor(stage.account.id)) {
    const { id } = await client.automations.create(rule);
    await client.automations.execute({ id });
    await client.automations.toggle({ id, enabled: true, mode });
    if (mode !== 'simulate') await client.automations.execute({ id, dryRun: false });
  }
}

export const demo: DemoPart = {
  furnish: letRulesRun,
  isSettled: async (client) => {
    const { data: rules } = await client.automations.list({ limit: 50 });
    for (const { id } of rules) {
      const { data } = await client.automations.executions({ id, limit: 5 });
      if (data.some(({ status }) => status === 'running')) return false;
    }
    return true;
  },
};
