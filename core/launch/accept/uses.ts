import { adCopyTemplates } from '../../features/ad-copy/ad-copy.ts';
import { namingConventions } from '../../features/naming/records.ts';
import { presets } from '../../features/presets/presets.ts';
import { utmTemplates } from '../../features/utm/utm.ts';
import type { Store } from '../../ports/store.ts';
import type { SentLaunch } from './body.ts';
import { findKept, type KeptFacts } from './kept.ts';

type ListName = 'namingConventions' | 'adCopyTemplates' | 'presets' | 'utmTemplates';

const lists: { readonly [L in ListName]: Pick<typeof presets, 'noteUse'> } = {
  ...{ namingConventions, adCopyTemplates, presets, utmTemplates },
};

/** What the company keeps that ads were made with: of each list, how many ads by id. */
export type Uses = readonly { readonly list: ListName; readonly id: string; readonly ads: number }[];

/** Ads are counted as they are written, whatever number of ad sets they go into. */
export function usesIn({ ads }: SentLaunch, kept: KeptFacts | undefined): Uses {
  if (kept === undefined) return [];
  const counts = new Map<string, Uses[number]>();
  const count = (list: ListName, id: string | undefined): void => {
    if (id === undefined) return;
    const key = `${list} ${id}`;
    counts.set(key, { list, id, ads: (counts.get(key)?.ads ?? 0) + 1 });
  };
  const forAds = kept.conventions.filter(({ level }) => level === 'ad');
  for (const { input } of ads) {
    const preset = findKept(kept.presets, input?.presetId ?? '');
    const named = (field: 'utmTemplateId' | 'adCopyTemplateId'): string =>
      String(input?.[field] || preset?.settings[field] || '');
    count('presets', preset?.id);
    count('utmTemplates', findKept(kept.utmTemplates, named('utmTemplateId'))?.id);
    count('adCopyTemplates', findKept(kept.adCopyTemplates, named('adCopyTemplateId'))?.id);
    if (input?.naming) count('namingConventions', (findKept(kept.conventions, input.naming.conventionId ?? '') ?? forAds[0])?.id);
  }
  return [...counts.values()];
}

/** Only what is told depends on it: it is written after the launch was accepted. */
export async function noteUses(
  store: Store,
  companyId: string,
  uses: Uses,
  batch: { readonly id: number; readonly at: number },
): Promise<void> {
  for (const { list, id, ads } of uses) await lists[list].noteUse(store, companyId, id, { ...batch, ads });
}
