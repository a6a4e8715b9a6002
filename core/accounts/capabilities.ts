import type { SlipwayError } from '../base/errors.ts';
import { platformCalled } from '../base/platforms.ts';
import { breaks } from '../base/refusal.ts';
import type { AdPlatform } from '../ports/ad-platform.ts';

type Group = keyof typeof groupWords;

/** Each completes "does not offer …". */
const words = {
  launch: 'launches',
  'create.campaign': 'the creation of campaigns',
  'create.adSet': 'the creation of ad sets',
  'update.campaign': 'changes of campaign settings',
  'update.adSet': 'changes of ad set settings',
  'update.ad': 'changes of the content of ads',
  'edit.setStatus': 'changes of status',
  'edit.setEnd': 'changes of end dates',
  'edit.remove': 'deletion',
  'edit.rename': 'changes of names',
  'edit.setBudget': 'changes of budgets',
  'edit.appeal': 'appeals against rejections through Slipway: appeal in its own ads manager',
  duplicate: 'copies',
  location: 'changes of locations',
  'inspect.ads': 'lists of ads',
  'inspect.entities': 'look-ups by id',
  'inspect.creatives': 'the content of creatives',
  'inspect.debug': 'raw records of ads',
  'inspect.pictures': 'pictures of ads',
  'inspect.preview': 'previews',
  'inspect.posts': 'lists of posts',
  history: 'a history of changes',
  'report.daily': 'reports',
  'report.reach': 'reach',
  'report.byCountry': 'figures by country',
  'report.reachByMonth': 'the composition of reach by month',
  search: 'a search for places',
  comments: 'comments',
  'comments.like': 'likes of comments',
  choices: 'lists to choose settings from',
  'delivery.read': 'the state of delivery',
  'delivery.minimumBudgets': 'the least budgets of an account',
  'conversions.send': 'conversion events',
  'conversions.tryOut': 'a check of conversion events',
  'conversions.received': 'counts of received events',
  'conversions.customConversions': 'custom conversions',
  'conversions.adjust': 'adjustments of conversions',
  leads: 'lead forms',
  'leads.page': 'reading of leads',
  'leads.making': 'new lead forms',
  'leads.notices': 'notices of new leads',
} as const satisfies { readonly [name: string]: string };

type CapabilityName = keyof typeof words;

const capabilityNames = Object.keys(words) as readonly CapabilityName[];

/** Words for a whole group. */
const groupWords = {
  launch: words.launch,
  create: 'the creation of campaigns and ad sets',
  update: 'changes of settings',
  edit: 'changes',
  duplicate: words.duplicate,
  location: words.location,
  inspect: 'look-ups',
  history: words.history,
  report: words['report.daily'],
  search: words.search,
  comments: words.comments,
  choices: words.choices,
  delivery: words['delivery.read'],
  conversions: words['conversions.send'],
  leads: words.leads,
} as const satisfies { readonly [G in keyof AdPlatform]?: string };

/** In the order of the table. */
export function offersOf(platform: AdPlatform): readonly CapabilityName[] {
  return capabilityNames.filter((name) => {
    const [group = '', member] = name.split('.');
    const offered: object | undefined = platform[group as Group];
    return (
      offered !== undefined &&
      (member === undefined ||
        (offered as { readonly [member: string]: unknown })[member] !== undefined)
    );
  });
}

/**
 * Throws `unprocessable_entity` (`unsupported_on_platform`) when the platform does not offer it.
 */
export function offeredGroup<G extends Group>(
  platform: AdPlatform,
  group: G,
  path = '',
): NonNullable<AdPlatform[G]> {
  const offered = platform[group];
  if (offered === undefined) throw notOffered(platform, groupWords[group], path);
  return offered as NonNullable<AdPlatform[G]>;
}

export function offeredMember<G extends Group, M extends keyof NonNullable<AdPlatform[G]> & string>(
  platform: AdPlatform,
  group: G,
  member: M & (`${G}.${M}` extends CapabilityName ? unknown : never),
  path = '',
): NonNullable<NonNullable<AdPlatform[G]>[M]> {
  const offered = offeredGroup(platform, group, path)[member];
  // The type of `member` says that the table has it.
  if (offered === undefined || offered === null) {
    const name = `${group}.${member}` as CapabilityName;
    throw (name === 'leads.page' || name === 'leads.making' ? notBuilt : notOffered)(
      platform,
      words[name],
      path,
    );
  }
  return offered;
}

/** The platform has it; Slipway does not use it yet. */
export const notBuilt = ({ definition }: AdPlatform, what: string, path: string): SlipwayError =>
  breaks(
    path,
    'unsupported_on_platform',
    `Slipway has not built ${what} for ${platformCalled(definition.label)}.`,
  );

export function notOffered({ definition }: AdPlatform, what: string, path: string): SlipwayError {
  const message = `${platformCalled(definition.label)} does not offer ${what}.`;
  return breaks(path, 'unsupported_on_platform', message);
}
