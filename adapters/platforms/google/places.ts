/** Where HTTP has the operations of this platform: under its neutral and its real name. */
export const places = {
  'searchAds.accounts': { method: 'GET', path: '/v1/search-ads/accounts', aliases: ['/v1/google-ads/accounts'], shape: 'page' },
  'searchAds.campaigns': {
    method: 'GET',
    path: '/v1/search-ads/campaigns',
    aliases: ['/v1/google-ads/campaigns'],
    shape: 'page',
  },
  'searchAds.adGroups': { method: 'GET', path: '/v1/search-ads/ad-groups', aliases: ['/v1/google-ads/ad-groups'], shape: 'page' },
  'searchAds.ads': { method: 'GET', path: '/v1/search-ads/ads', aliases: ['/v1/google-ads/ads'], shape: 'page' },
  'searchAds.keywords': { method: 'GET', path: '/v1/search-ads/keywords', aliases: ['/v1/google-ads/keywords'], shape: 'page' },
  'searchAds.searchTerms': {
    method: 'GET',
    path: '/v1/search-ads/search-terms',
    aliases: ['/v1/google-ads/search-terms'],
    shape: 'page',
  },
  'searchAds.conversionActions': {
    method: 'GET',
    path: '/v1/search-ads/conversion-actions',
    aliases: ['/v1/google-ads/conversion-actions'],
    shape: 'page',
  },
  'searchAds.assetGroups': {
    method: 'GET',
    path: '/v1/search-ads/asset-groups',
    aliases: ['/v1/google-ads/asset-groups'],
    shape: 'page',
  },
  'searchAds.query': { method: 'GET', path: '/v1/search-ads/query', aliases: ['/v1/google-ads/query'], shape: 'list' },
  'searchAds.queryFile': {
    method: 'GET',
    path: '/v1/search-ads/query/file',
    aliases: ['/v1/google-ads/query/file'],
    answers: 'file',
  },
  'searchAds.updateStatus': { method: 'POST', path: '/v1/search-ads/status', aliases: ['/v1/google-ads/status'] },
  'searchAds.updateBudget': { method: 'POST', path: '/v1/search-ads/budget', aliases: ['/v1/google-ads/budget'] },
  'searchAds.duplicateCampaign': {
    method: 'POST',
    path: '/v1/search-ads/duplicate-campaign',
    aliases: ['/v1/google-ads/duplicate-campaign'],
  },
} as const;
