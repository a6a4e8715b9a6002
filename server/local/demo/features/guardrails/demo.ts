import type { DemoPart, House } from '../../part.ts';

async function setLimits({ client }: House): Promise<void> {
  const { suggested, revision } = await client.guardrails.get();
  await client.guardrails.replace({ ...suggested, accounts: {}, revision });
}

export const demo: DemoPart = { furnish: setLimits };
