/** What operations are about, in the order of the reference. */
export const topics = {
  Launch: 'Ads in batches: plan, launch, follow, retry, cancel, undo.',
  Drafts: 'Launches that wait.',
  Manage: 'Campaigns, ad sets and ads: create, change, copy, look into.',
  Comments: 'What people write under ads: read, answer, hide, filter.',
  Media: 'Images and videos for launches.',
  Reports: 'Figures of ad accounts.',
  Conversions: 'Events that happened elsewhere, sent to where platforms count them.',
  Accounts: 'Platforms, ad accounts, pages and what launches start from.',
  Research: 'Ads, boards and brands of others, from a research source that your company has connected.',
  'Ad copy': 'Texts that are used again and again.',
  Names: 'How names of campaigns, ad sets and ads are built, and read back.',
  Automations: 'Rules that watch figures and act: judge, explain, try on the past, carry out once, undo.',
  Access: 'Companies, workspaces, people, sessions, keys and the audit trail.',
  Approvals: 'Plans that a person approves before anything is sent.',
  Webhooks: 'Addresses that are told when something happens.',
  Notifications: 'What happened, for the people who look after it.',
  Sandbox: 'The simulated platforms: rehearse, and make things go wrong on purpose.',
  Service: 'About this service.',
  'Older surface': 'Kept for clients of the first version, with its own envelope of errors.',
} as const;

export type Topic = keyof typeof topics;
