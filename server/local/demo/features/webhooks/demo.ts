import type { DemoPart, House } from '../../part.ts';

async function listen({ client, webhookUrl }: House): Promise<void> {
  await client.webhooks.create({ name: 'Order desk', url: webhookUrl });
}

export const demo: DemoPart = { furnish: listen };
