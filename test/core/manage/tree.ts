import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { adSet, type Client, campaign, imageStory } from '../../adapters/sandbox/client.ts';

export interface TreeOptions {
  readonly campaign?: object;
  readonly adSet?: object;
  readonly account?: string;
}

/** A campaign of its own with ad sets that hold so many ads each. */
export async function plantTree(client: Client, ads: readonly number[], more: TreeOptions = {}) {
  const account = more.account ?? seed.accounts.eur;
  const top = await client.make(
    `/${account}/campaigns`,
    campaign({ name: 'Tree', ...more.campaign }),
  );
  const adSets: string[] = [];
  const all: string[][] = [];
  for (const [index, count] of ads.entries()) {
    const id = await client.make(
      `/${account}/adsets`,
      adSet({ campaign_id: top, name: `Branch ${index}`, ...more.adSet }),
    );
    adSets.push(id);
    const own: string[] = [];
    for (let number = 0; number < count; number += 1)
      own.push(
        await client.make(`/${account}/ads`, {
          name: `Leaf ${number}`,
          adset_id: id,
          status: 'ACTIVE',
          creative: { object_story_spec: imageStory() },
        }),
      );
    all.push(own);
  }
  return { campaign: top, adSets, ads: all, adSet: adSets[0] ?? '' };
}
