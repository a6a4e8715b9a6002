import type { InputOf } from '../../../../client/client.ts';
import type { DemoPart, House } from '../../part.ts';

/** A launch on every other platform whose ads show pictures. */
async function launchElsewhere({
  client,
  stage: first,
  simulations,
  pictures,
}: House): Promise<void> {
  const others = simulations.filter(
    ({ stage }) => stage !== first && stage.media.includes('image'),
  );
  await Promise.all(
    others.map(async ({ stage, platform }) => {
      const ads = ['Coat, grey', 'Boots', 'Lamp'].map((adName, n) => ({
        adName,
        adAccountId: stage.account.id,
        adSets: [stage.adSetIds[n % 2]],
        status: 'PAUSED',
        ...stage.fields,
        link: 'https://harbour.example/autumn',
        media: [{ url: pictures[n % pictures.length] }],
      }));
      await client.launch({
        name: `Autumn, ${platform.replaceAll('-', ' ')}`,
        ads,
      } as InputOf<'launch'>);
    }),
  );
}

export const demo: DemoPart = {
  furnish: launchElsewhere,
  isSettled: async (client) =>
    (await client.batches.list({ limit: 50 })).data.every(({ status }) => status !== 'processing'),
};
