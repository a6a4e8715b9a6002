import { accessAccount } from '../../accounts/access.ts';
import { type AccountKey, accountKeyOf, adAccountIdOf } from '../../accounts/account-key.ts';
import { keptList } from '../../accounts/kept-list.ts';
import { PlatformError, SlipwayError } from '../../errors.ts';
import type { LaunchAd } from '../../ports/launch-ad.ts';
import { join } from '../../schema/faults.ts';
import type { Warning } from '../../schema/unknown-fields.ts';
import type { Plan } from '../plan/plan.ts';
import type { PreparePorts } from './prepare.ts';

/** As long as pages of an account are taken for what they were. */
const KEPT_MS = 10 * 60_000;

type Identities = readonly { readonly page: string; readonly profile: string }[];

/**
 * Pages and profiles that the list of the account does not have: the platform will most likely refuse them. An account whose
 * list cannot be read spoils no plan, and neither does one whose list is empty.
 */
export async function identityWarnings(ports: PreparePorts, companyId: string, { ads }: Plan): Promise<Warning[]> {
  const warnings: Warning[] = [];
  const named = ads.filter(({ platform, page }) => page !== undefined && speaksForPages(ports, platform));
  for (const account of new Set(named.map((ad) => accountKeyOf(ad)))) {
    const own = named.filter((ad) => accountKeyOf(ad) === account);
    const kept = await identitiesOf(ports, companyId, account, false);
    if (kept === undefined || own.every((ad) => strangers(ad, kept).length === 0)) continue;
    // It may have been added since.
    const now = (await identitiesOf(ports, companyId, account, true)) ?? [];
    if (now.length === 0) continue;
    for (const ad of own)
      for (const [field, id] of strangers(ad, now))
        warnings.push({
          path: join(ad.path, field),
          code: 'unknown_identity',
          message: `The ${field === 'page' ? 'pages' : 'profiles'} of ${adAccountIdOf(account)} have no ${id}: the platform will most likely refuse the ad.`,
        });
  }
  return warnings;
}

const speaksForPages = ({ platforms }: PreparePorts, platform: string): boolean =>
  platforms[platform]?.definition.launch?.identity === 'page-and-profile';

function strangers({ page, secondary }: LaunchAd, known: Identities): readonly (readonly ['page' | 'secondary', string])[] {
  return [
    ...(page === undefined || known.some((each) => each.page === page) ? [] : [['page', page] as const]),
    ...(secondary === undefined || known.some(({ profile }) => profile === secondary || profile === '')
      ? []
      : [['secondary', secondary] as const]),
  ];
}

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
    return (await keptList(ports, companyId, `identities ${account}`, { maxAgeMs: KEPT_MS, refresh }, read)).rows;
  } catch (error) {
    if (error instanceof PlatformError || error instanceof SlipwayError) return undefined;
    throw error;
  }
}
