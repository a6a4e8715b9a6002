interface RuleColumn {
  readonly key: RuleColumnKey;
  readonly header: string;
  readonly note: string;
  readonly width: number;
  readonly choices?: readonly string[];
  /** Written back: people only read it. */
  readonly isSystem?: true;
  readonly isHidden?: true;
}

export type RuleColumnKey =
  | (
      | 'name'
      | 'state'
      | 'template'
      | 'values'
      | 'accounts'
      | 'level'
      | 'where'
      | 'when'
      | 'rank'
      | 'actions'
      | 'schedule'
    )
  | ('minSpend' | 'keepActive' | 'settleDays' | 'priority' | 'more')
  | ('verdict' | 'sentence' | 'why' | 'problem' | 'lastRun' | 'ruleId' | 'saved');

export const states = {
  Off: 'off',
  Simulate: 'simulate',
  'Ask first': 'approve',
  Act: 'act',
} as const;
export type State = (typeof states)[keyof typeof states];

export const levelWords = {
  Campaign: 'campaign',
  'Ad set': 'adset',
  Ad: 'ad',
  'Ad account': 'account',
} as const;

export const ruleColumns: readonly RuleColumn[] = [
  { key: 'name', header: 'Rule', note: 'What the rule is called.', width: 170 },
  {
    key: 'state',
    header: 'State',
    note: 'Off; Simulate: it runs and only says what it would do; Ask first: it waits for approval; Act. A rule that is new or changed is tried first: save once, read the verdict, save again to let it act.',
    width: 90,
    choices: Object.keys(states),
  },
  {
    key: 'template',
    header: 'Template',
    note: 'A rule to begin with. What you write in the columns to the right counts more.',
    width: 150,
  },
  {
    key: 'values',
    header: 'Values',
    note: 'Numbers by name, those of the template or your own: targetCost 30; targetReturn 2.5. Conditions can name them.',
    width: 150,
  },
  { key: 'accounts', header: 'Ad accounts', note: 'Their ids, separated by commas.', width: 150 },
  {
    key: 'level',
    header: 'Level',
    note: 'What the rule looks at.',
    width: 80,
    choices: Object.keys(levelWords),
  },
  {
    key: 'where',
    header: 'Only where',
    note: 'Narrows by names and attributes: name contains "sale" and platform is primary. No metrics here.',
    width: 170,
  },
  {
    key: 'when',
    header: 'When',
    note: 'cost per result of the last 7 days > 30 and spend of the last 7 days > 90. Or: cost per result of the last 7 days is provably above 36; rejected; daily budget > 0; roas of the last 7 days < roas of the last 7 days 7 days earlier. Joined by and, or, not and brackets.',
    width: 300,
  },
  {
    key: 'rank',
    header: 'Of these',
    note: 'highest 25 % by roas of the last 7 days; lowest 3 by ctr of the last 7 days in the account. Empty: all of them.',
    width: 160,
  },
  {
    key: 'actions',
    header: 'Do',
    note: 'pause; resume; raise budget by 15 %, at most 500; lower budget by 10; set budget to 50; notify: "…". Several are joined by ;.',
    width: 190,
  },
  {
    key: 'schedule',
    header: 'Runs',
    note: '08:00; 08:00, 18:00 on mon-fri; every hour; every 30 minutes between 08:00 and 20:00. By the clock of the ad account.',
    width: 130,
  },
  {
    key: 'minSpend',
    header: 'From a spend of',
    note: 'Entities that spent less are left alone.',
    width: 100,
  },
  {
    key: 'keepActive',
    header: 'Keep active',
    note: 'Number of each campaign or ad set that are never paused.',
    width: 80,
  },
  {
    key: 'settleDays',
    header: 'Days to settle',
    note: 'Number of last days that do not count for results.',
    width: 80,
  },
  {
    key: 'priority',
    header: 'Priority',
    note: '0 to 1000. Where two rules want one entity, the higher acts.',
    width: 70,
  },
  {
    key: 'more',
    header: 'More',
    note: 'Anything else a rule can say, as JSON: {"guards":{"cooldownHours":48}}.',
    width: 130,
  },
  { key: 'verdict', header: 'Verdict', note: 'What a dry run says.', width: 190, isSystem: true },
  {
    key: 'why',
    header: 'Why',
    note: 'Entity by entity, in the words of the run.',
    width: 360,
    isSystem: true,
  },
  {
    key: 'problem',
    header: 'What to do',
    note: 'What is wrong with the row.',
    width: 260,
    isSystem: true,
  },
  {
    key: 'sentence',
    header: 'In words',
    note: 'The rule as a sentence.',
    width: 300,
    isSystem: true,
  },
  {
    key: 'lastRun',
    header: 'Last run',
    note: 'When it last ran by itself, and how.',
    width: 160,
    isSystem: true,
  },
  {
    key: 'ruleId',
    header: 'Rule ID',
    note: 'Empty it to make a rule of its own.',
    width: 110,
    isSystem: true,
  },
  {
    key: 'saved',
    header: 'Saved as',
    note: 'What was saved, for Slipway alone.',
    width: 60,
    isSystem: true,
    isHidden: true,
  },
];

export function columnPositions(headers: readonly string[]): ReadonlyMap<RuleColumnKey, number> {
  const found = new Map<RuleColumnKey, number>();
  headers.forEach((text, position) => {
    const word = text.trim().toLowerCase();
    const column = ruleColumns.find(
      ({ header, key }) => header.toLowerCase() === word || key.toLowerCase() === word,
    );
    if (column !== undefined && !found.has(column.key)) found.set(column.key, position);
  });
  return found;
}
