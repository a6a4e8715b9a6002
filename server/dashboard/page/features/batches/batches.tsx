import type { RowOf } from '../../base/api.ts';
import { useLiveBatches } from '../../base/live.ts';
import { go } from '../../base/route.ts';
import { ago, count, duration, plural } from '../../base/words.ts';
import { Badge, Button, Empty, Loaded, PageHead, Progress, type Tone } from '../../parts/parts.tsx';
import { plugged } from '../../parts/plug.ts';
import { List, Pager, usePages } from '../../parts/table.tsx';

const REFRESH_MS = 20_000;

type Batch = RowOf<'batches.list'>;

export function BatchesPage({ mayLaunch }: { mayLaunch: boolean }) {
  const batches = usePages('batches.list', {}, { everyMs: REFRESH_MS });
  const running =
    batches.data?.data
      .filter(({ status }) => status === 'processing')
      .map(({ adBatchId }) => adBatchId) ?? [];
  useLiveBatches(running, {
    onNews: (id, { counts }) =>
      counts &&
      batches.change((list) => ({
        ...list,
        data: list.data.map((batch) =>
          batch.adBatchId === id
            ? {
                ...batch,
                rawStatus: 'Processing',
                successfulAds: counts.successfulAds,
                failedCount: counts.failedAds,
              }
            : batch,
        ),
      })),
    onDone: batches.reload,
  });
  return (
    <>
      <PageHead
        title="Batches"
        lead="Every launch, the newest first. Running ones move by themselves."
      >
        {mayLaunch && (
          <Button kind="primary" icon="launch" onClick={() => go('launch')}>
            Launch ads
          </Button>
        )}
      </PageHead>
      {plugged('drafts').map(({ List: Drafts, operation }) => (
        <Drafts key={operation} />
      ))}
      <Loaded of={batches} rows={6} empty={<NoBatches mayLaunch={mayLaunch} />}>
        {({ data }) => <BatchTable batches={data} />}
      </Loaded>
      <Pager of={batches} />
    </>
  );
}

const NoBatches = ({ mayLaunch }: { mayLaunch: boolean }) => (
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
    Paste rows from a spreadsheet or drop a CSV. You see every fault and the whole plan before
    anything is created.
  </Empty>
);

const BatchTable = ({ batches }: { batches: readonly Batch[] }) => (
  <List
    label="Batches"
    rows={batches}
    keyOf={({ adBatchId }) => String(adBatchId)}
    row="linked"
    columns={[
      [
        'Batch',
        ({ adBatchId, name, totalAds, launchStatus }) => (
          <>
            <a class="row-link" dir="auto" href={`#/batches/${adBatchId}`}>
              {name || `Batch ${adBatchId}`}
            </a>
            <span class="hint">
              #{adBatchId} · {plural(totalAds, 'ad')}
              {launchStatus === 'PAUSED' ? '' : ` · ${launchStatus.toLowerCase()}`}
            </span>
          </>
        ),
        'grow',
      ],
      ['State', (batch) => <StateBadge batch={batch} />],
      [
        'Progress',
        ({ adBatchId, successfulAds, failedCount, totalAds, rawStatus, undo }) => (
          <Progress
            done={successfulAds - (undo?.undone ?? 0)}
            failed={rawStatus === 'Cancelled' ? 0 : failedCount}
            settled={successfulAds + failedCount}
            total={totalAds}
            label={`Batch ${adBatchId}`}
          />
        ),
        'bar',
      ],
      ['Launched', ({ successfulAds }) => count(successfulAds), 'number', 'launched'],
      [
        'Failed',
        ({ failedCount }) => (
          <span class={failedCount > 0 ? 'bad-text' : ''}>{count(failedCount)}</span>
        ),
        'number',
        'failed',
      ],
      ['Took', ({ elapsedTimeMs }) => duration(elapsedTimeMs), 'number'],
      ['Started', ({ createdAt }) => <time dateTime={createdAt}>{ago(createdAt)}</time>, 'nowrap'],
    ]}
  />
);

type Standing = Pick<
  Batch,
  'rawStatus' | 'outcome' | 'undo' | 'successfulAds' | 'totalAds' | 'corrected'
>;

export function StateBadge({ batch }: { batch: Standing }) {
  const [tone, word] = stateOf(batch);
  return <Badge tone={tone}>{word}</Badge>;
}

function stateOf({
  rawStatus,
  outcome,
  undo,
  successfulAds,
  totalAds,
  corrected,
}: Standing): readonly [Tone, string] {
  // A batch that is retried after an undo is launching again; what stayed empty is gone from one
  // that stands.
  if (
    undo !== undefined &&
    undo.mode !== 'delete-empty' &&
    rawStatus !== 'Queued' &&
    rawStatus !== 'Processing'
  ) {
    if (undo.finishedAt === undefined) return ['live', 'Undoing'];
    if (undo.undone >= successfulAds) return ['calm', 'Undone'];
    return undo.undone === 0 ? ['bad', 'Undo failed'] : ['warn', 'Undone in part'];
  }
  switch (rawStatus) {
    case 'Success':
      return ['good', 'Launched'];
    case 'Error':
      if (corrected !== undefined && corrected.ads >= totalAds - successfulAds)
        return ['calm', 'Corrected'];
      return outcome === 'some' ? ['warn', 'Launched in part'] : ['bad', 'Failed'];
    case 'Cancelled':
      return ['calm', 'Cancelled'];
    case 'Draft':
      return ['calm', 'Draft'];
    default:
      return ['live', rawStatus === 'Queued' ? 'Queued' : 'Launching'];
  }
}
