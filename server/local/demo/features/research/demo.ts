import type { DemoPart } from '../../part.ts';

export const demo: DemoPart = {
  /** What the simulated research source keeps of others. */
  async tell(client) {
    const { data } = await client.research.ads({ filters: { limit: 3 } });
    // As the simulated source has them.
    const { ads, total } = data as {
      readonly total: number;
      readonly ads: readonly { readonly [name: string]: unknown }[];
    };
    const rows = ads.map(({ companyName, headline, spend }) => [
      String(companyName),
      String(headline),
      String(spend),
    ]);
    return {
      title: `Research: ${total} saved ads of others, those with the most spend`,
      rows: [['brand', 'headline', 'spend'], ...rows],
    };
  },
};
