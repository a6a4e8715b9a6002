import { type AnswerOf, type RowOf, useAnswer, useResource } from '../../base/api.ts';
import { ProblemNote, Waiting } from '../../parts/parts.tsx';
import { plugged } from '../../parts/plug.ts';

type Input = AnswerOf<'approvals.get'>['operations'][number]['input'];

const MOST_SHOWN = 12;

/**
 * The ads that a step of a plan is about: those it would launch as they will look, those that exist
 * as they are.
 */
export function PlanAds({ operation, input }: { operation: string; input: Input }) {
  const [previews] = plugged('previews');
  const draft = plugged('drafts').find((each) => each.operation === operation);
  if (operation === 'launch') return previews ? <previews.Launch input={input} /> : null;
  if (draft !== undefined) return <DraftAds id={Number(input.id)} open={draft.open} />;
  if (operation === 'batches.retry' || operation === 'batches.undo')
    return previews ? <previews.Batch id={Number(input.id)} /> : null;
  const ids = adIdsOf(input);
  return ids.length === 0 ? null : <AdsAsTheyAre ids={ids} />;
}

function adIdsOf({ entityType, entityIds, entityId, adId }: Input): readonly string[] {
  const named = entityType === 'ad' ? [entityIds, entityId].flat() : [adId];
  return named.filter((id) => typeof id === 'string').slice(0, MOST_SHOWN);
}

function DraftAds({ id, open }: { id: number; open: (id: number) => Promise<object> }) {
  const { data, problem } = useAnswer(() => open(id), [id]);
  const [previews] = plugged('previews');
  if (problem) return <ProblemNote problem={problem} />;
  if (previews === undefined) return null;
  return data === undefined ? <Waiting rows={3} /> : <previews.Launch input={launchOf(data)} />;
}

const launchOf = ({
  ads,
  adSets,
}: {
  readonly ads?: unknown;
  readonly adSets?: unknown;
}): object => ({ ads, adSets });

function AdsAsTheyAre({ ids }: { ids: readonly string[] }) {
  const { data, problem, reload } = useResource('manage.adCreativeSpecs', { adIds: [...ids] });
  if (problem) return <ProblemNote problem={problem} onRetry={reload} />;
  if (data === undefined) return <Waiting rows={3} />;
  return (
    <ul class="media-grid" aria-label="The ads as they are">
      {data.data.map((ad) => (
        <li class="media-card" key={ad.adId}>
          <div class="picture">
            {pictureOf(ad) && (
              <img
                src={pictureOf(ad)}
                alt=""
                loading="lazy"
                onError={(event) => event.currentTarget.remove()}
              />
            )}
          </div>
          <div class="media-foot">
            <p class="strong">{ad.titles?.[0] ?? ad.error ?? ''}</p>
            <p>{ad.bodies?.[0] ?? ''}</p>
            <p class="hint ids">{ad.adId}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

const pictureOf = ({
  images = [],
  videos = [],
}: RowOf<'manage.adCreativeSpecs'>): string | undefined =>
  images[0]?.url ?? videos[0]?.thumbnailUrl ?? undefined;
