import { accountKeyOf } from '../../base/account-key.ts';
import type { Fault } from '../../base/errors.ts';
import type { LaunchAd } from '../../ports/launch-ad.ts';
import { newId } from './parents.ts';
import type { Structure } from './structure.ts';

/**
 * What no ad would go into is not made: it is refused, since something was probably meant to be in
 * it.
 */
export function unusedRefs(
  { parents }: Pick<Structure, 'parents'>,
  { ads }: { readonly ads: readonly LaunchAd[] },
): Fault[] {
  const used = new Set(ads.flatMap((ad) => ad.adSets.map(({ id }) => `${accountKeyOf(ad)} ${id}`)));
  for (const { level, account, ref, request } of parents)
    if (level === 'adSet' && used.has(`${account} ${newId(ref)}`))
      used.add(`${account} in ${request.campaignId}`);
  return parents.flatMap(({ id, level, account, ref }) => {
    const isUsed = used.has(
      level === 'adSet' ? `${account} ${newId(ref)}` : `${account} in ${newId(ref)}`,
    );
    if (isUsed) return [];
    const [list, word, into] =
      level === 'adSet'
        ? ['newAdSets', 'ad set', 'ad']
        : ['newCampaigns', 'campaign', 'new ad set'];
    const path = `${list}[${id.slice(id.indexOf(':') + 1)}].ref`;
    return [
      {
        path,
        code: 'unused_ref',
        message: `No ${into} goes into the ${word} ${ref}: name it there, or leave it out.`,
      },
    ];
  });
}
