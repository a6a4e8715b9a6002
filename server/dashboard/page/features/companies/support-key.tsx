import { useState } from 'preact/hooks';
import { client } from '../../base/api.ts';
import { Button, Field, TextField } from '../../parts/parts.tsx';
import { attempt } from '../../parts/toasts.tsx';

const SCOPES = { 'Read only': ['read'], 'Read, launch and manage': ['read', 'launch', 'manage'], Admin: ['admin'] } as const;

/** A key of a company, made by the operator. */
export function SupportKey({
  companyId,
  onCreated,
}: {
  readonly companyId: string;
  readonly onCreated: (created: { name: string; key: string }) => void;
}) {
  const [name, setName] = useState('Support');
  const [kind, setKind] = useState<keyof typeof SCOPES>('Read only');
  const [busy, setBusy] = useState(false);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const created = await attempt(() => client.companies.createKey({ id: companyId, name, scopes: [...SCOPES[kind]] }));
    setBusy(false);
    if (created) onCreated(created);
  };
  return (
    <form class="card inline-form" onSubmit={submit}>
      <TextField
        label="Name of the key"
        hint="The audit of the company shows that you made it"
        required
        maxLength={100}
        value={name}
        onText={setName}
      />
      <Field label="It may">
        <select value={kind} onChange={(event) => setKind(event.currentTarget.value as keyof typeof SCOPES)}>
          {Object.keys(SCOPES).map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </Field>
      <Button type="submit" icon="keys" busy={busy}>
        Create key
      </Button>
    </form>
  );
}
