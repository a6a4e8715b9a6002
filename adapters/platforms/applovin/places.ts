/** Where HTTP has what only this platform has. */
export const places = {
  'appNetwork.duplicateCampaign': {
    method: 'POST',
    path: '/v1/app-network/duplicate-campaign',
    aliases: ['/v1/applovin/duplicate-campaign'],
  },
  'appNetwork.setCountryAmounts': {
    method: 'POST',
    path: '/v1/app-network/country-amounts',
    aliases: ['/v1/applovin/country-amounts'],
  },
  'appNetwork.endCards': { method: 'GET', path: '/v1/app-network/end-cards', aliases: ['/v1/applovin/end-cards'], shape: 'list' },
} as const;
