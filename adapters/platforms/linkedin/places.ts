/** Where HTTP has this platform's own operations: under its neutral and its real name. */
export const places = {
  'professionalNetwork.manage': {
    method: 'GET',
    path: '/v1/professional-network/manage',
    aliases: ['/v1/linkedin/manage'],
    shape: 'page',
  },
  'professionalNetwork.accounts': {
    method: 'GET',
    path: '/v1/professional-network/accounts',
    aliases: ['/v1/linkedin/accounts'],
    shape: 'page',
  },
  'professionalNetwork.duplicateCampaign': {
    method: 'POST',
    path: '/v1/professional-network/duplicate-campaign',
    aliases: ['/v1/linkedin/duplicate-campaign'],
  },
  'professionalNetwork.duplicateCreative': {
    method: 'POST',
    path: '/v1/professional-network/duplicate-creative',
    aliases: ['/v1/linkedin/duplicate-creative'],
  },
  'professionalNetwork.launch': {
    method: 'POST',
    path: '/v1/professional-network/launch',
    aliases: ['/v1/linkedin/launch'],
    status: 202,
    shape: 'batch',
  },
} as const;
