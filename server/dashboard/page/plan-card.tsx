import { Badge, Button } from './parts.tsx';
import type { Plan } from './shapes.ts';
import { count, plural } from './words.ts';

interface PlanCardProps {
  readonly plan: Plan | undefined;
  readonly faults: number;
  readonly checking: boolean;
  readonly busy: boolean;
  readonly onLaunch: (plan: Plan) => void;
}

/** What would happen and what it costs, beside the one button that makes it happen. */
export function PlanCard({ plan, faults, checking, busy, onLaunch }: PlanCardProps) {
  const made = (kind: string): number => plan?.operations.filter((each) => each.kind === kind).length ?? 0;
  const facts: readonly (readonly [string, string])[] = [
    ['Ads', plan ? count(plan.totalAds) : '–'],
    ['Uploads', plan ? count(made('image') + made('video')) : '–'],
    ['Creatives', plan ? count(made('creative')) : '–'],
    ['Platform calls', plan ? count(plan.cost.platformCalls) : '–'],
    ['HTTP requests', plan ? count(plan.cost.httpRequests) : '–'],
    ['About', plan ? `${plan.cost.estimatedSeconds} s` : '–'],
  ];
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
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {plan?.cost.byAccount.map(({ adAccountId, calls, quotaPercent }) => (
        <p key={adAccountId} class="hint">
          {adAccountId}: {plural(calls, 'call')}
          {quotaPercent !== undefined && `, ${quotaPercent.toFixed(0)} % of its hourly quota is used already`}
        </p>
      ))}
      {plan?.warnings.map(({ path, message }) => (
        <p key={path + message} class="warn-text">
          {message}
        </p>
      ))}
      <Button
        kind="primary"
        icon="launch"
        busy={busy}
        disabled={plan === undefined || faults > 0 || checking}
        onClick={() => plan && onLaunch(plan)}
      >
        {plan && faults === 0 ? `Launch ${plural(plan.totalAds, 'ad')}` : 'Launch'}
      </Button>
    </section>
  );
}
