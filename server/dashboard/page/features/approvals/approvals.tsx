import { useState } from 'preact/hooks';
import { spendingRemarks } from '../../../../../core/gate/words.ts';
import { type AnswerOf, client, type RowOf, useResource } from '../../base/api.ts';
import { ago, moment } from '../../base/words.ts';
import { attempt, say } from '../../parts/dialogs.tsx';
import { Badge, Button, Empty, Facts, Loaded, PageHead, type Tone } from '../../parts/parts.tsx';
import { ResourceList } from '../../parts/table.tsx';

type Approval = AnswerOf<'approvals.get'>;
type ApprovalRow = RowOf<'approvals.list'>;

const STATES: { readonly [S in ApprovalRow['status']]: readonly [words: string, tone: Tone] } = {
  awaiting_approval: ['Waits for you', 'live'],
  approved: ['Approved', 'good'],
  declined: ['Declined', 'calm'],
  applied: ['Applied', 'good'],
  failed: ['Failed', 'bad'],
  expired: ['Expired', 'calm'],
};

const State = ({ status }: Pick<ApprovalRow, 'status'>) => <Badge tone={STATES[status][1]}>{STATES[status][0]}</Badge>;

export function ApprovalsPage() {
  const [offset, setOffset] = useState(0);
  const plans = useResource('approvals.list', { limit: 50, offset }, { everyMs: 15_000 });
  return (
    <>
      <PageHead title="Approvals" lead="Plans that wait for a person. Nothing of them is sent before somebody approves." />
      <ResourceList
        of={plans}
        empty={
          <Empty icon="check" title="No plans">
            When a model or a colleague plans something that needs your word, it appears here.
          </Empty>
        }
        onOffset={setOffset}
        label="Plans"
        keyOf={({ digest }) => digest}
        columns={[
          [
            'Plan',
            ({ digest, summary }) => (
              <>
                <a href={`#/approvals/${digest}`}>{summary[0] ?? digest}</a>
                {summary.length > 1 && <span class="hint"> and {summary.length - 1} more</span>}
              </>
            ),
            'grow strong',
          ],
          ['At stake', stake, 'nowrap'],
          ['State', State, 'nowrap'],
          ['Asked', ({ createdAt }) => ago(createdAt), 'nowrap'],
          ['', ({ digest }) => <a href={`#/approvals/${digest}`}>Look</a>, 'nowrap right corner'],
        ]}
      />
    </>
  );
}

const stake = ({ moneyAtStake, startsDelivering }: ApprovalRow): string =>
  spendingRemarks({ moneyAtStake }).starts.join('; ') || (startsDelivering ? 'Starts to deliver' : 'Nothing starts');

export function ApprovalPage({ digest }: { digest: string }) {
  const plan = useResource('approvals.get', { digest }, { everyMs: 15_000 });
  const [busy, setBusy] = useState(false);
  const decide = async (decision: 'approve' | 'decline', thenApply = false) => {
    setBusy(true);
    const decided = await attempt(() => client.approvals.decide({ digest, decision }));
    if (decided !== undefined && decision === 'decline') say('The plan is declined. Nothing was sent.');
    if (decided !== undefined && thenApply) await applyNow();
    setBusy(false);
    plan.reload();
  };
  const applyNow = async () => {
    setBusy(true);
    const applied = await attempt(() => client.approvals.apply({ digest }));
    if (applied?.status === 'applied') say('The plan is carried out.');
    setBusy(false);
    plan.reload();
  };
  const status = plan.data?.status;
  return (
    <>
      <PageHead title="Plan" lead={status && <State status={status} />}>
        {status === 'awaiting_approval' && (
          <>
            <Button kind="danger" busy={busy} onClick={() => decide('decline')}>
              Decline
            </Button>
            <Button busy={busy} onClick={() => decide('approve')}>
              Approve
            </Button>
            <Button kind="primary" icon="check" busy={busy} onClick={() => decide('approve', true)}>
              Approve and carry out
            </Button>
          </>
        )}
        {status === 'approved' && (
          <Button kind="primary" icon="check" busy={busy} onClick={applyNow}>
            Carry out
          </Button>
        )}
      </PageHead>
      <Loaded of={plan}>{(data) => <PlanInFull plan={data} />}</Loaded>
    </>
  );
}

function PlanInFull({ plan }: { plan: Approval }) {
  const decided = (name: string, decision: Approval['approved']) =>
    decision ? [[name, `${moment(decision.at)}, by ${decision.person ?? decision.by}`] as const] : [];
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
        <Facts
          class="pairs"
          facts={[
            ['Ad accounts', plan.adAccountIds.join(', ') || 'none'],
            ['Delivery', plan.startsDelivering ? 'Starts to deliver' : 'Nothing starts to deliver'],
            ['At stake', stake(plan)],
            ...(plan.needs === 'another-key' ? [['Needs', 'Approval by another person than planned it'] as const] : []),
            ['Asked', `${moment(plan.createdAt)}, by ${plan.planner ?? plan.createdBy}`],
            ['Ends', moment(plan.expiresAt)],
            ...decided('Approved', plan.approved),
            ...decided('Declined', plan.declined),
          ]}
        />
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

/** The files of the plan are launched, even if the address holds another one now. */
const Fetched = ({ media }: { media: NonNullable<Approval['operations'][number]['media']> }) => (
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
