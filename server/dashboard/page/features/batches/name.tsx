import { useState } from 'preact/hooks';
import { client } from '../../base/api.ts';
import { attempt } from '../../parts/dialogs.tsx';
import { Input, LineForm } from '../../parts/fields.tsx';
import { Button } from '../../parts/parts.tsx';

/** Enter keeps the name, Escape drops it. */
export function BatchName({ id, name, onNamed }: { id: number; name: string; onNamed: (name: string) => void }) {
  const [text, setText] = useState<string>();
  const keep = async () => {
    const wanted = (text ?? '').trim();
    if (wanted === name || wanted === '') return setText(undefined);
    const answer = await attempt(() => client.batches.rename({ id, name: wanted }));
    if (answer === undefined) return;
    onNamed(answer.name);
    setText(undefined);
  };
  if (text === undefined)
    return (
      <>
        <span dir="auto">{name || `Batch ${id}`}</span>{' '}
        <Button kind="quiet" onClick={() => setText(name)}>
          Rename
        </Button>
      </>
    );
  return (
    <LineForm class="rename" onSend={keep} button="Rename" kind="primary">
      <Input
        aria-label="Name of this batch"
        dir="auto"
        maxLength={1_000}
        value={text}
        placeholder={`Batch ${id}`}
        ref={(input) => input?.focus()}
        onValue={setText}
        onKeyDown={({ key }) => key === 'Escape' && setText(undefined)}
      />
    </LineForm>
  );
}
