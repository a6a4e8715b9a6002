import type { InputOf } from '../../../../client/client.ts';
import type { DemoPart, House } from '../../part.ts';

/** Purchases of the last two days; the platform refuses one of them. */
async function sendConversions({ client, platform, stage }: House): Promise<void> {
  const { destination, fields } = stage.samples.conversions ?? {};
  if (destination === undefined) return;
  const hoursAgo = (hours: number): string =>
    new Date(Date.now() - hours * 3_600_000).toISOString();
  const events = Array.from({ length: 12 }, (_, n) => ({
    eventId: `order-${4100 + n}${n === 7 ? '-sandbox-refused' : ''}`,
    name: 'purchase',
    happenedAt: hoursAgo(1 + n * 3),
    value: 39 + n * 10,
    currency: stage.account.currency,
    ...fields,
  }));
  const sent: object = { destinations: [`${platform}:${destination}`], events };
  await client.conversions.send(sent as InputOf<'conversions.send'>);
}

export const demo: DemoPart = {
  furnish: sendConversions,
  isSettled: async (client) =>
    (await client.conversions.uploads({ limit: 50 })).data.every(({ finished }) => finished),
};
