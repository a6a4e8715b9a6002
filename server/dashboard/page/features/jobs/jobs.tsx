import { useState } from 'preact/hooks';
import type { AnswerOf } from '../../../../client/client.ts';
import { client } from '../../base/api.ts';
import { useResource } from '../../base/resource.ts';
import { ago, count, duration, plural } from '../../base/words.ts';
import { Confirm } from '../../parts/dialogs.tsx';
import { Badge, Button, PageHead, ProblemNote, type Tone, Waiting } from '../../parts/parts.tsx';
import { Pager, Table } from '../../parts/table.tsx';
import { attempt, say } from '../../parts/toasts.tsx';

type Stuck = AnswerOf<'jobs.stuckBatches'>['data'][number];

const EVERY_MS = 15_000;

/** Background work of the installation, for its operator: what waits, what died, what is stuck. */
export function JobsPage() {
  const [offset, setOffset] = useState(0);
  const [dropping, setDropping] = useState<string>();
  const queues = useResource('jobs.queues', {}, { everyMs: EVERY_MS });
  const dead = useResource('jobs.list', { dead: 'true', limit: 50, offset }, { everyMs: EVERY_MS });
  const stuck = useResource('jobs.stuckBatches', { limit: 50 }, { everyMs: EVERY_MS });
  const reload = (): void => {
    for (const each of [queues, dead, stuck]) each.reload();
  };
  const retry = async (input: { readonly id: string } | { readonly all: true }): Promise<void> => {
    const answer = await attempt(() => client.jobs.retry(input));
    if (answer) say(`${plural(answer.retried.length, 'job')}: begun anew.`);
    reload();
  };
  const drop = async (id: string): Promise<void> => {
    setDropping(undefined);
    if (await attempt(() => client.jobs.drop({ id }))) say('The job is given up; what waited for it has ended.');
    reload();
  };
  const actions = (id: string, mayRetry: boolean) => (
    <td class="nowrap right">
      {mayRetry && <Button kind="quiet" icon="again" label={`Retry ${id}`} onClick={() => void retry({ id })} />}
      <Button kind="quiet" icon="trash" label={`Drop ${id}`} onClick={() => setDropping(id)} />
    </td>
  );
  const problem = queues.problem ?? dead.problem ?? stuck.problem;
  return (
    <>
      <PageHead title="Jobs" lead="What the service does in the background, for all companies.">
        <Button icon="again" disabled={(dead.data?.data.length ?? 0) === 0} onClick={() => void retry({ all: true })}>
          Retry all dead jobs
        </Button>
      </PageHead>
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      <h2>Queues</h2>
      {queues.data === undefined ? !problem && <Waiting rows={3} /> : <Queues {...queues.data} />}
      <h2>Dead jobs</h2>
      {dead.data === undefined ? (
        !problem && <Waiting rows={2} />
      ) : dead.data.data.length === 0 ? (
        <p class="nothing">No job is dead.</p>
      ) : (
        <Table narrow="stacks" label="Dead jobs" head={['Job', 'Dead since', 'Failures', 'Last error', '']} numbers={[2]}>
          {dead.data.data.map(({ id, at, failures, error }) => (
            <tr key={id}>
              <td class="grow ids">{id}</td>
              <td class="nowrap" data-name="dead since">
                {ago(at ?? '')}
              </td>
              <td class="number" data-name="failures">
                {count(failures)}
              </td>
              <td class="hint wide">{error}</td>
              {actions(id, true)}
            </tr>
          ))}
        </Table>
      )}
      {dead.data && <Pager list={dead.data} onOffset={setOffset} />}
      <h2>Stuck batches</h2>
      {stuck.data === undefined ? (
        !problem && <Waiting rows={2} />
      ) : stuck.data.data.length === 0 ? (
        <p class="nothing">Every batch gets on.</p>
      ) : (
        <Table narrow="stacks" label="Stuck batches" head={['Batch', 'Company', 'Why', 'Last step', 'Ads', 'Last error', '']}>
          {stuck.data.data.map((batch) => (
            <tr key={batch.jobId}>
              <td class="grow strong">
                {batch.name} <span class="ids">{batch.adBatchId}</span>
              </td>
              <td>
                <a href={`#/companies/${batch.companyId}`}>{batch.companyName}</a>
              </td>
              <td class="nowrap">
                <Badge tone={REASONS[batch.reason][1]}>{REASONS[batch.reason][0]}</Badge>
              </td>
              <td class="nowrap" data-name="last step">
                {ago(batch.lastStepAt)}
              </td>
              <td class="nowrap" data-name="ads">
                {count(batch.successfulAds)} of {count(batch.totalAds)}
              </td>
              <td class="hint wide">{batch.error}</td>
              {batch.reason === 'waiting' ? <td /> : actions(batch.jobId, batch.reason !== 'failing')}
            </tr>
          ))}
        </Table>
      )}
      <Confirm
        verb="Drop"
        name={dropping}
        onClose={() => setDropping(undefined)}
        onConfirm={() => dropping !== undefined && void drop(dropping)}
      >
        <p>
          It is not tried again, and what waits for it ends: its company sees that you ended it. What was done stays. What may
          exist at a platform without an answer is looked for when the company retries or undoes the batch.
        </p>
      </Confirm>
    </>
  );
}

const REASONS: { readonly [R in Stuck['reason']]: readonly [words: string, tone: Tone] } = {
  dead: ['Failed too often', 'bad'],
  failing: ['Fails, and is tried again', 'warn'],
  lost: ['Has no job', 'bad'],
  waiting: ['Nothing happens', 'calm'],
};

function Queues({ queues, complete }: AnswerOf<'jobs.queues'>) {
  if (queues.length === 0) return <p class="nothing">Nothing is to be done.</p>;
  const head = ['Queue', 'Due', 'Running', 'Later', 'Failing', 'Dead', 'Oldest due'];
  return (
    <>
      <Table narrow="pinned" label="Queues" head={head} numbers={[1, 2, 3, 4, 5]}>
        {queues.map(({ queue, due, running, waiting, failing, dead, oldestDueSeconds }) => (
          <tr key={queue}>
            <td class="strong">{queue}</td>
            {[due, running, waiting, failing, dead].map((value, i) => (
              <td key={head[i + 1]} class="number">
                {count(value)}
              </td>
            ))}
            <td class="nowrap">{oldestDueSeconds === null ? '–' : duration(oldestDueSeconds * 1000)}</td>
          </tr>
        ))}
      </Table>
      {!complete && <p class="hint">There are more jobs than were counted.</p>}
    </>
  );
}
