import { definitionsOf, type FoundAccount, findAccount, type Platforms } from '../../accounts/find-account.ts';
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
    if (found === undefined)
      faults.push({
        path,
        code: 'unknown_ad_account',
        message: `There is no ad account ${id} here. GET /v1/adaccounts lists yours.`,
      });
    else if (ports.platforms[found.platform]?.report === undefined)
      faults.push({ path, code: 'unsupported_on_platform', message: `${found.platform} has no figures for rules.` });
    else if (!accounts.some(({ key }) => key === found.key)) accounts.push(found);
  }
  faults.push(
    ...ruleFaults(
      rule,
      accounts.map((account) => checkedAccount(ports.platforms, account)),
    ),
  );
  return { accounts, faults };
}

function checkedAccount(platforms: Platforms, { key, currency, platform }: FoundAccount): CheckedAccount {
  const offered = definitionsOf(platforms)[platform]?.metrics ?? {};
  const lacks = metricKeys.filter((metric) => offered[metrics[metric].needs] === undefined);
  return { key, id: key.slice(key.indexOf(':') + 1), currency, platform, lacks };
}

export function refuse(faults: readonly Fault[]): void {
  const [first] = faults;
  if (first === undefined) return;
  const message = faults.length === 1 ? first.message : `The rule has ${faults.length} faults. ${first.message}`;
  throw new SlipwayError('unprocessable_entity', message, { details: faults });
}
