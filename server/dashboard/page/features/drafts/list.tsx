import { useResource } from '../../base/api.ts';
import { ago, plural } from '../../base/words.ts';

export function Drafts() {
  const { data } = useResource('drafts.list', { limit: 20 });
  if (data === undefined || data.data.length === 0) return null;
  return (
    <section class="card drafts" aria-label="Drafts">
      <h2>Drafts</h2>
      <ul>
        {data.data.map(({ draftId, name, adCount, updatedAt }) => (
          <li key={draftId}>
            <a href={`#/launch/draft/${draftId}`} dir="auto">
              {name || `Draft ${draftId}`}
            </a>
            <span class="hint">
              {plural(adCount, 'ad')} · {ago(updatedAt)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
