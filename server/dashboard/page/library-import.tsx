import { useState } from 'preact/hooks';
import type { InputOf } from '../../client/client.ts';
import { client } from './api.ts';
import { Dialog } from './dialogs.tsx';
import { Button, Field, Progress } from './parts.tsx';
import { useResource } from './resource.ts';
import { attempt } from './toasts.tsx';
import { plural } from './words.ts';

/** Takes files in from elsewhere and shows what becomes of each. */
export function ImportDialog({
  open,
  onClose,
  onDone,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const [text, setText] = useState('');
  const [id, setId] = useState<string>();
  const close = (): void => {
    setId(undefined);
    onClose();
    onDone();
  };
  const begin = async (): Promise<void> => {
    const begun = await attempt(() => client.media.import(requestOf(text.split(/\s/).filter((line) => line !== ''))));
    if (begun !== undefined) setId(begun.id);
  };
  return (
    <Dialog title="Import files" open={open} onClose={close}>
      {id === undefined ? (
        <>
          <Field
            label="Addresses, one a line"
            hint="Public files, links of files shared on Drive or Dropbox, and of one folder of each that an admin has connected. At most 500 files."
          >
            <textarea rows={8} value={text} onInput={(event) => setText(event.currentTarget.value)} />
          </Field>
          <div class="dialog-actions">
            <Button onClick={close}>Cancel</Button>
            <Button kind="primary" disabled={text.trim() === ''} onClick={() => void begin()}>
              Import
            </Button>
          </div>
        </>
      ) : (
        <Outcome id={id} onClose={close} />
      )}
    </Dialog>
  );
}

/** Links of folders go to the connections, everything else is fetched as it stands. */
function requestOf(lines: readonly string[]): InputOf<'media.import'> {
  const folderId = lines
    .map((line) => /^https:\/\/drive\.google\.com\/.{0,200}\/folders\/([\w-]{10,100})/.exec(line)?.[1])
    .find(Boolean);
  const sharedLink = lines.find((line) => /^https:\/\/(www\.)?dropbox\.com\/(sh|scl\/fo)\//.test(line));
  const urls = lines.filter((line) => line !== sharedLink && (folderId === undefined || !line.includes(`/folders/${folderId}`)));
  return {
    ...(urls.length > 0 && { urls: [...urls] }),
    ...(folderId !== undefined && { drive: { folderId } }),
    ...(sharedLink !== undefined && { dropbox: { sharedLink } }),
  };
}

function Outcome({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data } = useResource('media.getImport', { id }, { everyMs: 1_000 });
  if (data === undefined) return null;
  const { imported, duplicates, failed, total, status } = data;
  return (
    <>
      <Progress done={imported + duplicates} failed={failed} total={total} label="Files taken in" />
      <p role="status">
        {status === 'finished' ? 'Finished: ' : ''}
        {plural(imported, 'file')} imported, {duplicates} there already, {failed} failed.
      </p>
      <ul class="plain-list">
        {data.files
          .filter(({ status: each }) => each === 'failed')
          .map(({ url, error }) => (
            <li key={url}>
              <span class="ids">{url}</span> {error?.message}
            </li>
          ))}
      </ul>
      <div class="dialog-actions">
        <Button kind="primary" onClick={onClose}>
          Close
        </Button>
      </div>
    </>
  );
}
