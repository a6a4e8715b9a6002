import {
  definitionsOf,
  type FoundAccount,
  findAccount,
  type Platforms,
} from '../../accounts/find-account.ts';
import { adAccountIdOf } from '../../base/account-key.ts';
import { type Fault, SlipwayError } from '../../base/errors.ts';
import { metricKeys, metrics } from '../../report/metrics.ts';
import { type CheckedAccount, ruleFaults } from './check.ts';
import type { Rule } from './schema/rule.ts';
import type { RulePorts } from './stop.ts';

export async function checkedRule(
  ports: Pick<RulePorts, 'store' | 'platforms'>,
  companyId: string,
  rule: Rule,
): Promise<{ readonly accounts: readonly FoundAccount[]; readonly faults: readonly Fault[] }> {
  const accounts: FoundAccount[] = [];
  const faults: Fault[] = [];
  for (const [i, id] of rule.scope.accountIds.entries()) {
    const path = `scope.accountIds[${i}]`;
    const found = await findAccount(ports, companyId, id, { path });
    const unknown = `There is no ad account ${id} here.`;
    if (found === undefined) faults.push({ path, code: 'unknown_ad_account', message: unknown });
    else if (ports.platforms[found.platform]?.report === undefined)
      faults.push({
        path,
        code: 'unsupported_on_platform',
        message: `${found.platform} has no figures for rules.`,
      });
    else if (!accounts.some(({ key }) => key === found.key)) accounts.push(found);
  }
  const checked = accounts.map((account) => checkedAccount(ports.platforms, account));
  return { accounts, faults: [...faults, ...ruleFaults(rule, checked)] };
}

function checkedAccount(
  platforms: Platforms,
  { key, currency, platform }: FoundAccount,
): CheckedAccount {
  const offered = definitionsOf(platforms)[platform]?.metrics ?? {};
  const lacks = metricKeys.filter((metric) => offered[metrics[metric].needs] === undefined);
  return { key, id: adAccountIdOf(key), currency, platform, lacks };
}

export const conflictOf = (code: string, path: string, message: string): SlipwayError =>
  new SlipwayError('conflict', message, { details: [{ path, code, message }] });

export function refuse(faults: readonly Fault[]): void {
  const [first] = faults;
  if (first === undefined) return;
  const message =
    faults.length === 1 ? first.message : `The rule has ${faults.length} faults. ${first.message}`;
  throw new SlipwayError('unprocessable_entity', message, { details: faults });
}
