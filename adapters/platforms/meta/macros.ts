import type { Macro } from '../../../core/ports/evidence.ts';

const evidence = { source: 'Ads Manager, URL parameters of an ad (url_tags of AdCreative)', asOf: '2026-11-15' };

/** In links and `url_tags`. Catalogues bring their own fields. */
export const macros: readonly Macro[] = [
  ...['campaign.id', 'campaign.name', 'adset.id', 'adset.name', 'ad.id', 'ad.name', 'placement', 'site_source_name', 'product.*'],
].map((name) => ({ name, ...evidence }));
