import { Icon } from './icons.tsx';
import { Badge, Copy } from './parts.tsx';
import type { BatchDetail, FailedAd } from './shapes.ts';
import { Table } from './table.tsx';
import { capital, count } from './words.ts';

export type AdFilter = 'all' | 'failed' | 'launched' | 'waiting' | 'undone' | 'left';

const LABELS: { readonly [F in AdFilter]: string } = {
  all: 'All',
  failed: 'Failed',
  launched: 'Launched',
  waiting: 'Waiting',
  undone: 'Undone',
  left: 'Not undone',
};

type Ad = BatchDetail['ads'][number];

const keyOf = (ad: { readonly index: number; readonly adSetId?: string | undefined }): string => `${ad.index} ${ad.adSetId}`;

/** How an undo left the ads of a batch, by ad id: undone, or why it is not. */
function undoOf({ launchedAds, undo }: BatchDetail) {
  return {
    undone: new Map(launchedAds.flatMap(({ adId, undone }) => (undone === undefined ? [] : [[adId, undone] as const]))),
    left: new Map(undo?.left.map(({ id, message }) => [id, message])),
  };
}

const passes = (filter: AdFilter, { undone, left }: ReturnType<typeof undoOf>, { state, adId }: Ad): boolean =>
  filter === 'undone' || filter === 'left'
    ? adId !== null && (filter === 'undone' ? undone : left).has(adId)
    : filter === 'all' || state === filter;

export function Filters({
  batch,
  filter,
  onChange,
}: {
  readonly batch: BatchDetail;
  readonly filter: AdFilter;
  readonly onChange: (filter: AdFilter) => void;
}) {
  const undo = undoOf(batch);
  const number = (name: AdFilter): number => batch.ads.filter((ad) => passes(name, undo, ad)).length;
  const always: readonly AdFilter[] = [
    'all',
    'failed',
    'launched',
    ...(batch.status === 'processing' ? ['waiting' as const] : []),
  ];
  // The table of keys is typed above. Nobody waits in a batch that has ended, or is undone in one that was left alone.
  const names = (Object.keys(LABELS) as AdFilter[]).filter((name) => always.includes(name) || number(name) > 0);
  return (
    <fieldset class="segments">
      <legend class="sr">Show ads that are</legend>
      {names.map((name) => (
        <label key={name} class={filter === name ? 'on' : ''}>
          <input type="radio" name="ads" checked={filter === name} onChange={() => onChange(name)} />
          {LABELS[name]} <span>{count(number(name))}</span>
        </label>
      ))}
    </fieldset>
  );
}

const SHOWN = 500;

export function AdTable({ batch, filter }: { readonly batch: BatchDetail; readonly filter: AdFilter }) {
  const undo = undoOf(batch);
  const ads = batch.ads.filter((ad) => passes(filter, undo, ad));
  const failures = new Map(batch.failedAds.map((ad) => [keyOf(ad), ad]));
  const links = new Map(batch.launchedAds.map((ad) => [keyOf(ad), ad]));
  if (ads.length === 0) return <p class="nothing">No ads here{filter === 'failed' ? ': nothing failed' : ''}.</p>;
  return (
    <>
      <Table narrow="stacks" label="Ads of the batch" numbers={[0]} head={['#', 'Ad', 'State', 'Account and ad set', 'Ad id']}>
        {ads.slice(0, SHOWN).map((ad) => {
          const failure =
            failures.get(keyOf(ad)) ?? batch.failedAds.find((each) => each.index === ad.index && each.adSetId === undefined);
          const launched = links.get(keyOf(ad));
          const left = undo.left.get(ad.adId ?? '');
          return (
            <tr key={keyOf(ad)}>
              <td class="number dim">{ad.index + 1}</td>
              <td class="grow">
                <span class="strong">{ad.adName}</span>
                {ad.state === 'failed' && failure && <Failure failure={failure} />}
                {left !== undefined && (
                  <div class="failure">
                    <p>
                      Not {batch.undo?.mode === 'pause' ? 'paused' : 'deleted'}: {left}
                    </p>
                  </div>
                )}
                {launched?.warnings?.map((warning) => (
                  <p key={warning} class="hint">
                    {warning}
                  </p>
                ))}
              </td>
              <td>
                <AdState state={ad.state} undone={launched?.undone} />
              </td>
              <td class="ids">
                {ad.adAccountId}
                <span class="hint">{ad.adSetId}</span>
              </td>
              <td class="ids nowrap">
                {ad.adId !== null && (
                  <>
                    {launched?.adsManagerUrl ? (
                      <a href={launched.adsManagerUrl} target="_blank" rel="noreferrer">
                        {ad.adId} <Icon name="outside" size={14} />
                        <span class="sr">, in the platform’s manager</span>
                      </a>
                    ) : (
                      ad.adId
                    )}
                    <Copy text={ad.adId} label={`Copy the id of ${ad.adName}`} />
                  </>
                )}
              </td>
            </tr>
          );
        })}
      </Table>
      {ads.length > SHOWN && (
        <p class="hint">
          The first {SHOWN} of {count(ads.length)}. GET /v1/batches/{batch.adBatchId} has them all.
        </p>
      )}
    </>
  );
}

const AdState = ({ state, undone }: { readonly state: Ad['state']; readonly undone: 'paused' | 'deleted' | undefined }) =>
  undone === undefined ? (
    <Badge tone={state === 'launched' ? 'good' : state === 'failed' ? 'bad' : 'calm'}>{LABELS[state]}</Badge>
  ) : (
    <Badge tone="calm">{capital(undone)}</Badge>
  );

/** Why, what to do, and for whoever asks the platform's support, its own words. */
function Failure({ failure }: { readonly failure: FailedAd }) {
  const { platformError } = failure;
  return (
    <div class="failure">
      <p>{failure.message}</p>
      {failure.fix !== undefined && (
        <p class="fix">
          <span aria-hidden="true">→</span> {failure.fix}
        </p>
      )}
      <p class="hint">
        {[
          `at ${failure.stage}`,
          platformError?.code && `code ${platformError.code}${platformError.subcode ? `/${platformError.subcode}` : ''}`,
          failure.attempts > 1 && `${failure.attempts} attempts`,
          failure.retryable ? 'may pass when repeated' : 'will not pass unchanged',
          platformError?.traceId && `trace ${platformError.traceId}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  );
}
