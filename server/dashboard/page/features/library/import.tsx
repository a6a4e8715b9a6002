import { useEffect, useState } from 'preact/hooks';
import type { AnswerOf, ApiError, InputOf } from '../../../../client/client.ts';
import { client } from '../../base/api.ts';
import { useResource } from '../../base/resource.ts';
import { plural } from '../../base/words.ts';
import { Dialog } from '../../parts/dialogs.tsx';
import { Badge, Button, Field, ProblemNote, Progress, type Tone } from '../../parts/parts.tsx';
import { attempt } from '../../parts/toasts.tsx';

type Request = InputOf<'media.import'>;
type Import = AnswerOf<'media.getImport'>;

/** Takes files in from elsewhere and shows what becomes of each. */
export function ImportDialog({
  open,
  onClose,
  onDone,
  onOpen,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
  /** Shows a file of the library. */
  readonly onOpen: (id: number) => void;
}) {
  const [ids, setIds] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<ApiError>();
  const close = (): void => {
    setIds([]);
    setProblem(undefined);
    onClose();
    onDone();
  };
  return (
    <Dialog title="Import files" open={open} wide onClose={close}>
      {ids.length === 0 ? (
        <Addresses problem={problem} onProblem={setProblem} onBegun={setIds} onClose={close} />
      ) : (
        <>
          {problem && <ProblemNote problem={problem} />}
          {ids.map((id) => (
            <Outcome key={id} id={id} onFile={onDone} onOpen={onOpen} />
          ))}
          <div class="dialog-actions">
            <Button onClick={() => setIds([])}>Import more</Button>
            <Button kind="primary" onClick={close}>
              Close
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

function Addresses({
  problem,
  onProblem,
  onBegun,
  onClose,
}: {
  readonly problem: ApiError | undefined;
  readonly onProblem: (problem: ApiError | undefined) => void;
  readonly onBegun: (ids: readonly string[]) => void;
  readonly onClose: () => void;
}) {
  const [text, setText] = useState('');
  const [apiKey, setKey] = useState('');
  const [busy, setBusy] = useState(false);
  const sources = useResource('media.sources', {});
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const isOpenDrive = lines.some((line) => folderIdOf(line) !== undefined) && !isConnected(sources.data, 'drive');
  const begin = async (): Promise<void> => {
    setBusy(true);
    onProblem(undefined);
    const begun: string[] = [];
    for (const request of requestsOf(lines, apiKey.trim())) {
      const one = await attempt(() => client.media.import(request), onProblem);
      if (one === undefined) break;
      begun.push(one.id);
    }
    setBusy(false);
    if (begun.length > 0) onBegun(begun);
  };
  return (
    <>
      <Field
        label="Links, one a line"
        hint="Addresses of public files, links of files and folders of Drive and Dropbox, and /paths of the connected Dropbox. At most 500 files of 100 MB; what is in the library already is not kept twice."
      >
        <textarea
          rows={8}
          placeholder={
            'https://drive.google.com/drive/folders/…\nhttps://www.dropbox.com/scl/fo/…\nhttps://example.com/picture.png'
          }
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </Field>
      {isOpenDrive && (
        <Field
          label="Google API key (optional)"
          hint="Drive is not connected: a folder that everyone may see is listed with a key of a Google project that may use the Drive API. It is used once and not kept."
        >
          <input type="password" autocomplete="off" value={apiKey} onInput={(event) => setKey(event.currentTarget.value)} />
        </Field>
      )}
      <p class="hint import-sources">
        {SOURCES.map(([source, name]) => `${name} is ${isConnected(sources.data, source) ? '' : 'not '}connected`).join(', ')}:{' '}
        <a href="#/connections">Connections</a>
      </p>
      {problem && <ProblemNote problem={problem} />}
      <div class="dialog-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" busy={busy} disabled={lines.length === 0} onClick={() => void begin()}>
          Import
        </Button>
      </div>
    </>
  );
}

const SOURCES = [
  ['drive', 'Drive'],
  ['dropbox', 'Dropbox'],
] as const;

const isConnected = (told: AnswerOf<'media.sources'> | undefined, source: string): boolean =>
  told?.data.some((each) => each.source === source && each.connected) === true;

const folderIdOf = (line: string): string | undefined =>
  /^https:\/\/drive\.google\.com\/.{0,200}\/folders\/([\w-]{10,100})/.exec(line)?.[1];

/** What a link of a folder asks for; undefined where it is none. */
function folderOf(line: string, apiKey: string): Request | undefined {
  const folderId = folderIdOf(line);
  if (folderId !== undefined) return { drive: { folderId, ...(apiKey !== '' && { apiKey }) } };
  if (/^https:\/\/(www\.)?dropbox\.com\/(sh|scl\/fo)\//.test(line)) return { dropbox: { sharedLink: line } };
  return line.startsWith('/') ? { dropbox: { path: line } } : undefined;
}

/** Files are fetched together; each folder is an import of its own. */
function requestsOf(lines: readonly string[], apiKey: string): readonly Request[] {
  const urls = lines.filter((line) => folderOf(line, apiKey) === undefined);
  const folders = lines.flatMap((line) => folderOf(line, apiKey) ?? []);
  return [...(urls.length > 0 ? [{ urls }] : []), ...folders];
}

/** How far an import is, and what became of each file. */
function Outcome({
  id,
  onFile,
  onOpen,
}: {
  readonly id: string;
  readonly onFile: () => void;
  readonly onOpen: (id: number) => void;
}) {
  const [isOver, setOver] = useState(false);
  const { data, problem } = useResource('media.getImport', { id }, isOver ? {} : { everyMs: 1_000 });
  const settled = data === undefined ? 0 : data.imported + data.duplicates;
  useEffect(() => {
    if (settled > 0) onFile();
  }, [settled]);
  useEffect(() => setOver(data?.status === 'finished'), [data?.status]);
  if (problem) return <ProblemNote problem={problem} />;
  if (data === undefined) return null;
  const { imported, duplicates, failed, total, status } = data;
  return (
    <section class="import" aria-label="Import">
      <Progress done={imported + duplicates} failed={failed} total={total} label="Files taken in" />
      <p role="status">
        {status === 'finished' ? 'Finished: ' : ''}
        {plural(imported, 'file')} imported, {duplicates} there already, {failed} failed.
      </p>
      <Files files={data.files} onOpen={onOpen} />
    </section>
  );
}

const OUTCOMES: { readonly [S in Import['files'][number]['status']]: readonly [Tone, string] } = {
  waiting: ['calm', 'Waits'],
  imported: ['good', 'Imported'],
  duplicate: ['calm', 'There already'],
  failed: ['bad', 'Failed'],
};

function Files({ files, onOpen }: Pick<Import, 'files'> & { readonly onOpen: (id: number) => void }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <ul class="import-files" tabIndex={0} aria-label="Files">
      {files.map(({ url, name, status, mediaId, error }, at) => {
        const [tone, word] = OUTCOMES[status];
        return (
          <li key={at}>
            <Badge tone={tone}>{word}</Badge>
            <div>
              {mediaId === null ? (
                <span dir="auto">{name ?? url}</span>
              ) : (
                <button type="button" class="link" dir="auto" onClick={() => onOpen(mediaId)}>
                  {name ?? url}
                </button>
              )}
              {error && <p class="bad-text">{error.message}</p>}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
