/**
 * The pages of docs/ that answers, empty lists and checks lead to. The service has them at
 * `/docs/<page>`; test/walls/docs.test.ts holds them to docs/.
 */
export const docPages = {
  /** By the first word of an address of the dashboard. */
  dashboard: {
    home: 'tutorials/first-launch-dashboard',
    ads: 'how-to/manage/budgets-and-status',
    launch: 'tutorials/first-launch-dashboard',
    batches: 'how-to/launch/csv',
    reports: 'reference/metrics',
    creatives: 'explain/figures-and-vintages',
    conversions: 'how-to/manage/conversions',
    library: 'how-to/launch/drive-dropbox',
    research: 'reference/words',
    inbox: 'how-to/manage/comments',
    leads: 'how-to/manage/leads',
    rules: 'how-to/manage/rules',
    approvals: 'how-to/manage/approvals',
    people: 'how-to/host/people-and-roles',
    notifications: 'how-to/host/monitor',
    sessions: 'how-to/host/sign-in',
    programs: 'how-to/manage/programs',
    connect: 'how-to/manage/programs',
    audit: 'explain/security',
    connections: 'live',
    connected: 'live',
    workspaces: 'how-to/host/people-and-roles',
    limits: 'how-to/manage/limits',
    templates: 'how-to/launch/presets-names-utm',
    defaults: 'how-to/launch/presets-names-utm',
    keys: 'explain/security',
    webhooks: 'how-to/build/webhooks',
    companies: 'how-to/host/companies',
    jobs: 'how-to/host/dead-jobs',
    rehearsal: 'explain/sandbox',
  },
  /** By the first word of a check of `slipway doctor`. */
  doctor: {
    configuration: 'reference/settings',
    secret: 'how-to/host/secret',
    backup: 'how-to/host/backup',
    media: 'how-to/host/postgres-and-workers',
    retention: 'how-to/host/retention',
    public: 'how-to/host/tls',
    'sign-in': 'how-to/host/sign-in',
    mail: 'how-to/host/sign-in',
    data: 'how-to/host/install',
    database: 'how-to/host/postgres-and-workers',
    audit: 'explain/security',
    connection: 'trouble/live',
    platform: 'trouble/live',
    platforms: 'live',
    dead: 'how-to/host/dead-jobs',
    jobs: 'how-to/host/dead-jobs',
    work: 'how-to/host/postgres-and-workers',
    limits: 'how-to/manage/limits',
    leads: 'how-to/manage/leads',
    key: 'explain/security',
  },
  trouble: 'trouble/service',
} as const;

/** Where an error code is explained. */
export const errorPage = (code: string): string => `reference/errors#${code}`;

export const doctorPage = (check: string): string =>
  (docPages.doctor as { readonly [word: string]: string | undefined })[check.split(' ')[0] ?? ''] ??
  docPages.trouble;
