import { useState } from 'preact/hooks';
import { statusWords } from '../../../../core/base/outcome-words.ts';
import { type AnswerOf, type ApiError, signInStep, useAnswer } from '../base/api.ts';
import { moment } from '../base/words.ts';
import { attempt } from '../parts/dialogs.tsx';
import { TextField } from '../parts/fields.tsx';
import { Mark } from '../parts/icons.tsx';
import { Button, Facts, ProblemNote, Waiting } from '../parts/parts.tsx';
import { plugged } from '../parts/plug.ts';

type Shown = Pick<AnswerOf<'approvals.get'>, 'status' | 'summary' | 'comment' | 'expiresAt'> & {
  readonly company: string;
  readonly for: string;
  readonly from: string;
  readonly decided: boolean;
  readonly previews: { readonly data: readonly object[]; readonly total: number };
};

/**
 * Where a link leads that a person without an account decides by. What is behind the # reaches no
 * log.
 */
export function GuestPage({ token }: { token: string }) {
  const { data: plan, problem } = useAnswer(
    () => signInStep<Shown>('approval', { token }),
    [token],
  );
  return (
    <section class="card panel">
      <Mark size={40} />
      <h1>A plan for you to approve</h1>
      {problem ? (
        <ProblemNote problem={problem} />
      ) : plan ? (
        <Decide plan={plan} token={token} />
      ) : (
        <Waiting rows={4} />
      )}
    </section>
  );
}

function Decide({ plan, token }: { plan: Shown; token: string }) {
  const [name, setName] = useState(plan.for);
  const [status, setStatus] = useState<Shown['status']>(plan.status);
  const [refused, setRefused] = useState<ApiError>();
  const decide = async (decision: 'approve' | 'decline') => {
    const answer = await attempt(
      () => signInStep<Pick<Shown, 'status'>>('approval', { token, decision, name }),
      setRefused,
    );
    if (answer !== undefined) setStatus(answer.status);
  };
  return (
    <>
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
          ['Company', plan.company],
          ['Asked by', plan.from],
          ['This link ends', moment(plan.expiresAt)],
        ]}
      />
      {plan.previews.data.length > 0 &&
        plugged('previews').map(({ List }) => <List key="previews" previews={plan.previews} />)}
      {refused && <ProblemNote problem={refused} />}
      {status === 'awaiting_approval' && !plan.decided ? (
        <>
          <TextField
            label="Your name"
            hint="It is kept with your decision."
            required
            maxLength={100}
            value={name}
            onValue={setName}
          />
          <Button waits disabled={name.trim() === ''} onClick={() => decide('decline')}>
            Decline
          </Button>
          <Button
            kind="primary"
            icon="check"
            waits
            disabled={name.trim() === ''}
            onClick={() => decide('approve')}
          >
            Approve
          </Button>
        </>
      ) : (
        <p role="status">This plan {statusWords[status]}. You can close this page.</p>
      )}
    </>
  );
}
