import { useState } from 'preact/hooks';
import { Button } from '../../parts/parts.tsx';
import { questionOf, type View, viewIn } from './view.ts';

/**
 * Views of a person are kept in the browser, for each company by itself: the service knows keys and no persons. The address
 * holds a whole view, so that one is shared as a link.
 */
const KEY = 'slipway-ads-views';

interface KeptView {
  readonly name: string;
  readonly question: string;
}

function keptViews(company: string): readonly KeptView[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(`${KEY}:${company}`) ?? '[]');
    return Array.isArray(read) ? read.filter(isView) : [];
  } catch {
    return [];
  }
}

const isView = (each: unknown): each is KeptView =>
  typeof each === 'object' && each !== null && 'name' in each && 'question' in each && typeof each.name === 'string';

/** Saved views: one press shows what was looked at. */
export function SavedViews({
  company,
  view,
  onView,
}: {
  readonly company: string;
  readonly view: View;
  readonly onView: (view: View) => void;
}) {
  const [views, setViews] = useState(() => keptViews(company));
  const [name, setName] = useState<string>();
  const question = questionOf(view).toString();
  const keep = (all: readonly KeptView[]): void => {
    setViews(all);
    try {
      localStorage.setItem(`${KEY}:${company}`, JSON.stringify(all));
    } catch {
      // A browser that keeps nothing shows them until the page is left.
    }
  };
  return (
    <div class="saved-views">
      {views.map((each) => (
        <span key={each.name} class={`chip${each.question === question ? ' on' : ''}`}>
          <button type="button" dir="auto" onClick={() => onView(viewIn(new URLSearchParams(each.question)))}>
            {each.name}
          </button>
          <Button
            kind="quiet"
            icon="close"
            label={`Forget the view ${each.name}`}
            onClick={() => keep(views.filter((other) => other !== each))}
          />
        </span>
      ))}
      {name === undefined ? (
        <Button kind="quiet" icon="plus" onClick={() => setName('')}>
          Save this view
        </Button>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const called = name.trim();
            if (called !== '') keep([...views.filter((each) => each.name !== called), { name: called, question }]);
            setName(undefined);
          }}
        >
          <input
            aria-label="Name of the view"
            maxLength={60}
            value={name}
            ref={(element) => element?.focus()}
            onInput={(event) => setName(event.currentTarget.value)}
            onKeyDown={(event) => event.key === 'Escape' && setName(undefined)}
          />
          <Button type="submit" disabled={name.trim() === ''}>
            Save
          </Button>
        </form>
      )}
    </div>
  );
}
