import { client } from '../../base/api.ts';
import { download } from '../../base/download.ts';
import { moment } from '../../base/words.ts';
import { act } from '../../parts/dialogs.tsx';
import { Check, Form, TextField, useValues } from '../../parts/fields.tsx';
import { Button } from '../../parts/parts.tsx';
import type { Company } from './companies.tsx';

export const ExportButton = ({ id, onExported }: { id: string; onExported: () => void }) => (
  <Button
    icon="download"
    waits
    onClick={() =>
      act(
        () => downloadExport(id),
        (name) => `${name} is in your downloads. Media are in it by their addresses.`,
        onExported,
      )
    }
  >
    Export
  </Button>
);

async function downloadExport(id: string): Promise<string> {
  const { filename, contentType, content } = await client.companies.export({ id });
  const chunks: BlobPart[] = [];
  for await (const chunk of content) chunks.push(chunk as Uint8Array<ArrayBuffer>);
  download(new Blob(chunks, { type: contentType }), filename);
  return filename;
}

interface DeletionProps {
  company: Company;
  onExported: () => void;
  onConfirm: (request: { readonly confirm: string; readonly withoutExport?: true }) => void;
}

export function Deletion({ company: { id, name, exportedAt }, onExported, onConfirm }: DeletionProps) {
  const { values, bind } = useValues({ confirm: '', withoutExport: false });
  const { confirm, withoutExport } = values;
  return (
    <Form
      send={async () => onConfirm({ confirm, ...(withoutExport && { withoutExport }) })}
      kind="danger"
      disabled={confirm !== name || (exportedAt === null && !withoutExport)}
      button="Delete in seven days"
    >
      <p>
        It is suspended at once. After seven days its documents, media, exports, figures, keys and its audit are removed for good;
        until then Resume brings it back. Ads that run on a platform go on running there.
      </p>
      <p>
        {exportedAt === null ? 'Nothing of it was exported yet.' : `It was last exported ${moment(exportedAt)}.`} An export of the
        last 24 hours, or since it was suspended, is needed. <ExportButton id={id} onExported={onExported} />
      </p>
      <Check {...bind('withoutExport')}>Delete it without an export</Check>
      <TextField label="Its name, to confirm" hint={name} required autocomplete="off" {...bind('confirm')} />
    </Form>
  );
}
