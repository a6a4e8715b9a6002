import { useState } from 'preact/hooks';
import { client } from '../../base/api.ts';
import { download } from '../../base/download.ts';
import { moment } from '../../base/words.ts';
import { Button, TextField } from '../../parts/parts.tsx';
import { attempt, say } from '../../parts/toasts.tsx';
import type { Company } from './companies.tsx';

/** Hands everything of a company to the browser's downloads. */
export function ExportButton({ id, onExported }: { readonly id: string; readonly onExported: () => void }) {
  const [busy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    const name = await attempt(() => fetchExport(id));
    setBusy(false);
    if (name === undefined) return;
    say(`${name} is in your downloads. Media are in it by their addresses.`);
    onExported();
  };
  return (
    <Button icon="download" busy={busy} onClick={() => void run()}>
      Export
    </Button>
  );
}

async function fetchExport(id: string): Promise<string> {
  const { filename, contentType, content } = await client.companies.export({ id });
  const chunks: BlobPart[] = [];
  for await (const chunk of content) chunks.push(chunk as Uint8Array<ArrayBuffer>);
  download(new Blob(chunks, { type: contentType }), filename);
  return filename;
}

export function Deletion({
  company: { id, name, exportedAt },
  onExported,
  onConfirm,
}: {
  readonly company: Company;
  readonly onExported: () => void;
  readonly onConfirm: (request: { readonly confirm: string; readonly withoutExport?: true }) => void;
}) {
  const [given, setGiven] = useState('');
  const [withoutExport, setWithoutExport] = useState(false);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onConfirm({ confirm: given, ...(withoutExport && { withoutExport }) });
      }}
    >
      <p>
        It is suspended at once. After seven days its documents, media, exports, figures, keys and its audit are removed for good;
        until then Resume brings it back. Ads that run on a platform go on running there.
      </p>
      <p>
        {exportedAt === null ? 'Nothing of it was exported yet.' : `It was last exported ${moment(exportedAt)}.`} An export of the
        last 24 hours, or since it was suspended, is needed. <ExportButton id={id} onExported={onExported} />
      </p>
      <label class="check">
        <input type="checkbox" checked={withoutExport} onChange={(event) => setWithoutExport(event.currentTarget.checked)} />{' '}
        Delete it without an export
      </label>
      <TextField label="Its name, to confirm" hint={name} required autocomplete="off" value={given} onText={setGiven} />
      <div class="dialog-actions">
        <Button kind="danger" type="submit" disabled={given !== name || (exportedAt === null && !withoutExport)}>
          Delete in seven days
        </Button>
      </div>
    </form>
  );
}
