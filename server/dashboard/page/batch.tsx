import { useState } from 'preact/hooks';
import { send } from './api.ts';
import { type AdFilter, AdTable, Filters } from './batch-ads.tsx';
import { StateBadge } from './batches.tsx';
import { useLiveBatches } from './live.ts';
import { Button, Dialog, PageHead, ProblemNote, Progress, Waiting } from './parts.tsx';
import { useResource } from './resource.ts';
import type { BatchDetail, FailedAd, LaunchedAd } from './shapes.ts';
import { attempt, say } from './toasts.tsx';
import { count, duration, moment, plural } from './words.ts';

export function BatchPage({ id, mayLaunch }: { readonly id: number; readonly mayLaunch: boolean }) {
  const undoing = useState(false);
  const { data, problem, reload, change } = useResource<BatchDetail>(`/v1/batches/${id}`, undoing[0] ? { everyMs: 1_500 } : {});
  const running = data?.status === 'processing';
  useLiveBatches(running ? [id] : [], {
    onCounts: (_, { successfulAds, failedAds, totalAds }) =>
      change((batch) => ({
        ...batch,
        rawStatus: 'Processing',
        successfulAds,
        progress: Math.floor(((successfulAds + failedAds) / Math.max(1, totalAds)) * 100),
      })),
    // An element of launchedAds or of failedAds, told apart by the id only a launched ad has.
    onAd: (ad) => change((batch) => withAd(batch, ad as LaunchedAd | FailedAd)),
    onDone: reload,
  });
  if (undoing[0] && data?.undo?.finishedAt !== undefined) undoing[1](false);
  const crumbs = (
    <p class="crumbs">
      <a href="#/batches">Batches</a> / {id}
    </p>
  );
  if (data === undefined)
    return (
      <>
        {crumbs}
        <PageHead title={`Batch ${id}`} lead={problem ? 'It cannot be shown.' : 'On its way…'} />
        {problem ? <ProblemNote problem={problem} onRetry={reload} /> : <Waiting rows={8} />}
      </>
    );
  return (
    <>
      {crumbs}
      <PageHead
        title={data.name || `Batch ${id}`}
        lead={
          <>
            <StateBadge batch={data} /> {data.message}
          </>
        }
      >
        {mayLaunch && <Actions batch={data} reload={reload} onUndo={() => undoing[1](true)} />}
      </PageHead>
      <Summary batch={data} />
      <Ads batch={data} />
    </>
  );
}

function withAd(batch: BatchDetail, ad: LaunchedAd | FailedAd): BatchDetail {
  const same = (each: { readonly index: number; readonly adSetId?: string | undefined }): boolean =>
    each.index === ad.index && each.adSetId === ad.adSetId;
  const launched = 'adId' in ad;
  return {
    ...batch,
    launchedAds: launched ? [...batch.launchedAds.filter((each) => !same(each)), ad] : batch.launchedAds,
    failedAds: launched ? batch.failedAds.filter((each) => !same(each)) : [...batch.failedAds.filter((each) => !same(each)), ad],
    ads: batch.ads.map((each) =>
      same(each) ? { ...each, state: launched ? 'launched' : 'failed', adId: launched ? ad.adId : null } : each,
    ),
  };
}

const CREATED: { readonly [S in BatchDetail['launchStatus']]: string } = { PAUSED: 'Paused', ACTIVE: 'Active', MIXED: 'Mixed' };

function Summary({ batch }: { readonly batch: BatchDetail }) {
  const failed = batch.failedAds.length;
  const facts: readonly (readonly [string, string, string?])[] = [
    ['Ads', count(batch.totalAds)],
    ['Launched', count(batch.successfulAds), 'good-text'],
    ['Failed', count(failed), failed > 0 ? 'bad-text' : ''],
    ['Waiting', count(Math.max(0, batch.totalAds - batch.successfulAds - failed))],
    ['Took', duration(batch.elapsedTimeMs)],
    ['Created', CREATED[batch.launchStatus]],
  ];
  return (
    <section class="card summary" aria-label="Progress">
      <Progress done={batch.successfulAds} failed={failed} total={batch.totalAds} label="Progress of the batch" />
      <dl class="facts">
        {facts.map(([name, value, tone = '']) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class={tone}>{value}</dd>
          </div>
        ))}
      </dl>
      <p class="hint">
        {batch.adBatchSlug} · started {moment(batch.startedAt ?? batch.createdAt)}
        {batch.undo?.finishedAt !== undefined &&
          ` · undone: ${plural(batch.undo.undone, 'ad')} ${batch.undo.mode === 'delete' ? 'deleted' : 'paused'}`}
      </p>
    </section>
  );
}

function Ads({ batch }: { readonly batch: BatchDetail }) {
  const [filter, setFilter] = useState<AdFilter>(batch.failedAds.length > 0 && batch.status !== 'processing' ? 'failed' : 'all');
  return (
    <section aria-label="Ads">
      <Filters batch={batch} filter={filter} onChange={setFilter} />
      <AdTable batch={batch} filter={filter} />
    </section>
  );
}

function Actions({
  batch,
  reload,
  onUndo,
}: {
  readonly batch: BatchDetail;
  readonly reload: () => void;
  readonly onUndo: () => void;
}) {
  const [busy, setBusy] = useState<string>();
  const [asking, setAsking] = useState(false);
  const act = async (name: string, body?: object): Promise<boolean> => {
    setBusy(name);
    const done = await attempt(() => send('POST', `/v1/batches/${batch.adBatchId}/${name}`, body));
    setBusy(undefined);
    reload();
    return done !== undefined;
  };
  const undo = async (mode: 'pause' | 'delete'): Promise<void> => {
    setAsking(false);
    if (!(await act('undo', { mode }))) return;
    onUndo();
    say(mode === 'pause' ? 'Pausing every ad of this batch.' : 'Deleting every ad of this batch.', 'calm');
  };
  const running = batch.status === 'processing';
  return (
    <>
      {running && (
        <Button icon="stop" busy={busy === 'cancel'} onClick={() => void act('cancel')}>
          Cancel the rest
        </Button>
      )}
      {!running && batch.failedAds.length > 0 && (
        <Button kind="primary" icon="again" busy={busy === 'retry'} onClick={() => void act('retry')}>
          Retry {plural(batch.failedAds.length, 'failed ad')}
        </Button>
      )}
      {!running && batch.successfulAds > 0 && (
        <Button icon="undo" busy={busy === 'undo'} onClick={() => setAsking(true)}>
          Undo
        </Button>
      )}
      <Dialog title="Undo this launch" open={asking} onClose={() => setAsking(false)}>
        <p>
          Exactly the {plural(batch.successfulAds, 'ad')} this batch created. Pausing can be taken back in the platform’s manager;
          deleting cannot.
        </p>
        <div class="dialog-actions">
          <Button kind="danger" icon="trash" onClick={() => void undo('delete')}>
            Delete them
          </Button>
          <Button kind="primary" onClick={() => void undo('pause')}>
            Pause them
          </Button>
        </div>
      </Dialog>
    </>
  );
}
