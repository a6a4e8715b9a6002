import { type AnswerOf, type RowOf, useResource } from '../../base/api.ts';
import { ProblemNote, Waiting } from '../../parts/parts.tsx';
import { BatchPreviews, LaunchPreviews } from '../../previews/previews.tsx';

type Input = AnswerOf<'approvals.get'>['operations'][number]['input'];

const MOST_SHOWN = 12;

/** The ads that a step of a plan is about: those it would launch as they will look, those that exist as they are. */
export function PlanAds({ operation, input }: { operation: string; input: Input }) {
  if (operation === 'launch') return <LaunchPreviews input={input} />;
  if (operation === 'drafts.launch') return <DraftAds id={Number(input.id)} />;
  if (operation === 'batches.retry' || operation === 'batches.undo') return <BatchPreviews id={Number(input.id)} />;
  const ids = adIdsOf(input);
  return ids.length === 0 ? null : <AdsAsTheyAre ids={ids} />;
}

function adIdsOf({ entityType, entityIds, entityId, adId }: Input): readonly string[] {
  const named = entityType === 'ad' ? [entityIds, entityId].flat() : [adId];
  return named.filter((id) => typeof id === 'string').slice(0, MOST_SHOWN);
}

function DraftAds({ id }: { id: number }) {
  const { data, problem, reload } = useResource('drafts.get', { id });
  if (problem) return <ProblemNote problem={problem} onRetry={reload} />;
  return data === undefined ? <Waiting rows={3} /> : <LaunchPreviews input={{ ads: data.ads, adSets: data.adSets }} />;
}

function AdsAsTheyAre({ ids }: { ids: readonly string[] }) {
  const { data, problem, reload } = useResource('manage.adCreativeSpecs', { adIds: [...ids] });
  if (problem) return <ProblemNote problem={problem} onRetry={reload} />;
  if (data === undefined) return <Waiting rows={3} />;
  return (
    <ul class="media-grid" aria-label="The ads as they are">
      {data.data.map((ad) => (
        <li class="media-card" key={ad.adId}>
          <div class="picture">{pictureOf(ad) && <img src={pictureOf(ad)} alt="" loading="lazy" />}</div>
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

const pictureOf = ({ images = [], videos = [] }: RowOf<'manage.adCreativeSpecs'>): string | undefined =>
  images[0]?.url ?? videos[0]?.thumbnailUrl ?? undefined;
