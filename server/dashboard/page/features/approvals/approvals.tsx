import { useState } from 'preact/hooks';
import { spendingRemarks } from '../../../../../core/gate/words.ts';
import { client } from '../../base/api.ts';
import { useResource } from '../../base/resource.ts';
import type { Approval, ApprovalRow } from '../../base/shapes.ts';
import { ago, moment } from '../../base/words.ts';
import { Badge, Button, Empty, PageHead, ProblemNote, type Tone, Waiting } from '../../parts/parts.tsx';
import { Pager, Table } from '../../parts/table.tsx';
import { attempt, say } from '../../parts/toasts.tsx';

const STATES: { readonly [S in ApprovalRow['status']]: readonly [words: string, tone: Tone] } = {
  awaiting_approval: ['Waits for you', 'live'],
  approved: ['Approved', 'good'],
  declined: ['Declined', 'calm'],
  applied: ['Applied', 'good'],
  failed: ['Failed', 'bad'],
  expired: ['Expired', 'calm'],
};

const State = ({ status }: { readonly status: ApprovalRow['status'] }) => {
  const [words, tone] = STATES[status];
  return <Badge tone={tone}>{words}</Badge>;
};

/** Plans that models and colleagues have made: what waits first. */
export function ApprovalsPage() {
  const [offset, setOffset] = useState(0);
  const { data, problem, reload } = useResource('approvals.list', { limit: 50, offset }, { everyMs: 15_000 });
  return (
    <>
      <PageHead title="Approvals" lead="Plans that wait for a person. Nothing of them is sent before somebody approves." />
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      {data === undefined ? (
        !problem && <Waiting rows={4} />
      ) : data.data.length === 0 ? (
        <Empty icon="check" title="No plans">
          When a model or a colleague plans something that needs your word, it appears here.
        </Empty>
      ) : (
        <Table narrow="stacks" label="Plans" head={['Plan', 'At stake', 'State', 'Asked', '']}>
          {data.data.map((plan) => (
            <tr key={plan.digest}>
              <td class="grow strong">
                <a href={`#/approvals/${plan.digest}`}>{plan.summary[0] ?? plan.digest}</a>
                {plan.summary.length > 1 && <span class="hint"> and {plan.summary.length - 1} more</span>}
              </td>
              <td class="nowrap">{stake(plan)}</td>
              <td class="nowrap">
                <State status={plan.status} />
              </td>
              <td class="nowrap">{ago(plan.createdAt)}</td>
              <td class="nowrap right corner">
                <a href={`#/approvals/${plan.digest}`}>Look</a>
              </td>
            </tr>
          ))}
        </Table>
      )}
      {data && <Pager list={data} onOffset={setOffset} />}
    </>
  );
}

/** What starts to spend, in the words of money. */
const stake = ({ moneyAtStake, startsDelivering }: ApprovalRow): string =>
  spendingRemarks({ moneyAtStake }).starts.join('; ') || (startsDelivering ? 'Starts to deliver' : 'Nothing starts');

/** One plan: exactly what would be sent, and the two buttons. */
export function ApprovalPage({ digest }: { readonly digest: string }) {
  const { data, problem, reload } = useResource('approvals.get', { digest }, { everyMs: 15_000 });
  const [busy, setBusy] = useState(false);
  const decide = async (decision: 'approve' | 'decline', thenApply = false): Promise<void> => {
    setBusy(true);
    const decided = await attempt(() => client.approvals.decide({ digest, decision }));
    if (decided !== undefined && decision === 'decline') say('The plan is declined. Nothing was sent.');
    if (decided !== undefined && thenApply) await applyNow();
    setBusy(false);
    reload();
  };
  const applyNow = async (): Promise<void> => {
    setBusy(true);
    const applied = await attempt(() => client.approvals.apply({ digest }));
    if (applied?.status === 'applied') say('The plan is carried out.');
    setBusy(false);
    reload();
  };
  return (
    <>
      <PageHead title="Plan" lead={data && <State status={data.status} />}>
        {data?.status === 'awaiting_approval' && (
          <>
            <Button kind="danger" busy={busy} onClick={() => void decide('decline')}>
              Decline
            </Button>
            <Button busy={busy} onClick={() => void decide('approve')}>
              Approve
            </Button>
            <Button kind="primary" icon="check" busy={busy} onClick={() => void decide('approve', true)}>
              Approve and carry out
            </Button>
          </>
        )}
        {data?.status === 'approved' && (
          <Button kind="primary" icon="check" busy={busy} onClick={() => void applyNow()}>
            Carry out
          </Button>
        )}
      </PageHead>
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      {data === undefined ? !problem && <Waiting rows={4} /> : <PlanInFull plan={data} />}
    </>
  );
}

function PlanInFull({ plan }: { readonly plan: Approval }) {
  const facts: readonly (readonly [string, string])[] = [
    ['Ad accounts', plan.adAccountIds.join(', ') || 'none'],
    ['Delivery', plan.startsDelivering ? 'Starts to deliver' : 'Nothing starts to deliver'],
    ['At stake', stake(plan)],
    ...(plan.needs === 'another-key' ? [['Needs', 'Approval by another person than planned it'] as const] : []),
    ['Asked', `${moment(plan.createdAt)}, by ${plan.planner ?? plan.createdBy}`],
    ['Ends', moment(plan.expiresAt)],
    ...(plan.approved
      ? [['Approved', `${moment(plan.approved.at)}, by ${plan.approved.person ?? plan.approved.by}`] as const]
      : []),
    ...(plan.declined
      ? [['Declined', `${moment(plan.declined.at)}, by ${plan.declined.person ?? plan.declined.by}`] as const]
      : []),
  ];
  return (
    <div class="stack">
      <section class="card" aria-label="Summary">
        <ul>
          {plan.summary.map((line) => (
            <li key={line} class="strong">
              {line}
            </li>
          ))}
        </ul>
        {plan.comment !== undefined && <p>“{plan.comment}”</p>}
        <dl class="pairs">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {plan.guards.length > 0 && (
          <ul aria-label="Guardrails">
            {plan.guards.map(({ message, exceeded }, i) => (
              <li key={i}>
                {exceeded && <Badge tone="warn">needs another person</Badge>} {message}
              </li>
            ))}
          </ul>
        )}
      </section>
      {plan.operations.map(({ operation, effects, input, media = [] }, i) => {
        const result = plan.results?.[i];
        return (
          <section class="card" key={i} aria-label={operation}>
            <h2>
              {operation} {effects === 'destroys' && <Badge tone="warn">cannot be taken back</Badge>}
              {result && <Badge tone={result.status === 'done' ? 'good' : 'bad'}>{result.status.replace('_', ' ')}</Badge>}
            </h2>
            {result?.error && <p class="bad-text">{result.error.message}</p>}
            {media.length > 0 && <Fetched media={media} />}
            <details open={plan.operations.length === 1}>
              <summary>Exactly what is sent</summary>
              <pre class="ids">{JSON.stringify(input, null, 2)}</pre>
            </details>
          </section>
        );
      })}
    </div>
  );
}

/** What addresses led to when it was planned. These files are launched, whatever stands there by now. */
const Fetched = ({ media }: { readonly media: NonNullable<Approval['operations'][number]['media']> }) => (
  <ul class="media-grid" aria-label="Files that are launched">
    {media.map(({ address, url }) => {
      const path = new URL(url).pathname;
      return (
        <li class="media-card" key={address}>
          <div class="picture">
            {/\.(mp4|m4v|mov|qt|avi)$/i.test(path) ? (
              <video src={path} preload="metadata" muted controls aria-label={address} />
            ) : (
              <img src={path} alt="" loading="lazy" />
            )}
          </div>
          <div class="media-foot">
            <p class="hint ids">{address}</p>
          </div>
        </li>
      );
    })}
  </ul>
);
