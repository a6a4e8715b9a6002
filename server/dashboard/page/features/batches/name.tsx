import { useState } from 'preact/hooks';
import { client } from '../../base/api.ts';
import { Button } from '../../parts/parts.tsx';
import { attempt } from '../../parts/toasts.tsx';

interface BatchNameProps {
  readonly id: number;
  readonly name: string;
  readonly onNamed: (name: string) => void;
}

/** The name of a batch in its heading, changed in place: Enter keeps it, Escape leaves it as it was. */
export function BatchName({ id, name, onNamed }: BatchNameProps) {
  const [text, setText] = useState<string | undefined>();
  const [isBusy, setBusy] = useState(false);
  const shown = name || `Batch ${id}`;
  const keep = async (): Promise<void> => {
    const wanted = (text ?? '').trim();
    if (wanted === name || wanted === '') return setText(undefined);
    setBusy(true);
    const answer = await attempt(() => client.batches.rename({ id, name: wanted }));
    setBusy(false);
    if (answer === undefined) return;
    onNamed(answer.name);
    setText(undefined);
  };
  if (text === undefined)
    return (
      <>
        <span dir="auto">{shown}</span>{' '}
        <Button kind="quiet" onClick={() => setText(name)}>
          Rename
        </Button>
      </>
    );
  return (
    <form
      class="rename"
      onSubmit={(event) => {
        event.preventDefault();
        void keep();
      }}
    >
      <input
        aria-label="Name of this batch"
        dir="auto"
        maxLength={1_000}
        value={text}
        placeholder={`Batch ${id}`}
        ref={(input) => input?.focus()}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={({ key }) => key === 'Escape' && setText(undefined)}
      />
      <Button type="submit" kind="primary" busy={isBusy}>
        Rename
      </Button>
    </form>
  );
}
