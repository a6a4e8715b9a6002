import { useState } from 'preact/hooks';
import { Input, LineForm } from '../../parts/fields.tsx';
import { Button } from '../../parts/parts.tsx';
import { questionOf, type View, viewIn } from './view.ts';

/** The browser keeps saved views, per company. */
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

export function SavedViews({ company, view, onView }: { company: string; view: View; onView: (view: View) => void }) {
  const [views, setViews] = useState(() => keptViews(company));
  const [name, setName] = useState<string>();
  const question = questionOf(view).toString();
  const keep = (all: readonly KeptView[]) => {
    setViews(all);
    try {
      localStorage.setItem(`${KEY}:${company}`, JSON.stringify(all));
    } catch {
      // Without storage they last until the page is left.
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
        <LineForm
          onSend={() => {
            const called = name.trim();
            if (called !== '') keep([...views.filter((each) => each.name !== called), { name: called, question }]);
            setName(undefined);
          }}
          button="Save"
          disabled={name.trim() === ''}
        >
          <Input
            aria-label="Name of the view"
            maxLength={60}
            value={name}
            ref={(element) => element?.focus()}
            onValue={setName}
            onKeyDown={(event) => event.key === 'Escape' && setName(undefined)}
          />
        </LineForm>
      )}
    </div>
  );
}
