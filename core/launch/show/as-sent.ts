import { foldEntries } from '../../effects/state.ts';
import type { LaunchAd, LaunchMedia } from '../../ports/launch-ad.ts';
import { correctionOf } from '../corrections.ts';
import { readBatch, readJournal, readPlan } from '../journal/journal.ts';
import { adSetIdOf } from '../structure/show.ts';
import { mayExist } from '../undo/state.ts';
import type { StatusPorts } from './status.ts';

interface SentAd {
  readonly adName: string;
  readonly adAccountId: string;
  readonly adSets: readonly string[];
  readonly [field: string]: unknown;
}

/**
 * The ads of a batch, each with all of its ad sets or those it failed in, to be corrected and
 * launched as another batch. A failed ad that may exist in one of them is left whole to a retry,
 * which looks for it first. Throws `not_found`.
 */
export async function adsAsSent(
  ports: Pick<StatusPorts, 'store'>,
  companyId: string,
  batchId: string,
  which: 'failed' | 'all',
): Promise<SentAd[]> {
  const { corrected = {} } = (await readBatch(ports.store, companyId, batchId)).doc;
  const plan = await readPlan(ports.store, companyId, batchId);
  const states = foldEntries(plan.operations, await readJournal(ports.store, companyId, batchId));
  const ads = plan.operations.filter(({ kind }) => kind === 'ad');
  const inDoubt = new Set(ads.filter((ad) => mayExist(states, ad)).map(({ adIndex }) => adIndex));
  const wanted = ads.filter(
    ({ id, adIndex }) =>
      which === 'all' ||
      (states.get(id)?.phase === 'failed' &&
        !inDoubt.has(adIndex) &&
        corrected[adIndex] === undefined),
  );
  const byAd = new Map<number, { adSets: Set<string>; names: Set<string> }>();
  for (const operation of wanted) {
    const { adIndex, adSetId, name } = operation;
    const of = byAd.get(adIndex) ?? { adSets: new Set<string>(), names: new Set<string>() };
    byAd.set(adIndex, of);
    if (adSetId !== undefined) of.adSets.add(adSetIdOf(operation, states));
    of.names.add(name ?? '');
  }
  return plan.ads.flatMap((ad) => {
    const of = byAd.get(ad.index);
    if (of === undefined) return [];
    // Tokens such as {{index}} would count from 1 again among fewer ads.
    const [name = ad.adName, ...others] = of.names;
    const sent = sentAd(ad, [...of.adSets], others.length === 0 ? name : ad.adName);
    return [which === 'all' ? sent : { ...sent, corrects: correctionOf(batchId, ad.index) }];
  });
}

function sentAd(
  {
    index: _,
    path: __,
    adSetsPath: ___,
    platform,
    paused,
    enhancements,
    platformFields,
    ...ad
  }: LaunchAd,
  adSets: readonly string[],
  adName: string,
): SentAd {
  return {
    ...ad,
    ...platformFields,
    adName,
    adSets,
    adAccountType: platform,
    status: paused ? 'PAUSED' : 'ACTIVE',
    media: ad.media.map(sentMedia),
    ...(enhancements && {
      enhancements: Object.fromEntries(enhancements.map((name) => [name, true])),
    }),
  };
}

const sentMedia = ({ filename, ratio: _, sha256: __, ...media }: LaunchMedia): object => ({
  ...media,
  ...(filename !== '' && { name: filename }),
});
