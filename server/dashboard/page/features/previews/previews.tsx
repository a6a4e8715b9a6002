import { useState } from 'preact/hooks';
import { type AnswerOf, client, type InputOf, useAnswer, useResource } from '../../base/api.ts';
import { labelOf, usePlatforms } from '../../base/platforms.ts';
import { plural } from '../../base/words.ts';
import { attempt } from '../../parts/dialogs.tsx';
import { Button, ProblemNote, Waiting } from '../../parts/parts.tsx';
import { PreviewCards } from './cards.tsx';

type Previews = AnswerOf<'previews.batch'>;

const PAGE = 5;

export function PlanPreviews({ ads }: { ads: readonly { readonly [member: string]: unknown }[] }) {
  const [shown, setShown] = useState<Previews>();
  const look = async (offset: number) => {
    const input = {
      ads,
      useDefaults: true,
      offset,
      limit: PAGE,
    } as unknown as InputOf<'previews.launch'>;
    const page = await attempt(() => client.previews.launch(input));
    if (page !== undefined)
      setShown(
        offset === 0
          ? page
          : (before) => before && { ...page, data: [...before.data, ...page.data] },
      );
  };
  return (
    <section class="card previews-card" aria-label="Previews">
      <h2>Previews</h2>
      {shown && <PreviewList previews={shown} />}
      {(shown === undefined || shown.data.length < shown.total) && (
        <Button waits onClick={() => look(shown?.data.length ?? 0)}>
          {shown === undefined ? 'Show how they will look' : 'Show more'}
        </Button>
      )}
    </section>
  );
}

/** How the ads of a plan that waits will look. */
export function LaunchPreviews({ input }: { input: object }) {
  const { planDigest: _, ...body } = input as { readonly planDigest?: string };
  const { data, problem } = useAnswer(
    () => client.previews.launch({ ...body, limit: PAGE } as unknown as InputOf<'previews.launch'>),
    [JSON.stringify(body)],
  );
  return problem ? (
    <ProblemNote problem={problem} />
  ) : data ? (
    <PreviewList previews={data} />
  ) : (
    <Waiting rows={3} />
  );
}

export function BatchPreviews({ id }: { id: number }) {
  const [limit, setLimit] = useState(0);
  const { data, problem, reload } = useResource(
    'previews.batch',
    limit === 0 ? undefined : { id, limit },
  );
  return (
    <section class="card previews-card" aria-label="Previews">
      <h2>Previews</h2>
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      {data && <PreviewList previews={data} />}
      {limit > 0 && data === undefined && problem === undefined && <Waiting rows={3} />}
      {limit < 50 && (data === undefined || data.count < data.total) && (
        <Button onClick={() => setLimit(limit + PAGE)}>
          {limit === 0 ? 'Show how they look' : 'Show more'}
        </Button>
      )}
    </section>
  );
}

export function MediaPreviews({ id }: { id: number }) {
  const [isOpen, setOpen] = useState(false);
  const platforms = usePlatforms();
  const { data, problem, reload } = useResource('previews.media', isOpen ? { id } : undefined);
  if (!isOpen) return <Button onClick={() => setOpen(true)}>Show how platforms show it</Button>;
  if (problem) return <ProblemNote problem={problem} onRetry={reload} />;
  if (data === undefined) return <Waiting rows={3} />;
  return (
    <div class="preview-platforms">
      {data.data.map(({ platform, cards }) => (
        <section key={platform} aria-label={`Previews on ${labelOf(platforms, platform)}`}>
          <h4>{labelOf(platforms, platform)}</h4>
          <PreviewCards cards={cards} />
        </section>
      ))}
    </div>
  );
}

interface PreviewListProps {
  previews: { readonly data: readonly object[]; readonly total: number };
}

export function PreviewList({ previews: { data, total } }: PreviewListProps) {
  // All come from one schema; guests get theirs with the plan.
  const ads = data as Previews['data'];
  return (
    <>
      <p class="hint">
        {data.length} of {plural(total, 'ad')}
      </p>
      {ads.map(({ adIndex, name, cards, adIds }) => (
        <section key={adIndex} class="preview-ad" aria-label={name}>
          <h3>{name}</h3>
          <PreviewCards cards={cards} adId={adIds[0]} />
        </section>
      ))}
    </>
  );
}
