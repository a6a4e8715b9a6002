import type { LaunchRules } from '../ports/platform-definition.ts';
import { labelled } from './cells.ts';

/** Existing objects, so that the example can be launched as it is. */
interface ExampleParts {
  readonly account: { readonly id: string; readonly name: string };
  readonly adSet: { readonly value: string; readonly label: string };
  /** Whom the ad speaks for; absent where ads name nobody. */
  readonly profile?: Profile | undefined;
  /** An address, or the name of a file. */
  readonly media: string;
}

interface Profile {
  readonly page: string;
  readonly primaryName: string;
  readonly secondary?: string | null;
  readonly secondaryName?: string | null;
}

/** What the example goes by where ads do not speak for a page and a profile. */
type ExampleRules = Pick<LaunchRules, 'identity' | 'fields' | 'callsToAction'>;

const usual: ExampleRules = {
  identity: 'page-and-profile',
  fields: [],
  callsToAction: ['SHOP_NOW'],
};

/** The first that an ad can speak for: a page with a profile, or any where a field names it. */
export const exampleProfile = <P extends Profile>(
  profiles: readonly P[],
  { identity }: Pick<ExampleRules, 'identity'> = usual,
): P | undefined =>
  profiles.find(
    ({ secondary, secondaryName }) =>
      identity !== 'page-and-profile' || (secondary && secondaryName),
  );

/** Whether ads of this platform speak for a page and a profile. */
export const isForExample = (
  platforms: readonly {
    readonly id: string;
    readonly launch: { readonly identity: string } | null;
  }[],
  platform: string,
): boolean => platforms.find(({ id }) => id === platform)?.launch?.identity === 'page-and-profile';

interface AdSetRow {
  readonly value: string;
  readonly label: string;
  readonly adCount: number;
  readonly campaign: { readonly objective?: string | null };
}

/** An empty ad set, preferably one for visits: it takes any ad with a link. */
export const exampleAdSet = <A extends AdSetRow>(adSets: readonly A[]): A | undefined => {
  const empty = adSets.filter(({ adCount }) => adCount === 0);
  return (
    empty.find(({ campaign }) => /traffic/i.test(campaign.objective ?? '')) ?? empty[0] ?? adSets[0]
  );
};

const TEXTS = [
  ['A coat for every tide', 'coat'],
  ['Dry feet, all winter', 'boots'],
  ['Light for long evenings', 'lamp'],
] as const;

/** Three rows with their headers. With a mistake the second one's link lacks its https://. */
export function exampleSheet(
  { account, adSet, profile, media }: ExampleParts,
  { mistake }: { readonly mistake: boolean },
  { identity, fields, callsToAction }: ExampleRules = usual,
): { readonly headers: readonly string[]; readonly rows: readonly (readonly string[])[] } {
  const speaker = labelled(profile?.primaryName ?? '', profile?.page ?? '');
  const own = fields.flatMap(({ header, example }, i): [string, string][] => {
    if (example !== undefined) return [[header, example]];
    return i === 0 && identity === 'platform-field' && profile !== undefined
      ? [[header, speaker]]
      : [];
  });
  const button = callsToAction.find((word) => /^(SHOP_NOW|LEARN_MORE)$/.test(word)) ?? '';
  const rows = TEXTS.map(([headline, page], i): [string, string][] => [
    ['Ad name', 'Example {{index}}'],
    ['Ad account', labelled(account.name, account.id)],
    ['Ad sets', labelled(adSet.label, adSet.value)],
    ...(identity === 'page-and-profile'
      ? ([
          ['Page', speaker],
          ['Profile', labelled(profile?.secondaryName ?? '', profile?.secondary ?? '')],
        ] as [string, string][])
      : []),
    ...own,
    ['Media 1', media],
    ['Primary text', 'From the harbour, in every weather.'],
    ['Headline', headline],
    ['Call to action', button],
    ['Link', `${mistake && i === 1 ? '' : 'https://'}example.com/${page}`],
  ]);
  return {
    headers: (rows[0] ?? []).map(([header]) => header),
    rows: rows.map((cells) => cells.map(([, text]) => text)),
  };
}
