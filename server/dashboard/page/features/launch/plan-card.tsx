import type { ComponentChildren } from 'preact';
import { spendingRemarks } from '../../../../../core/gate/words.ts';
import type { Plan } from '../../base/api.ts';
import { count, duration, plural } from '../../base/words.ts';
import { Badge, Button, Facts } from '../../parts/parts.tsx';
import type { Warned } from '../../rows/sheet.ts';
import { Warnings } from '../../rows/warnings.tsx';
import { PlanChanges } from './plan-changes.tsx';

interface PlanCardProps {
  plan: Plan | undefined;
  ads: readonly object[];
  warned: readonly Warned[];
  faults: number;
  checking: boolean;
  busy: boolean;
  onLaunch: () => void;
  children?: ComponentChildren;
}

export function PlanCard({ plan, ads, warned, faults, checking, busy, onLaunch, children }: PlanCardProps) {
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

function Refused({ plan }: { plan: Plan }) {
  const { refused } = spendingRemarks(plan);
  if (refused.length === 0) return null;
  return (
    <div class="note bad" role="alert">
      <ul>
        {refused.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </div>
  );
}

function Sending({ plan }: { plan: Plan }) {
  const made = (kind: string): number => plan.operations.filter((each) => each.kind === kind).length;
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

const secondsWords = (seconds: number): string => (seconds < 10 ? `${seconds} s` : duration(seconds * 1000));

/** Above this use of its limit an account is likely to make a launch wait. */
const MUCH_PERCENT = 75;

function Accounts({ accounts }: { accounts: Plan['cost']['byAccount'] }) {
  return (
    <ul class="quotas" aria-label="By ad account">
      {accounts.map(({ adAccountId, calls, quotaPercent }) => (
        <li key={adAccountId}>
          <span class="ids">{adAccountId}</span>
          <span>{plural(calls, 'call')} predicted</span>
          {quotaPercent === undefined ? (
            <span class="hint">its use of the platform’s limit is not known before its first call</span>
          ) : (
            <>
              <meter min={0} max={100} high={MUCH_PERCENT} value={quotaPercent} aria-label={`Limit of ${adAccountId} in use`} />
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
