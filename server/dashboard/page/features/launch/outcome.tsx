import { mayBeLaunched } from '../../../../client/launch-parts.ts';
import type { ApiError } from '../../base/api.ts';
import { plural } from '../../base/words.ts';
import { Icon } from '../../parts/icons.tsx';
import { Button } from '../../parts/parts.tsx';
import type { Outcome } from '../../rows/kept-rows.ts';

export function LaunchOutcome({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
  const { parts, batches, refused } = outcome;
  const ads = batches.reduce((sum, batch) => sum + batch.ads, 0);
  return (
    <section class={`note ${refused === undefined ? 'good' : 'bad'}`} role="status" aria-label="What was launched">
      <Icon name={refused === undefined ? 'check' : 'faults'} />
      <div>
        <p>
          {refused === undefined
            ? `All ${plural(parts, 'part')} are on their way, ${plural(ads, 'ad')} in all.`
            : whyNot(outcome, refused)}
        </p>
        {refused !== undefined && (
          <p>
            {plural(batches.length, 'part')} before it {batches.length === 1 ? 'is' : 'are'} on the way; the rows of the others
            are still here.
          </p>
        )}
        <ul>
          {batches.map(({ id, ads: made }) => (
            <li key={id}>
              <a href={`#/batches/${id}`}>Batch {id}</a>, {plural(made, 'ad')}
            </li>
          ))}
        </ul>
        <Button kind="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </section>
  );
}

/** A part without an answer may have been launched: sent again it is launched once. */
function whyNot({ parts, batches }: Outcome, refused: ApiError): string {
  const part = `Part ${batches.length + 1} of ${parts}`;
  if (mayBeLaunched(refused)) return `${part} got no answer: ${refused.message} Launched again from here it is launched once.`;
  return `${part} was not launched: ${refused.details[0]?.message ?? refused.message}`;
}
