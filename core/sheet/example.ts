import { labelled } from './cells.ts';

/** Existing objects, so that the example can be launched as it is. */
interface ExampleParts {
  readonly account: { readonly id: string; readonly name: string };
  readonly adSet: { readonly value: string; readonly label: string };
  readonly profile: {
    readonly page: string;
    readonly primaryName: string;
    readonly secondary: string;
    readonly secondaryName: string;
  };
  /** An address, or the name of a file. */
  readonly media: string;
}

type Profile = ExampleParts['profile'];

/** The first with a profile besides its page. */
export const exampleProfile = (
  profiles: readonly { readonly [K in keyof Profile]: Profile[K] | null }[],
): Profile | undefined =>
  profiles.find((each): each is Profile => each.secondary !== null && each.secondaryName !== null);

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
): { readonly headers: readonly string[]; readonly rows: readonly (readonly string[])[] } {
  return {
    headers: [
      'Ad name',
      'Ad account',
      'Ad sets',
      'Page',
      'Profile',
      'Media 1',
      'Primary text',
      'Headline',
      'Call to action',
      'Link',
    ],
    rows: TEXTS.map(([headline, page], i) => [
      'Example {{index}}',
      labelled(account.name, account.id),
      labelled(adSet.label, adSet.value),
      labelled(profile.primaryName, profile.page),
      labelled(profile.secondaryName, profile.secondary),
      media,
      'From the harbour, in every weather.',
      headline,
      'SHOP_NOW',
      `${mistake && i === 1 ? '' : 'https://'}example.com/${page}`,
    ]),
  };
}
