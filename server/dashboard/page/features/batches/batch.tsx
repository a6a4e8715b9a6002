import { useEffect, useRef, useState } from 'preact/hooks';
import {
  type BatchDetail,
  client,
  type FailedAd,
  type LaunchedAd,
  useEvery,
  useResource,
} from '../../base/api.ts';
import { type Counts, useLiveBatches } from '../../base/live.ts';
import { useNames } from '../../base/platforms.ts';
import { count, duration, moment, plural } from '../../base/words.ts';
import { attempt } from '../../parts/dialogs.tsx';
import { Input, LineForm } from '../../parts/fields.tsx';
import { Button, Facts, PageHead, ProblemNote, Progress, Waiting } from '../../parts/parts.tsx';
import { plugged } from '../../parts/plug.ts';
import { type AdFilter, AdTable, Filters, isCancelled, keyOf } from './ads.tsx';
import { StateBadge } from './batches.tsx';
import { CorrectFailed } from './correct.tsx';
import { adsOf, SwitchOn } from './switch-on.tsx';
import { isRunning, startUndo, UndoButton, UndoCard } from './undo.tsx';

/** How often a launch without a settled ad is read again: uploads send no events. */
const LOOK_MS = 3_000;

export function BatchPage({ id, mayLaunch }: { id: number; mayLaunch: boolean }) {
  const { data, problem, reload, change } = useResource('batches.get', { id });
  const [isAway, setAway] = useState(false);
  const running = data?.status === 'processing';
  const now = useResource(
    'batches.status',
    running ? { id, limit: 1 } : undefined,
    running ? { everyMs: LOOK_MS } : {},
  ).data;
  const waits = (running && now?.waitingFor) || [];
  const isQuiet = running && data.successfulAds + data.failedAds.length === 0;
  useEvery(isRunning(data?.undo) ? 1_500 : isQuiet ? LOOK_MS : undefined, reload);
  useLiveBatches(running ? [id] : [], {
    onNews: (_, { counts, ads }) =>
      change((batch) =>
        withCounts(withAds(batch, ads as readonly (LaunchedAd | FailedAd)[]), counts),
      ),
    onDone: reload,
    onAway: setAway,
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
  if (data.status === 'draft') {
    location.replace(`#/launch/draft/${id}`);
    return null;
  }
  return (
    <>
      {crumbs}
      <PageHead
        title={data.name || `Batch ${id}`}
        heading={
          mayLaunch ? (
            <BatchName
              id={id}
              name={data.name}
              onNamed={(name) => change((batch) => ({ ...batch, name }))}
            />
          ) : undefined
        }
        lead={
          <>
            <StateBadge batch={data} />{' '}
            {waits.length === 0 && (
              <span dir="auto">{(running && now?.message) || messageOf(data)}</span>
            )}
          </>
        }
      >
        {mayLaunch && <Actions batch={data} reload={reload} />}
      </PageHead>
      {running && isAway && (
        <p class="note warn" role="status">
          The service does not answer. This page tries again by itself; what was launched is not
          lost.
        </p>
      )}
      <Waits waits={waits} />
      <Summary batch={data} />
      <Made batch={data} reload={reload} mayLaunch={mayLaunch} />
      <UndoCard batch={data} reload={reload} mayLaunch={mayLaunch} />
      <Ads batch={data} />
      {plugged('previews').map(({ Batch }) => (
        <Batch key="batch" id={id} />
      ))}
    </>
  );
}

/** Campaigns and ad sets that the batch makes, and what became of each. */
function Made({
  batch,
  reload,
  mayLaunch,
}: {
  batch: BatchDetail;
  reload: () => void;
  mayLaunch: boolean;
}) {
  const { made = [], adBatchId, undo, status } = batch;
  if (made.length === 0) return null;
  const empty = made.filter((each) => each.empty).length;
  const remove = () => startUndo(adBatchId, 'delete-empty').then(reload);
  return (
    <section class="card summary" aria-label="New campaigns and ad sets">
      <h2>New campaigns and ad sets</h2>
      <ul>
        {made.map(({ type, ref, name, id, state, status, ads, undone, message }) => (
          <li key={`${type} ${ref}`}>
            {type === 'campaign' ? 'Campaign' : 'Ad set'} <strong dir="auto">{name}</strong>{' '}
            <span class="hint">
              {undone ??
                (state === 'made'
                  ? `${status === 'ACTIVE' ? 'active' : 'paused'}, ${plural(ads, 'ad')}`
                  : state)}{' '}
              {id}
            </span>
            {message !== undefined && <p class="note warn">{message}</p>}
          </li>
        ))}
      </ul>
      {mayLaunch && empty > 0 && status !== 'processing' && !isRunning(undo) && (
        <Button icon="trash" waits onClick={remove}>
          Remove {plural(empty, 'empty one', 'empty ones')}
        </Button>
      )}
    </section>
  );
}

function Waits({ waits }: { waits: NonNullable<BatchDetail['waitingFor']> }) {
  const names = useNames();
  return waits.map(({ platform, adAccountId, message, tries, nextTryAt }) => (
    <p key={`${platform} ${adAccountId}`} class="note warn" role="status">
      <span>
        {names.account(adAccountId)}: {message} {tries > 0 && `Tried ${plural(tries, 'time')}. `}
        Next try at {moment(nextTryAt)}.
      </span>
    </p>
  ));
}

const withCounts = (batch: BatchDetail, counts: Counts | undefined): BatchDetail =>
  counts === undefined
    ? batch
    : {
        ...batch,
        rawStatus: 'Processing',
        successfulAds: counts.successfulAds,
        progress: Math.floor(
          ((counts.successfulAds + counts.failedAds) / Math.max(1, counts.totalAds)) * 100,
        ),
      };

/** Ads without news stay the same objects, so that their rows are not drawn again. */
function withAds(batch: BatchDetail, news: readonly (LaunchedAd | FailedAd)[]): BatchDetail {
  if (news.length === 0) return batch;
  const settled = new Map(news.map((ad) => [keyOf(ad), ad]));
  const others = <A extends { readonly index: number; readonly adSetId?: string | undefined }>(
    ads: readonly A[],
  ): A[] => ads.filter((ad) => !settled.has(keyOf(ad)));
  const launched = [...settled.values()].filter((ad): ad is LaunchedAd => 'adId' in ad);
  const failed = [...settled.values()].filter((ad): ad is FailedAd => !('adId' in ad));
  return {
    ...batch,
    launchedAds: [...others(batch.launchedAds), ...launched],
    failedAds: [...others(batch.failedAds), ...failed],
    ads: batch.ads.map((each) => {
      const ad = settled.get(keyOf(each));
      if (ad === undefined) return each;
      return {
        ...each,
        state: 'adId' in ad ? 'launched' : 'failed',
        adId: 'adId' in ad ? ad.adId : null,
      };
    }),
  };
}

const messageOf = ({ undo, message, successfulAds }: BatchDetail): string =>
  undo?.finishedAt === undefined || undo.undone === 0
    ? message
    : `${count(successfulAds)} launched, ${count(undo.undone)} of them ${undo.mode === 'pause' ? 'paused' : 'deleted'} since.`;

const CREATED: { readonly [S in BatchDetail['launchStatus']]: string } = {
  PAUSED: 'Paused',
  ACTIVE: 'Active',
  MIXED: 'Mixed',
};

function Summary({ batch }: { batch: BatchDetail }) {
  const cancelled = batch.failedAds.filter(isCancelled).length;
  const failed = batch.failedAds.length - cancelled;
  const undone = batch.undo?.undone ?? 0;
  const took = useTicking(batch.elapsedTimeMs, batch.status === 'processing');
  return (
    <section class="card summary" aria-label="Progress">
      <Progress
        done={batch.successfulAds - undone}
        failed={failed}
        total={batch.totalAds}
        settled={batch.successfulAds + failed + cancelled}
        label="Progress of the batch"
      />
      <Facts
        facts={[
          ['Ads', count(batch.totalAds)],
          ['Launched', count(batch.successfulAds), undone > 0 ? '' : 'good-text'],
          ...(undone > 0
            ? [
                [
                  batch.undo?.mode === 'pause' ? 'Paused since' : 'Deleted since',
                  count(undone),
                ] as const,
              ]
            : []),
          ['Failed', count(failed), failed > 0 ? 'bad-text' : ''],
          ...(cancelled > 0 ? [['Cancelled', count(cancelled)] as const] : []),
          [
            'Waiting',
            count(Math.max(0, batch.totalAds - batch.successfulAds - failed - cancelled)),
          ],
          ['Took', duration(took)],
          ['Created', CREATED[batch.launchStatus]],
        ]}
      />
      {batch.status === 'processing' && <Steps steps={batch.steps ?? []} />}
      <p class="hint">
        {batch.adBatchSlug} · started {moment(batch.startedAt ?? batch.createdAt)}
      </p>
    </section>
  );
}

function Ads({ batch }: { batch: BatchDetail }) {
  const [chosen, setFilter] = useState<AdFilter>(
    batch.failedAds.length > 0 && batch.status !== 'processing' ? 'failed' : 'all',
  );
  const filter = chosen === 'failed' && batch.failedAds.length === 0 ? 'all' : chosen;
  return (
    <section aria-label="Ads">
      <Filters batch={batch} filter={filter} onChange={setFilter} />
      <AdTable key={filter} batch={batch} filter={filter} />
    </section>
  );
}

function Actions({ batch, reload }: { batch: BatchDetail; reload: () => void }) {
  const change = async (name: 'cancel' | 'retry') => {
    await attempt<unknown>(() => client.batches[name]({ id: batch.adBatchId }));
    reload();
  };
  if (batch.status === 'processing')
    return (
      <Button icon="stop" waits onClick={() => change('cancel')}>
        Cancel the rest
      </Button>
    );
  const left = batch.failedAds.filter(({ correctedIn }) => correctedIn === undefined);
  return (
    <>
      {left.length === 0 &&
        batch.status === 'error' &&
        batch.made?.some(({ message }) => message) &&
        !isRunning(batch.undo) && (
          <Button kind="primary" icon="again" waits onClick={() => change('retry')}>
            Carry on with what is new
          </Button>
        )}
      {left.length > 0 && !isRunning(batch.undo) && (
        <>
          <Button
            kind={left.every(({ retryable }) => !retryable) ? 'plain' : 'primary'}
            icon="again"
            waits
            onClick={() => change('retry')}
          >
            Retry {plural(left.length, 'failed ad')}
          </Button>
          <CorrectFailed batch={batch} />
        </>
      )}
      <SwitchOn batch={batch} />
      {batch.launchedAds.length > 0 && <a href={adsOf(batch)}>Show in Ads</a>}
      <UndoButton batch={batch} reload={reload} />
    </>
  );
}

/** Enter keeps the name, Escape drops it. */
function BatchName({
  id,
  name,
  onNamed,
}: {
  id: number;
  name: string;
  onNamed: (name: string) => void;
}) {
  const [text, setText] = useState<string>();
  const keep = async () => {
    const wanted = (text ?? '').trim();
    if (wanted === name || wanted === '') return setText(undefined);
    const answer = await attempt(() => client.batches.rename({ id, name: wanted }));
    if (answer === undefined) return;
    onNamed(answer.name);
    setText(undefined);
  };
  if (text === undefined)
    return (
      <>
        <span dir="auto">{name || `Batch ${id}`}</span>{' '}
        <Button kind="quiet" onClick={() => setText(name)}>
          Rename
        </Button>
      </>
    );
  return (
    <LineForm class="rename" onSend={keep} button="Rename" kind="primary">
      <Input
        aria-label="Name of this batch"
        dir="auto"
        maxLength={1_000}
        value={text}
        placeholder={`Batch ${id}`}
        ref={(input) => input?.focus()}
        onValue={setText}
        onKeyDown={({ key }) => key === 'Escape' && setText(undefined)}
      />
    </LineForm>
  );
}

/** A duration of the service that counts on while something runs. */
function useTicking(ms: number, isRunning: boolean): number {
  const told = useRef({ ms, at: performance.now() });
  if (told.current.ms !== ms) told.current = { ms, at: performance.now() };
  const [, redraw] = useState(0);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => redraw((n) => n + 1), 500);
    return () => clearInterval(timer);
  }, [isRunning]);
  return isRunning ? ms + performance.now() - told.current.at : ms;
}

type Step = NonNullable<BatchDetail['steps']>[number];

const STEPS: { readonly [K in Step['kind']]: string } = {
  campaign: 'Campaigns made',
  adset: 'Ad sets made',
  finish: 'New campaigns and ad sets finished',
  image: 'Images uploaded',
  video: 'Videos uploaded',
  ready: 'Videos made ready by the platform',
  creative: 'Creatives made',
  ad: 'Ads made',
  start: 'Switched on',
};

const Steps = ({ steps }: { steps: readonly Step[] }) => (
  <ol class="steps" aria-label="Steps">
    {steps.map(({ kind, total, done, failed, sent }) => (
      <li key={kind} class={done + failed === total ? 'over' : ''}>
        {STEPS[kind]}: {count(done)} of {count(total)}
        {failed > 0 && `, ${count(failed)} failed`}
        {sent > 0 && `, ${count(sent)} with the platform now`}
      </li>
    ))}
  </ol>
);
