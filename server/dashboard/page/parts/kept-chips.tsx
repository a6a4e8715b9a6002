import { useState } from 'preact/hooks';
import { Input, LineForm } from './fields.tsx';
import { Button } from './parts.tsx';

interface KeptChipsProps<T extends { readonly name: string }> {
  /** `view` */
  noun: string;
  kept: readonly T[];
  isShown?: (one: T) => boolean;
  onOpen: (one: T) => void;
  onForget: (one: T) => unknown;
  onSave: (name: string) => unknown;
}

/** What people named and keep, to be opened by a click. */
export function KeptChips<T extends { readonly name: string }>(props: KeptChipsProps<T>) {
  const { noun, kept, isShown, onOpen, onForget, onSave } = props;
  const [name, setName] = useState<string>();
  return (
    <div class="saved-views">
      {kept.map((each) => (
        <span key={each.name} class={`chip${isShown?.(each) ? ' on' : ''}`}>
          <button type="button" dir="auto" onClick={() => onOpen(each)}>
            {each.name}
          </button>
          <Button
            kind="quiet"
            icon="close"
            label={`Forget the ${noun} ${each.name}`}
            onClick={() => void onForget(each)}
          />
        </span>
      ))}
      {name === undefined ? (
        <Button kind="quiet" icon="plus" onClick={() => setName('')}>
          Save this {noun}
        </Button>
      ) : (
        <LineForm
          onSend={() => {
            if (name.trim() !== '') void onSave(name.trim());
            setName(undefined);
          }}
          button="Save"
          disabled={name.trim() === ''}
        >
          <Input
            aria-label={`Name of the ${noun}`}
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
