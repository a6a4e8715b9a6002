import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { type BatchDetail, type FailedAd, type LaunchedAd, useAccounts } from '../../base/api.ts';
import { capital, count } from '../../base/words.ts';
import { Icon } from '../../parts/icons.tsx';
import { Badge, Button, Copy, Segments } from '../../parts/parts.tsx';
import { Table } from '../../parts/table.tsx';

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

export const isCancelled = ({ code }: FailedAd): boolean => code === 'cancelled';

export const keyOf = ({
  index,
  adSetId,
}: {
  readonly index: number;
  readonly adSetId?: string | undefined;
}): string => `${index} ${adSetId}`;

function undoOf({ launchedAds, undo }: BatchDetail) {
  return {
    undone: new Map(
      launchedAds.flatMap(({ adId, undone }) =>
        undone === undefined ? [] : [[adId, undone] as const],
      ),
    ),
    left: new Map(undo?.left.map(({ id, message }) => [id, message])),
  };
}

const passes = (
  filter: AdFilter,
  { undone, left }: ReturnType<typeof undoOf>,
  { state, adId }: Ad,
): boolean =>
  filter === 'undone' || filter === 'left'
    ? adId !== null && (filter === 'undone' ? undone : left).has(adId)
    : filter === 'all' || state === filter;

interface FiltersProps {
  batch: BatchDetail;
  filter: AdFilter;
  onChange: (filter: AdFilter) => void;
}

export function Filters({ batch, filter, onChange }: FiltersProps) {
  const undo = undoOf(batch);
  const number = (name: AdFilter) => batch.ads.filter((ad) => passes(name, undo, ad)).length;
  const always: readonly AdFilter[] = [
    'all',
    'failed',
    'launched',
    ...(batch.status === 'processing' ? ['waiting' as const] : []),
  ];
  const names = (Object.keys(LABELS) as AdFilter[]).filter(
    (name) => always.includes(name) || number(name) > 0,
  );
  return (
    <Segments
      label="Show ads that are"
      name="ads"
      value={filter}
      onValue={onChange}
      choices={names.map((name) => [
        name,
        <>
          {LABELS[name]} <span>{count(number(name))}</span>
        </>,
      ])}
    />
  );
}

const SHOWN = 150;

export function AdTable({ batch, filter }: { batch: BatchDetail; filter: AdFilter }) {
  const [shown, setShown] = useState(SHOWN);
  const accounts = useAccounts();
  const rowFor = useKeptRows();
  const undo = undoOf(batch);
  const ads = batch.ads.filter((ad) => passes(filter, undo, ad));
  const failures = new Map(batch.failedAds.map((ad) => [keyOf(ad), ad]));
  const whole = new Map(
    batch.failedAds.flatMap((ad) => (ad.adSetId === undefined ? [[ad.index, ad] as const] : [])),
  );
  const links = new Map(batch.launchedAds.map((ad) => [keyOf(ad), ad]));
  const names = new Map(accounts.data?.data.map(({ id, name }) => [id, name]));
  if (ads.length === 0)
    return <p class="nothing">No ads here{filter === 'failed' ? ': nothing failed' : ''}.</p>;
  const more = Math.min(SHOWN, ads.length - shown);
  return (
    <>
      <Table
        label="Ads of the batch"
        numbers={[0]}
        head={['#', 'Ad', 'State', 'Account and ad set', 'Ad id']}
      >
        {ads.slice(0, shown).map((ad) =>
          rowFor({
            ad,
            account: names.get(ad.adAccountId),
            failure: failures.get(keyOf(ad)) ?? whole.get(ad.index),
            launched: links.get(keyOf(ad)),
            left: undo.left.get(ad.adId ?? ''),
            mode: batch.undo?.mode,
          }),
        )}
      </Table>
      {more > 0 && (
        <p class="more-rows">
          <span class="hint">
            {count(shown)} of {count(ads.length)}
          </span>
          <Button onClick={() => setShown(shown + SHOWN)}>Show {count(more)} more</Button>
        </p>
      )}
    </>
  );
}

interface RowProps {
  ad: Ad;
  account: string | undefined;
  failure: FailedAd | undefined;
  launched: LaunchedAd | undefined;
  left: string | undefined;
  mode: NonNullable<BatchDetail['undo']>['mode'] | undefined;
}

/** A row whose parts are the same objects as before is not drawn again. */
function useKeptRows(): (props: RowProps) => VNode {
  const kept = useRef(new Map<string, { readonly props: RowProps; readonly row: VNode }>());
  return (props) => {
    const key = keyOf(props.ad);
    const before = kept.current.get(key);
    const names = Object.keys(props) as (keyof RowProps)[];
    if (before !== undefined && names.every((name) => before.props[name] === props[name]))
      return before.row;
    const row = <AdRow key={key} {...props} />;
    kept.current.set(key, { props, row });
    return row;
  };
}

const AdRow = ({ ad, account, failure, launched, left, mode }: RowProps) => (
  <tr>
    <td class="number dim">{ad.index + 1}</td>
    <td class="grow">
      <span class="strong" dir="auto">
        {ad.adName}
      </span>
      {ad.state === 'failed' && failure && <Failure failure={failure} />}
      {left !== undefined && (
        <div class="failure">
          <p>
            Not {mode === 'pause' ? 'paused' : 'deleted'}: {left}
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
      <AdState state={ad.state} failure={failure} undone={launched?.undone} />
    </td>
    <td title={`${ad.adAccountId} · ${ad.adSetId}`}>
      <Named name={account} id={ad.adAccountId} />
      <span class="hint">
        <Named name={ad.adSetName} id={ad.adSetId} />
      </span>
    </td>
    <td class="ids nowrap">
      {ad.adId !== null && (
        <>
          {launched?.adsManagerUrl ? (
            <a href={launched.adsManagerUrl} target="_blank" rel="noreferrer">
              {ad.adId}
              <Icon name="outside" size={14} />
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

const Named = ({ name, id }: { name: string | undefined; id: string }) =>
  name === undefined ? <span class="ids">{id}</span> : <span dir="auto">{name}</span>;

type AdStateProps = Pick<Ad, 'state'> &
  Pick<RowProps, 'failure'> & { readonly undone: 'paused' | 'deleted' | undefined };

function AdState({ state, failure, undone }: AdStateProps) {
  if (undone !== undefined) return <Badge tone="calm">{capital(undone)}</Badge>;
  if (state === 'failed' && failure?.correctedIn !== undefined)
    return (
      <a href={`#/batches/${failure.correctedIn}`}>
        <Badge tone="calm">Corrected in batch {failure.correctedIn}</Badge>
      </a>
    );
  if (state === 'failed' && failure !== undefined && isCancelled(failure))
    return <Badge tone="calm">Cancelled</Badge>;
  return (
    <Badge tone={state === 'launched' ? 'good' : state === 'failed' ? 'bad' : 'calm'}>
      {LABELS[state]}
    </Badge>
  );
}

function Failure({ failure }: { failure: FailedAd }) {
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
          platformError?.code &&
            `code ${platformError.code}${platformError.subcode ? `/${platformError.subcode}` : ''}`,
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
