import { useState } from 'preact/hooks';
import { client } from './api.ts';
import { type AdFilter, AdTable, Filters } from './batch-ads.tsx';
import { isRunning, UndoButton, UndoCard } from './batch-undo.tsx';
import { StateBadge } from './batches.tsx';
import { useLiveBatches } from './live.ts';
import { Button, PageHead, ProblemNote, Progress, Waiting } from './parts.tsx';
import { useEvery, useResource } from './resource.ts';
import type { BatchDetail, FailedAd, LaunchedAd } from './shapes.ts';
import { attempt } from './toasts.tsx';
import { count, duration, moment, plural } from './words.ts';

export function BatchPage({ id, mayLaunch }: { readonly id: number; readonly mayLaunch: boolean }) {
  const { data, problem, reload, change } = useResource('batches.get', { id });
  // Events tell of launching alone.
  useEvery(isRunning(data?.undo) ? 1_500 : undefined, reload);
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
        {mayLaunch && <Actions batch={data} reload={reload} />}
      </PageHead>
      <Summary batch={data} />
      <UndoCard batch={data} reload={reload} mayLaunch={mayLaunch} />
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

function Actions({ batch, reload }: { readonly batch: BatchDetail; readonly reload: () => void }) {
  const [busy, setBusy] = useState<string>();
  const act = async (name: 'cancel' | 'retry'): Promise<void> => {
    setBusy(name);
    await attempt<unknown>(() => client.batches[name]({ id: batch.adBatchId }));
    setBusy(undefined);
    reload();
  };
  if (batch.status === 'processing')
    return (
      <Button icon="stop" busy={busy === 'cancel'} onClick={() => void act('cancel')}>
        Cancel the rest
      </Button>
    );
  return (
    <>
      {batch.failedAds.length > 0 && !isRunning(batch.undo) && (
        <Button kind="primary" icon="again" busy={busy === 'retry'} onClick={() => void act('retry')}>
          Retry {plural(batch.failedAds.length, 'failed ad')}
        </Button>
      )}
      <UndoButton batch={batch} reload={reload} />
    </>
  );
}
