import { useState } from 'preact/hooks';
import type { AnswerOf, InputOf } from '../../client/client.ts';
import { client } from './api.ts';
import { Button, ProblemNote, Waiting } from './parts.tsx';
import { PreviewCards } from './preview-cards.tsx';
import { useResource } from './resource.ts';
import { attempt } from './toasts.tsx';
import { plural } from './words.ts';

type Previews = AnswerOf<'previews.batch'>;

/** Ads that are shown at a time. */
const PAGE = 5;

/** How the ads of a plan would look. They are asked for when somebody wants to see them. */
export function PlanPreviews({ ads }: { readonly ads: readonly object[] }) {
  const [shown, setShown] = useState<Previews>();
  const [busy, setBusy] = useState(false);
  const look = async (offset: number): Promise<void> => {
    setBusy(true);
    // A sheet says what it likes; the service checks it.
    const input = { ads, useDefaults: true, offset, limit: PAGE } as unknown as InputOf<'previews.launch'>;
    const page = await attempt(() => client.previews.launch(input));
    setBusy(false);
    if (page !== undefined)
      setShown(offset === 0 ? page : (before) => before && { ...page, data: [...before.data, ...page.data] });
  };
  return (
    <section class="card" aria-label="Previews">
      <h2>Previews</h2>
      {shown && <PreviewList previews={shown} />}
      {(shown === undefined || shown.data.length < shown.total) && (
        <Button busy={busy} onClick={() => void look(shown?.data.length ?? 0)}>
          {shown === undefined ? 'Show how they will look' : 'Show more'}
        </Button>
      )}
    </section>
  );
}

/** How the ads of a batch look. */
export function BatchPreviews({ id }: { readonly id: number }) {
  const [limit, setLimit] = useState(0);
  const { data, problem, reload } = useResource('previews.batch', limit === 0 ? undefined : { id, limit });
  return (
    <section class="card" aria-label="Previews">
      <h2>Previews</h2>
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      {data && <PreviewList previews={data} />}
      {limit > 0 && data === undefined && problem === undefined && <Waiting rows={3} />}
      {limit < 50 && (data === undefined || data.count < data.total) && (
        <Button onClick={() => setLimit(limit + PAGE)}>{limit === 0 ? 'Show how they look' : 'Show more'}</Button>
      )}
    </section>
  );
}

function PreviewList({ previews: { data, total } }: { readonly previews: Previews }) {
  return (
    <>
      <p class="hint">
        {data.length} of {plural(total, 'ad')}
      </p>
      {data.map(({ adIndex, name, cards, adIds }) => (
        <section key={adIndex} aria-label={name}>
          <h3>{name}</h3>
          <PreviewCards cards={cards} adId={adIds[0]} />
        </section>
      ))}
    </>
  );
}
