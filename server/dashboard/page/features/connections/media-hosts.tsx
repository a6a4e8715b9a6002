import { useState } from 'preact/hooks';
import { client } from '../../base/api.ts';
import { useResource } from '../../base/resource.ts';
import { Button, Field } from '../../parts/parts.tsx';
import { attempt, say } from '../../parts/toasts.tsx';

/** Where models may have files fetched from, on the page of connections. */
export function MediaHosts() {
  const { data, reload } = useResource('media.hosts', {});
  const [text, setText] = useState<string>();
  if (data === undefined) return null;
  const save = async (): Promise<void> => {
    const hosts = (text ?? '').split(/\s+/).filter((host) => host !== '');
    if ((await attempt(() => client.media.setHosts({ hosts }))) === undefined) return;
    say('The hosts are saved.');
    setText(undefined);
    reload();
  };
  return (
    <section class="card" aria-label="Hosts that models may name">
      <Field
        label="Hosts that models may name, one a line"
        hint="A host is added when a person fetches a file from it. What a model names at another one waits for approval."
      >
        <textarea rows={4} value={text ?? data.hosts.join('\n')} onInput={(event) => setText(event.currentTarget.value)} />
      </Field>
      <Button disabled={text === undefined} onClick={() => void save()}>
        Save the hosts
      </Button>
    </section>
  );
}
