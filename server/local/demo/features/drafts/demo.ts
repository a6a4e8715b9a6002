import type { InputOf } from '../../../../client/client.ts';
import type { DemoPart, House } from '../../part.ts';

/** Rows that somebody has begun. */
async function saveDraft({ client, stage, pictures }: House): Promise<void> {
  const ad = {
    adName: 'Raincoat, yellow',
    adAccountId: stage.account.id,
    link: 'https://harbour.example/rain',
    ...stage.fields,
  };
  await client.drafts.create({
    name: 'Rain, next week',
    ads: [{ ...ad, adSets: [stage.adSetIds[0]], media: [{ url: pictures[0] }] }],
  } as InputOf<'drafts.create'>);
}

export const demo: DemoPart = { furnish: saveDraft };
