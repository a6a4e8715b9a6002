import type { ComponentChildren } from 'preact';
import { spendingRemarks } from '../../../core/gate/words.ts';
import { a1 } from '../../../core/sheet/locate.ts';
import { focusCell } from './grid-turning.ts';
import { Badge, Button } from './parts.tsx';
import { PlanChanges } from './plan-changes.tsx';
import type { Plan } from './shapes.ts';
import type { Warned } from './sheet.ts';
import { capital, count, duration, plural } from './words.ts';

interface PlanCardProps {
  readonly plan: Plan | undefined;
  /** As they are sent, in their order. */
  readonly ads: readonly object[];
  readonly warned: readonly Warned[];
  readonly faults: number;
  readonly checking: boolean;
  readonly busy: boolean;
  readonly onLaunch: () => void;
  readonly children?: ComponentChildren;
}

/** What would happen and what it costs, beside the one button that makes it happen. */
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
        // While rows are checked it can be pressed: the click that leaves a cell would be lost otherwise.
        disabled={!checking && (plan === undefined || faults > 0)}
        onClick={onLaunch}
      >
        {plan && faults === 0 ? `Launch ${plural(plan.totalAds, 'ad')}` : 'Launch'}
      </Button>
    </section>
  );
}

/** The limits that forbid it. */
function Refused({ plan }: { readonly plan: Plan }) {
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

/** How it is sent: nothing that somebody who launches has to know. */
function Sending({ plan }: { readonly plan: Plan }) {
  const made = (kind: string): number => plan.operations.filter((each) => each.kind === kind).length;
  const { platformCalls, httpRequests, estimatedSeconds, byAccount } = plan.cost;
  const facts: readonly (readonly [string, string])[] = [
    ['Ads', count(plan.totalAds)],
    ['Uploads', count(made('image') + made('video'))],
    ['Creatives', count(made('creative'))],
    ['Platform calls', count(platformCalls)],
    ['HTTP requests', count(httpRequests)],
    ['Takes about', secondsWords(estimatedSeconds)],
  ];
  return (
    <details class="sending">
      <summary>How it is sent, in about {secondsWords(estimatedSeconds)}</summary>
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Accounts accounts={byAccount} />
    </details>
  );
}

const secondsWords = (seconds: number): string => (seconds < 10 ? `${seconds} s` : duration(seconds * 1000));

/** Above this share of its calls an account is likely to make a launch wait. */
const MUCH_PERCENT = 75;

/** What each account is asked for, beside what it has left. */
function Accounts({ accounts }: { readonly accounts: Plan['cost']['byAccount'] }) {
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

const SHOWN = 10;
const PLACES = 6;

/** What is allowed and probably not meant. */
export function Warnings({ warned }: { readonly warned: readonly Warned[] }) {
  return (
    <section class="fault-list warnings" aria-label="Warnings">
      <h3>{plural(warned.length, 'warning')}: nothing stops the launch, but look first</h3>
      <ul>
        {warned.slice(0, SHOWN).map(({ code, message, places }) => (
          <li key={message}>
            <Badge tone="warn">{capital(code.replace(/_/g, ' '))}</Badge>
            <span>
              {message}{' '}
              {places.slice(0, PLACES).map((place) => (
                <button key={`${place.row} ${place.position}`} type="button" class="cell-link" onClick={() => focusCell(place)}>
                  {place.position === undefined ? `Row ${place.row}` : a1(place.position, place.row)}
                </button>
              ))}
              {places.length > PLACES && <span class="hint"> and {count(places.length - PLACES)} more</span>}
            </span>
          </li>
        ))}
      </ul>
      {warned.length > SHOWN && <p class="hint">and {count(warned.length - SHOWN)} more</p>}
    </section>
  );
}
