import type { ComponentChildren } from 'preact';
import { isOff, isOn } from '../../../../../core/accounts/states.ts';
import { spendingRemarks } from '../../../../../core/gate/words.ts';
import {
  type AccountChange,
  changesIn,
  type SentAd,
} from '../../../../../core/launch/plan/changes.ts';
import { type AdAccount, type Plan, useAccounts, useResource } from '../../base/api.ts';
import { useNames } from '../../base/platforms.ts';
import { count, duration, figure, plural } from '../../base/words.ts';
import { LongWait } from '../../parts/long-wait.tsx';
import { Badge, Button, Facts } from '../../parts/parts.tsx';
import type { Warned } from '../../rows/sheet.ts';
import { Warnings } from '../../rows/warnings.tsx';

interface PlanCardProps {
  plan: Plan | undefined;
  ads: readonly object[];
  warned: readonly Warned[];
  faults: number;
  checking: boolean;
  busy: boolean;
  onLaunch: () => void;
  onCheckAgain: () => void;
  children?: ComponentChildren;
}

export function PlanCard({
  plan,
  ads,
  warned,
  faults,
  checking,
  busy,
  onLaunch,
  onCheckAgain,
  children,
}: PlanCardProps) {
  return (
    <section class="card plan" aria-label="Plan">
      <header>
        <h2>Plan</h2>
        <p class="plan-state" role="status">
          {faults > 0 ? (
            <Badge tone="bad">{plural(faults, 'fault')} to correct</Badge>
          ) : checking || plan === undefined ? (
            <Badge tone="live">Checking</Badge>
          ) : (
            <Badge tone={plan.launchStatus === 'PAUSED' ? 'good' : 'warn'}>
              {plan.launchStatus === 'PAUSED'
                ? 'Created paused'
                : plan.launchStatus === 'ACTIVE'
                  ? 'Delivers at once'
                  : 'Some deliver at once'}
            </Badge>
          )}
        </p>
      </header>
      {checking && <LongWait onRetry={onCheckAgain} />}
      {plan && faults === 0 && <PlanChanges plan={plan} ads={ads} />}
      {plan && <Refused plan={plan} />}
      {warned.length > 0 && <Warnings warned={warned} />}
      {plan && faults === 0 && <Sending plan={plan} />}
      {children}
      <Button
        kind="primary"
        icon="launch"
        busy={busy}
        // Enabled while rows are checked: a click that leaves a cell starts a check.
        disabled={!checking && (plan === undefined || faults > 0)}
        onClick={onLaunch}
      >
        {plan && faults === 0 ? `Launch ${plural(plan.totalAds, 'ad')}` : 'Launch'}
      </Button>
    </section>
  );
}

/** `1 campaign, 3 ad sets, 12 ads`: all that a launch makes. */
export function madeWords({ creates, totalAds }: Plan): string {
  const { campaigns = 0, adSets = 0 } = creates ?? {};
  const above = [
    ...(campaigns > 0 ? [plural(campaigns, 'campaign')] : []),
    ...(adSets > 0 ? [plural(adSets, 'ad set')] : []),
  ];
  return [...above, plural(totalAds, 'ad')].join(', ');
}

function Refused({ plan }: { plan: Plan }) {
  const names = useNames();
  const { refused } = spendingRemarks(plan);
  if (refused.length === 0) return null;
  return (
    <div class="note bad" role="alert">
      <ul>
        {refused.map((message) => (
          <li key={message}>{names.sentence(message)}</li>
        ))}
      </ul>
    </div>
  );
}

function Sending({ plan }: { plan: Plan }) {
  const made = (kind: string) => plan.operations.filter((each) => each.kind === kind).length;
  const { platformCalls, httpRequests, estimatedSeconds, byAccount } = plan.cost;
  return (
    <details class="sending">
      <summary>How it is sent, in about {secondsWords(estimatedSeconds)}</summary>
      <Facts
        facts={[
          ['Ads', count(plan.totalAds)],
          ['Uploads', count(made('image') + made('video'))],
          ['Creatives', count(made('creative'))],
          ['Platform calls', count(platformCalls)],
          ['HTTP requests', count(httpRequests)],
          ['Takes about', secondsWords(estimatedSeconds)],
        ]}
      />
      <Accounts accounts={byAccount} />
    </details>
  );
}

const secondsWords = (seconds: number): string =>
  seconds < 10 ? `${seconds} s` : duration(seconds * 1000);

/** Above this use of its limit an account is likely to make a launch wait. */
const MUCH_PERCENT = 75;

function Accounts({ accounts }: { accounts: Plan['cost']['byAccount'] }) {
  const names = useNames();
  return (
    <ul class="quotas" aria-label="By ad account">
      {accounts.map(({ adAccountId, calls, quotaPercent }) => (
        <li key={adAccountId}>
          <span>{names.account(adAccountId)}</span>
          <span>{plural(calls, 'call')} predicted</span>
          {quotaPercent === undefined ? (
            <span class="hint">
              its use of the platform’s limit is not known before its first call
            </span>
          ) : (
            <>
              <meter
                min={0}
                max={100}
                high={MUCH_PERCENT}
                value={quotaPercent}
                aria-label={`Limit of ${names.account(adAccountId)} in use`}
              />
              <span class={quotaPercent > MUCH_PERCENT ? 'warn-text' : 'hint'}>
                {Math.round(quotaPercent)} % of the platform’s limit in use
                {quotaPercent > MUCH_PERCENT && ': the launch may have to wait for it'}
              </span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function PlanChanges({ plan, ads }: { plan: Plan; ads: readonly SentAd[] }) {
  const { starts } = spendingRemarks(plan);
  const names = useNames();
  const accounts = useAccounts();
  return (
    <div class="plan-changes">
      <p class={starts.length > 0 ? 'strong warn-text' : 'strong'}>
        {starts.length > 0
          ? `Starts to spend ${names.sentence(starts.join('; '))}`
          : 'No further budget starts to spend'}
      </p>
      {changesIn(plan, ads).map((change) => (
        <AccountChanges
          key={change.id}
          change={change}
          account={accounts.data?.data.find(
            ({ id, name }) => id === change.id || name === change.id,
          )}
        />
      ))}
    </div>
  );
}

const SHOWN = 12;

function AccountChanges({
  change,
  account,
}: {
  change: AccountChange;
  account: AdAccount | undefined;
}) {
  const { data } = useResource(
    'reports.adSets',
    account === undefined ? undefined : { accountId: account.id, limit: 200 },
  );
  const ads = change.adSets.reduce((sum, { names }) => sum + names.length, 0);
  return (
    <section aria-label={account?.name ?? change.id}>
      <h3 dir="auto">
        {account?.name ?? change.id} <span class="hint">{plural(ads, 'new ad')}</span>
      </h3>
      <ul>
        {change.adSets.slice(0, SHOWN).map(({ id, made, names }) => {
          const found = data?.data.find(({ value }) => value === id);
          return (
            <li key={id}>
              <span class="plan-sign" aria-hidden="true">
                +
              </span>
              <span>
                <strong>{plural(names.length, 'ad')}</strong> in{' '}
                <span dir="auto" title={id}>
                  {found?.label ?? (made === undefined ? id : `the new ad set “${made}”`)}
                </span>
                {found && (
                  <span class="hint">
                    {found.campaign.name} · {budgetWords(found, account?.currency)} ·{' '}
                    {stateWords(found.status)}
                  </span>
                )}
              </span>
            </li>
          );
        })}
      </ul>
      {change.adSets.length > SHOWN && (
        <p class="hint">and in {count(change.adSets.length - SHOWN)} more ad sets</p>
      )}
    </section>
  );
}

interface Budgets {
  readonly dailyBudget: number | null;
  readonly lifetimeBudget: number | null;
}

function budgetWords(
  { dailyBudget, lifetimeBudget }: Budgets,
  currency: string | undefined,
): string {
  if (dailyBudget !== null) return `${figure(dailyBudget, 'money', currency)} a day`;
  return lifetimeBudget === null
    ? 'budget of the campaign'
    : `${figure(lifetimeBudget, 'money', currency)} in all`;
}

const stateWords = (status: string): string =>
  isOn({ status }) ? 'on' : isOff({ status }) ? 'off' : status.toLowerCase();
