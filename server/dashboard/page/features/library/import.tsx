import { useEffect, useState } from 'preact/hooks';
import { type AnswerOf, type ApiError, client, type InputOf, useResource } from '../../base/api.ts';
import { plural } from '../../base/words.ts';
import { attempt, Dialog } from '../../parts/dialogs.tsx';
import { TextField, useValues } from '../../parts/fields.tsx';
import { Badge, Button, ProblemNote, Progress, type Tone } from '../../parts/parts.tsx';

type Request = InputOf<'media.import'>;
type Import = AnswerOf<'media.getImport'>;

interface ImportProps {
  open: boolean;
  onClose: () => void;
  onDone: () => void;
  onOpen: (id: number) => void;
}

export function ImportDialog({ open, onClose, onDone, onOpen }: ImportProps) {
  const [ids, setIds] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<ApiError>();
  const close = () => {
    setIds([]);
    setProblem(undefined);
    onClose();
    onDone();
  };
  return (
    <Dialog title="Import files" open={open} look="wide" onClose={close}>
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

interface AddressesProps {
  problem: ApiError | undefined;
  onProblem: (problem: ApiError | undefined) => void;
  onBegun: (ids: readonly string[]) => void;
  onClose: () => void;
}

function Addresses({ problem, onProblem, onBegun, onClose }: AddressesProps) {
  const { values, bind } = useValues({ text: '', apiKey: '' });
  const sources = useResource('media.sources', {});
  const lines = values.text.split('\n').flatMap((line) => line.trim() || []);
  const isOpenDrive =
    lines.some((line) => folderIdOf(line) !== undefined) && !isConnected(sources.data, 'drive');
  const begin = async () => {
    onProblem(undefined);
    const begun: string[] = [];
    for (const request of requestsOf(lines, values.apiKey.trim())) {
      const one = await attempt(() => client.media.import(request), onProblem);
      if (one === undefined) break;
      begun.push(one.id);
    }
    if (begun.length > 0) onBegun(begun);
  };
  return (
    <>
      <TextField
        label="Links, one a line"
        hint="Addresses of public files, links of files and folders of Drive and Dropbox, and /paths of the connected Dropbox. At most 500 files of 100 MB; what is in the library already is not kept twice."
        rows={8}
        placeholder={
          'https://drive.google.com/drive/folders/…\nhttps://www.dropbox.com/scl/fo/…\nhttps://example.com/picture.png'
        }
        {...bind('text')}
      />
      {isOpenDrive && (
        <TextField
          label="Google API key (optional)"
          hint="Drive is not connected: a folder that everyone may see is listed with a key of a Google project that may use the Drive API. It is used once and not kept."
          type="password"
          autocomplete="off"
          {...bind('apiKey')}
        />
      )}
      <p class="hint import-sources">
        {SOURCES.map(
          ([source, name]) =>
            `${name} is ${isConnected(sources.data, source) ? '' : 'not '}connected`,
        ).join(', ')}
        : <a href="#/connections">Connections</a>
      </p>
      {problem && <ProblemNote problem={problem} />}
      <div class="dialog-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" waits disabled={lines.length === 0} onClick={begin}>
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

/** The request for a link to a folder; undefined for other links. */
function folderOf(line: string, apiKey: string): Request | undefined {
  const folderId = folderIdOf(line);
  if (folderId !== undefined) return { drive: { folderId, ...(apiKey !== '' && { apiKey }) } };
  if (/^https:\/\/(www\.)?dropbox\.com\/(sh|scl\/fo)\//.test(line))
    return { dropbox: { sharedLink: line } };
  return line.startsWith('/') ? { dropbox: { path: line } } : undefined;
}

/** Files are fetched together, each folder by an import of its own. */
function requestsOf(lines: readonly string[], apiKey: string): readonly Request[] {
  const urls = lines.filter((line) => folderOf(line, apiKey) === undefined);
  const folders = lines.flatMap((line) => folderOf(line, apiKey) ?? []);
  return [...(urls.length > 0 ? [{ urls }] : []), ...folders];
}

function Outcome({
  id,
  onFile,
  onOpen,
}: {
  id: string;
  onFile: () => void;
  onOpen: (id: number) => void;
}) {
  const [isOver, setOver] = useState(false);
  const { data, problem } = useResource(
    'media.getImport',
    { id },
    isOver ? {} : { everyMs: 1_000 },
  );
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

function Files({ files, onOpen }: Pick<Import, 'files'> & { onOpen: (id: number) => void }) {
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
