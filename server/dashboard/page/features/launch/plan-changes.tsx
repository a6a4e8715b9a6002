import { spendingRemarks } from '../../../../../core/gate/words.ts';
import { type AccountChange, changesIn, type SentAd } from '../../../../../core/launch/plan/changes.ts';
import { type AdAccount, type Plan, useAccounts, useResource } from '../../base/api.ts';
import { count, figure, plural } from '../../base/words.ts';

/** What a launch changes, by account and ad set, with the budgets. */
export function PlanChanges({ plan, ads }: { plan: Plan; ads: readonly SentAd[] }) {
  const { starts } = spendingRemarks(plan);
  const accounts = useAccounts();
  return (
    <div class="plan-changes">
      <p class={starts.length > 0 ? 'strong warn-text' : 'strong'}>
        {starts.length > 0 ? `Starts to spend ${starts.join('; ')}` : 'No further budget starts to spend'}
      </p>
      {changesIn(plan, ads).map((change) => (
        <AccountChanges
          key={change.id}
          change={change}
          account={accounts.data?.data.find(({ id, name }) => id === change.id || name === change.id)}
        />
      ))}
    </div>
  );
}

/** Ad sets shown of one account. */
const SHOWN = 12;

function AccountChanges({ change, account }: { change: AccountChange; account: AdAccount | undefined }) {
  const { data } = useResource('reports.adSets', account === undefined ? undefined : { accountId: account.id, limit: 200 });
  const ads = change.adSets.reduce((sum, { names }) => sum + names.length, 0);
  return (
    <section aria-label={account?.name ?? change.id}>
      <h3 dir="auto">
        {account?.name ?? change.id} <span class="hint">{plural(ads, 'new ad')}</span>
      </h3>
      <ul>
        {change.adSets.slice(0, SHOWN).map(({ id, names }) => {
          const found = data?.data.find(({ value }) => value === id);
          return (
            <li key={id}>
              <span class="plan-sign" aria-hidden="true">
                +
              </span>
              <span>
                <strong>{plural(names.length, 'ad')}</strong> in{' '}
                <span dir="auto" title={id}>
                  {found?.label ?? id}
                </span>
                {found && (
                  <span class="hint">
                    {found.campaign.name} · {budgetWords(found, account?.currency)} · {stateWords(found.status)}
                  </span>
                )}
              </span>
            </li>
          );
        })}
      </ul>
      {change.adSets.length > SHOWN && <p class="hint">and in {count(change.adSets.length - SHOWN)} more ad sets</p>}
    </section>
  );
}

interface Budgets {
  readonly dailyBudget: number | null;
  readonly lifetimeBudget: number | null;
}

function budgetWords({ dailyBudget, lifetimeBudget }: Budgets, currency: string | undefined): string {
  if (dailyBudget !== null) return `${figure(dailyBudget, 'money', currency)} a day`;
  return lifetimeBudget === null ? 'budget of the campaign' : `${figure(lifetimeBudget, 'money', currency)} in all`;
}

const stateWords = (status: string): string => (status === 'ACTIVE' || status === 'ENABLE' ? 'on' : status.toLowerCase());
