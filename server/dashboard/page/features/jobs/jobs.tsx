import { type AnswerOf, client, type RowOf, useResource } from '../../base/api.ts';
import { ago, count, duration, plural } from '../../base/words.ts';
import { act, useConfirm } from '../../parts/dialogs.tsx';
import { Badge, Button, PageHead, ProblemNote, type Tone, Waiting } from '../../parts/parts.tsx';
import { List, Pager, usePages } from '../../parts/table.tsx';

const EVERY_MS = 15_000;

const REASONS: {
  readonly [R in RowOf<'jobs.stuckBatches'>['reason']]: readonly [words: string, tone: Tone];
} = {
  dead: ['Failed too often', 'bad'],
  failing: ['Fails, and is tried again', 'warn'],
  lost: ['Has no job', 'bad'],
  waiting: ['Nothing happens', 'calm'],
};

export function JobsPage() {
  const queues = useResource('jobs.queues', {}, { everyMs: EVERY_MS });
  const dead = usePages('jobs.list', { dead: 'true' }, { everyMs: EVERY_MS });
  const stuck = useResource('jobs.stuckBatches', { limit: 50 }, { everyMs: EVERY_MS });
  const reload = () => {
    for (const each of [queues, dead, stuck]) each.reload();
  };
  const retry = (input: { readonly id: string } | { readonly all: true }) =>
    act(
      () => client.jobs.retry(input),
      ({ retried }) => `${plural(retried.length, 'job')} started again.`,
      reload,
    );
  const drop = useConfirm<string>(
    'Drop',
    (id) => id,
    (id) =>
      act(
        () => client.jobs.drop({ id }),
        'The job is given up; what waited for it has ended.',
        reload,
      ),
  );
  const actions = (id: string, mayRetry: boolean) => (
    <>
      {mayRetry && (
        <Button kind="quiet" icon="again" label={`Retry ${id}`} onClick={() => retry({ id })} />
      )}
      <Button kind="quiet" icon="trash" label={`Drop ${id}`} onClick={() => drop.ask(id)} />
    </>
  );
  const problem = queues.problem ?? dead.problem ?? stuck.problem;
  return (
    <>
      <PageHead title="Jobs" lead="What the service does in the background, for all companies.">
        <Button
          icon="again"
          disabled={(dead.data?.data.length ?? 0) === 0}
          onClick={() => retry({ all: true })}
        >
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
        <List
          label="Dead jobs"
          rows={dead.data.data}
          keyOf={({ id }) => id}
          columns={[
            ['Job', ({ id }) => id, 'grow ids'],
            ['Dead since', ({ at }) => ago(at ?? ''), 'nowrap', 'dead since'],
            ['Failures', ({ failures }) => count(failures), 'number', 'failures'],
            ['Last error', ({ error }) => error, 'hint wide'],
            ['', ({ id }) => actions(id, true), 'nowrap right'],
          ]}
        />
      )}
      <Pager of={dead} />
      <h2>Stuck batches</h2>
      {stuck.data === undefined ? (
        !problem && <Waiting rows={2} />
      ) : stuck.data.data.length === 0 ? (
        <p class="nothing">Every batch gets on.</p>
      ) : (
        <List
          label="Stuck batches"
          rows={stuck.data.data}
          keyOf={({ jobId }) => jobId}
          columns={[
            [
              'Batch',
              ({ name, adBatchId }) => (
                <>
                  {name} <span class="ids">{adBatchId}</span>
                </>
              ),
              'grow strong',
            ],
            [
              'Company',
              ({ companyId, companyName }) => (
                <a href={`#/companies/${companyId}`}>{companyName}</a>
              ),
            ],
            [
              'Why',
              ({ reason }) => <Badge tone={REASONS[reason][1]}>{REASONS[reason][0]}</Badge>,
              'nowrap',
            ],
            ['Last step', ({ lastStepAt }) => ago(lastStepAt), 'nowrap', 'last step'],
            [
              'Ads',
              ({ successfulAds, totalAds }) => `${count(successfulAds)} of ${count(totalAds)}`,
              'nowrap',
              'ads',
            ],
            ['Last error', ({ error }) => error, 'hint wide'],
            [
              '',
              ({ jobId, reason }) => reason !== 'waiting' && actions(jobId, reason !== 'failing'),
              'nowrap right',
            ],
          ]}
        />
      )}
      {drop.question(
        'It is not tried again, and what waits for it ends: its company sees that you ended it. What was done stays. What may exist at a platform without an answer is looked for when the company retries or undoes the batch.',
      )}
    </>
  );
}

function Queues({ queues, complete }: AnswerOf<'jobs.queues'>) {
  if (queues.length === 0) return <p class="nothing">Nothing is to be done.</p>;
  return (
    <>
      <List
        narrow="pinned"
        label="Queues"
        rows={queues}
        keyOf={({ queue }) => queue}
        columns={[
          ['Queue', ({ queue }) => queue, 'strong'],
          ['Due', ({ due }) => count(due), 'number'],
          ['Running', ({ running }) => count(running), 'number'],
          ['Later', ({ waiting }) => count(waiting), 'number'],
          ['Failing', ({ failing }) => count(failing), 'number'],
          ['Dead', ({ dead }) => count(dead), 'number'],
          [
            'Oldest due',
            ({ oldestDueSeconds }) =>
              oldestDueSeconds === null ? '–' : duration(oldestDueSeconds * 1000),
            'nowrap',
          ],
        ]}
      />
      {!complete && <p class="hint">There are more jobs than were counted.</p>}
    </>
  );
}
