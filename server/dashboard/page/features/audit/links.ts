/** Where the things that the audit names are dealt with, by the noun of the action: `batch.launch` is about a batch. */
const byNoun: { readonly [noun: string]: (subject: string) => string | undefined } = {
  batch: (id) => `#/batches/${id}`,
  draft: (id) => `#/launch/draft/${id}`,
  automation: (id) => `#/rules/${id}`,
  plan: (digest) => `#/approvals/${digest}`,
  ad: (id) => adsAt('ad', id),
  adset: (id) => adsAt('adset', id),
  campaign: (id) => adsAt('campaign', id),
  connection: () => '#/connections',
  key: () => '#/keys',
  invite: () => '#/people',
  person: () => '#/people',
  session: () => '#/sessions',
  guardrails: () => '#/limits',
  webhook: (id) => `#/webhooks/${id}`,
  workspace: () => '#/workspaces',
  'launch-defaults': () => '#/defaults',
  media: () => '#/media',
  board: () => '#/library',
  export: () => '#/reports',
  conversions: () => '#/conversions',
  'comment-filter': () => '#/inbox/filters',
};

const adsAt = (level: string, id: string): string => `#/ads?level=${level}&search=${encodeURIComponent(id)}`;

/** What is gone has no page. */
const isGone = (action: string): boolean => /\.(delete|revoke|withdraw|remove|removed)$/.test(action);

export const auditLink = (action: string, subject: string): string | undefined =>
  isGone(action) ? undefined : byNoun[action.split('.')[0] ?? '']?.(subject);
