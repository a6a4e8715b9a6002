import type { DemoPart, House } from '../../part.ts';

/** Those of last month, kept long enough to be seen. */
async function readLeads({ client, platform, stage }: House): Promise<void> {
  const { destination } = stage.samples.conversions ?? {};
  if (stage.leads === undefined || destination === undefined) return;
  await client.leadWatches.set({
    accountId: stage.account.id,
    keepDays: 90,
    destination: `${platform}:${destination}`,
  });
}

export const demo: DemoPart = {
  furnish: readLeads,
  isSettled: async (client) =>
    (await client.leadWatches.list()).data.every(({ readAt }) => readAt !== null),
};
