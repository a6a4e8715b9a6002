import { useEffect, useState } from 'preact/hooks';
import { type AnswerOf, problemOf, uploadFile } from '../base/api.ts';
import { plural, sizeOf } from '../base/words.ts';
import { say } from './dialogs.tsx';
import { Icon } from './icons.tsx';
import { Button, DropZone } from './parts.tsx';

type Uploaded = AnswerOf<'media.upload'>;

export const MEDIA_TYPES =
  '.png,.jpg,.jpeg,.mp4,.mov,.avi,image/png,image/jpeg,video/mp4,video/quicktime';

const MOST_BYTES = 100 * 1024 * 1024;

interface Upload {
  readonly id: number;
  readonly file: File;
  readonly percent: number;
  readonly state: 'waiting' | 'sending' | 'done' | 'failed';
  readonly why?: string;
}

type Uploads = ReturnType<typeof useUploads>;

export function useUploads() {
  const [list, setList] = useState<readonly Upload[]>([]);
  const [aborts] = useState(() => new Map<number, AbortController>());
  const change = (id: number, how: Partial<Upload>): void =>
    setList((all) => all.map((each) => (each.id === id ? { ...each, ...how } : each)));
  const isBusy = list.some(({ state }) => state === 'waiting' || state === 'sending');
  useEffect(() => {
    if (!isBusy) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isBusy]);

  const send = async ({ id, file }: Upload): Promise<Uploaded | undefined> => {
    const abort = aborts.get(id);
    if (abort === undefined || abort.signal.aborted) return undefined;
    change(id, { state: 'sending' });
    try {
      const item = await uploadFile(file, (percent) => change(id, { percent }), abort.signal);
      if (/\.(mp4|mov|avi)$/i.test(file.name))
        await (await import('./poster.ts')).sendPoster(item.id, file);
      change(id, { state: 'done', percent: 100 });
      return item;
    } catch (error) {
      const { details, message } = problemOf(error);
      change(id, {
        state: 'failed',
        why: abort.signal.aborted ? 'Stopped.' : (details[0]?.message ?? message),
      });
      return undefined;
    }
  };

  return {
    list,
    /** Sends files one after the other. @returns how many have arrived */
    async add(files: readonly File[], onUploaded: (item: Uploaded) => void): Promise<number> {
      const fresh = files.map((file): Upload => {
        const id = nextId();
        const base = { id, file, percent: 0 };
        if (file.size > MOST_BYTES)
          return {
            ...base,
            state: 'failed',
            why: `It has ${sizeOf(file.size)}; at most ${sizeOf(MOST_BYTES)} can be uploaded.`,
          };
        aborts.set(id, new AbortController());
        return { ...base, state: 'waiting' };
      });
      setList((all) => [...all.filter(({ state }) => state !== 'done'), ...fresh]);
      let done = 0;
      for (const upload of fresh) {
        if (upload.state === 'failed') continue;
        const item = await send(upload);
        aborts.delete(upload.id);
        if (item === undefined) continue;
        done += 1;
        onUploaded(item);
      }
      return done;
    },
    cancel(id: number) {
      aborts.get(id)?.abort();
      change(id, { state: 'failed', why: 'Stopped.' });
    },
    clear: () =>
      setList((all) => all.filter(({ state }) => state === 'waiting' || state === 'sending')),
  };
}

let last = 0;
const nextId = (): number => {
  last += 1;
  return last;
};

export function UploadList({ uploads }: { uploads: Uploads }) {
  const shown = uploads.list.filter(({ state }) => state !== 'done');
  if (shown.length === 0) return null;
  const isOver = shown.every(({ state }) => state === 'failed');
  return (
    <section class="card uploads" aria-label="Uploads">
      <ul>
        {shown.map(({ id, file, percent, state, why }) => (
          <li key={id} class={state}>
            <span class="strong" dir="auto">
              {file.name}
            </span>
            {state === 'failed' ? (
              <span class="bad-text" role="alert">
                {why}
              </span>
            ) : (
              <>
                <progress max={100} value={percent} aria-label={file.name} />
                <span class="hint">{state === 'waiting' ? 'waits' : `${percent} %`}</span>
                <Button
                  kind="quiet"
                  icon="close"
                  label={`Stop ${file.name}`}
                  onClick={() => uploads.cancel(id)}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      {isOver && (
        <Button kind="quiet" onClick={uploads.clear}>
          Dismiss
        </Button>
      )}
    </section>
  );
}

export function MediaDrop({ onDone }: { onDone: () => void }) {
  const uploads = useUploads();
  const left = uploads.list.filter(
    ({ state }) => state === 'waiting' || state === 'sending',
  ).length;
  const take = async (files: readonly File[]) => {
    const done = await uploads.add(files, () => undefined);
    if (done > 0) say(`${plural(done, 'file')} uploaded.`);
    onDone();
  };
  return (
    <>
      <DropZone accept={MEDIA_TYPES} onFiles={(files) => void take(files)}>
        <Icon name="launch" size={22} />
        <span>
          <strong>
            {left > 0
              ? `Uploading, ${plural(left, 'file')} to go`
              : 'Drop files here, or choose them'}
          </strong>
          <span class="hint">PNG, JPEG, MP4, MOV and AVI, up to 100 MB each</span>
        </span>
      </DropZone>
      <UploadList uploads={uploads} />
    </>
  );
}
