import { accessAccount } from '../../accounts/access.ts';
import { keptList } from '../../accounts/kept-list.ts';
import { type AccountKey, accountKeyOf, adAccountIdOf } from '../../base/account-key.ts';
import { PlatformError, SlipwayError } from '../../base/errors.ts';
import { join } from '../../base/schema/faults.ts';
import type { Warning } from '../../base/schema/unknown-fields.ts';
import type { LaunchAd } from '../../ports/launch-ad.ts';
import type { Plan } from '../plan/plan.ts';
import type { PreparePorts } from './prepare.ts';

const KEPT_MS = 10 * 60_000;

type Identities = readonly { readonly page: string; readonly profile: string }[];

/**
 * Pages and profiles that the account's list lacks. A list that is empty or cannot be read gives no
 * warnings.
 */
export async function identityWarnings(
  ports: PreparePorts,
  companyId: string,
  { ads }: Plan,
): Promise<Warning[]> {
  const warnings: Warning[] = [];
  const named = ads.filter((ad) => namedIn(ports, ad).length > 0);
  for (const account of new Set(named.map((ad) => accountKeyOf(ad)))) {
    const own = named.filter((ad) => accountKeyOf(ad) === account);
    const kept = await identitiesOf(ports, companyId, account, false);
    if (
      kept === undefined ||
      kept.length === 0 ||
      own.every((ad) => strangers(ports, ad, kept).length === 0)
    )
      continue;
    // They may have been added since.
    const now = (await identitiesOf(ports, companyId, account, true)) ?? [];
    if (now.length === 0) continue;
    for (const ad of own)
      for (const { field, value, otherwise } of strangers(ports, ad, now))
        warnings.push({
          path: join(ad.path, field),
          code: 'unknown_identity',
          message: `${adAccountIdOf(account)} has no ${value.slice(0, 80)} among ${namesOf[field] ?? 'its identities'}: ${otherwise}`,
        });
  }
  return warnings;
}

const namesOf: { readonly [field: string]: string } = {
  page: 'its pages',
  secondary: 'its profiles',
};
const refused = 'the platform will most likely refuse the ad.';

interface Named {
  readonly field: string;
  readonly value: string;
  readonly otherwise: string;
  isIn(known: Identities): boolean;
}

/** A page and its profile, or an identity in a field of its platform. */
function namedIn({ platforms }: PreparePorts, ad: LaunchAd): readonly Named[] {
  const rules = platforms[ad.platform]?.definition.launch;
  const own = rules?.identityOf?.(ad);
  if (own !== undefined)
    return [{ ...own, isIn: (known) => known.some(({ page }) => own.isSame(page)) }];
  const { page, secondary } = ad;
  if (rules?.identity !== 'page-and-profile' || page === undefined) return [];
  const isKnown = (known: Identities) => known.some((each) => each.page === page);
  const ofPage: Named = { field: 'page', value: page, otherwise: refused, isIn: isKnown };
  if (secondary === undefined) return [ofPage];
  const isIn = (known: Identities) =>
    known.some(({ profile }) => profile === secondary || profile === '');
  return [ofPage, { field: 'secondary', value: secondary, otherwise: refused, isIn }];
}

const strangers = (ports: PreparePorts, ad: LaunchAd, known: Identities): readonly Named[] =>
  namedIn(ports, ad).filter(({ isIn }) => !isIn(known));

async function identitiesOf(
  ports: PreparePorts,
  companyId: string,
  account: AccountKey,
  refresh: boolean,
): Promise<Identities | undefined> {
  const read = async () => {
    const { platform, access } = await accessAccount(ports, companyId, account);
    const identities = await platform.accounts.identities(access);
    return identities.map(({ value, linked }) => ({ page: value, profile: linked?.value ?? '' }));
  };
  try {
    return (
      await keptList(ports, companyId, {
        id: `identities ${account}`,
        maxAgeMs: KEPT_MS,
        refresh,
        read,
      })
    ).rows;
  } catch (error) {
    if (error instanceof PlatformError || error instanceof SlipwayError) return undefined;
    throw error;
  }
}
