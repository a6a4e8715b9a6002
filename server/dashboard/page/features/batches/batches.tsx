import { useState } from 'preact/hooks';
import { useLiveBatches } from '../../base/live.ts';
import { useResource } from '../../base/resource.ts';
import { go } from '../../base/route.ts';
import type { Batch } from '../../base/shapes.ts';
import { ago, count, duration, plural } from '../../base/words.ts';
import { Badge, Button, Empty, PageHead, ProblemNote, Progress, type Tone, Waiting } from '../../parts/parts.tsx';
import { Pager, Table } from '../../parts/table.tsx';

const REFRESH_MS = 20_000;

export function BatchesPage({ mayLaunch }: { readonly mayLaunch: boolean }) {
  const [offset, setOffset] = useState(0);
  const { data, problem, reload, change } = useResource('batches.list', { limit: 50, offset }, { everyMs: REFRESH_MS });
  const running = data?.data.filter(({ status }) => status === 'processing').map(({ adBatchId }) => adBatchId) ?? [];
  useLiveBatches(running, {
    onNews: (id, { counts }) =>
      counts &&
      change((list) => ({
        ...list,
        data: list.data.map((batch) =>
          batch.adBatchId === id
            ? { ...batch, rawStatus: 'Processing', successfulAds: counts.successfulAds, failedCount: counts.failedAds }
            : batch,
        ),
      })),
    onDone: reload,
  });
  return (
    <>
      <PageHead title="Batches" lead="Every launch, the newest first. Running ones move by themselves.">
        {mayLaunch && (
          <Button kind="primary" icon="launch" onClick={() => go('launch')}>
            Launch ads
          </Button>
        )}
      </PageHead>
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      <Drafts />
      {data === undefined ? (
        !problem && <Waiting rows={6} />
      ) : data.data.length === 0 ? (
        <NoBatches mayLaunch={mayLaunch} />
      ) : (
        <>
          <BatchTable batches={data.data} />
          <Pager list={data} onOffset={setOffset} />
        </>
      )}
    </>
  );
}

const NoBatches = ({ mayLaunch }: { readonly mayLaunch: boolean }) => (
  <Empty
    icon="launch"
    title="Nothing launched yet"
    action={
      mayLaunch && (
        <Button kind="primary" icon="launch" onClick={() => go('launch')}>
          Launch the first ads
        </Button>
      )
    }
  >
    Paste rows from a spreadsheet or drop a CSV. You see every fault and the whole plan before anything is created.
  </Empty>
);

/** Launches that were saved for later, finished or not. */
function Drafts() {
  const { data } = useResource('drafts.list', { limit: 20 });
  if (data === undefined || data.data.length === 0) return null;
  return (
    <section class="card drafts" aria-label="Drafts">
      <h2>Drafts</h2>
      <ul>
        {data.data.map(({ draftId, name, adCount, updatedAt }) => (
          <li key={draftId}>
            <a href={`#/launch/draft/${draftId}`} dir="auto">
              {name || `Draft ${draftId}`}
            </a>
            <span class="hint">
              {plural(adCount, 'ad')} · {ago(updatedAt)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function BatchTable({ batches }: { readonly batches: readonly Batch[] }) {
  return (
    <Table
      narrow="stacks"
      label="Batches"
      head={['Batch', 'State', 'Progress', 'Launched', 'Failed', 'Took', 'Started']}
      numbers={[3, 4, 5]}
    >
      {batches.map((batch) => (
        <tr key={batch.adBatchId} class="linked">
          <td class="grow">
            <a class="row-link" dir="auto" href={`#/batches/${batch.adBatchId}`}>
              {batch.name || `Batch ${batch.adBatchId}`}
            </a>
            <span class="hint">
              #{batch.adBatchId} · {plural(batch.totalAds, 'ad')}
              {batch.launchStatus === 'PAUSED' ? '' : ` · ${batch.launchStatus.toLowerCase()}`}
            </span>
          </td>
          <td>
            <StateBadge batch={batch} />
          </td>
          <td class="bar">
            <Progress
              done={batch.successfulAds - (batch.undo?.undone ?? 0)}
              failed={batch.rawStatus === 'Cancelled' ? 0 : batch.failedCount}
              settled={batch.successfulAds + batch.failedCount}
              total={batch.totalAds}
              label={`Batch ${batch.adBatchId}`}
            />
          </td>
          <td class="number" data-name="launched">
            {count(batch.successfulAds)}
          </td>
          <td class={`number${batch.failedCount > 0 ? ' bad-text' : ''}`} data-name="failed">
            {count(batch.failedCount)}
          </td>
          <td class="number">{duration(batch.elapsedTimeMs)}</td>
          <td class="nowrap">
            <time dateTime={batch.createdAt}>{ago(batch.createdAt)}</time>
          </td>
        </tr>
      ))}
    </Table>
  );
}

type Standing = Pick<Batch, 'rawStatus' | 'outcome' | 'undo' | 'successfulAds'>;

export function StateBadge({ batch }: { readonly batch: Standing }) {
  const [tone, word] = stateOf(batch);
  return <Badge tone={tone}>{word}</Badge>;
}

function stateOf({ rawStatus, outcome, undo, successfulAds }: Standing): readonly [Tone, string] {
  // A batch that is being retried after an undo is launching, whatever was undone before.
  if (undo !== undefined && rawStatus !== 'Queued' && rawStatus !== 'Processing') {
    if (undo.finishedAt === undefined) return ['live', 'Undoing'];
    if (undo.undone >= successfulAds) return ['calm', 'Undone'];
    return undo.undone === 0 ? ['bad', 'Undo failed'] : ['warn', 'Undone in part'];
  }
  switch (rawStatus) {
    case 'Success':
      return ['good', 'Launched'];
    case 'Error':
      return outcome === 'some' ? ['warn', 'Launched in part'] : ['bad', 'Failed'];
    case 'Cancelled':
      return ['calm', 'Cancelled'];
    case 'Draft':
      return ['calm', 'Draft'];
    default:
      return ['live', rawStatus === 'Queued' ? 'Queued' : 'Launching'];
  }
}
