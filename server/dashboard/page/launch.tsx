import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import type { LocatedFault } from '../../../core/sheet/locate.ts';
import { ApiError, type InputOf } from '../../client/client.ts';
import { client } from './api.ts';
import { useChoices } from './choices.ts';
import { Icon } from './icons.tsx';
import { KeptColumns } from './kept-columns.tsx';
import { keepRows, keptRows } from './kept-rows.ts';
import { Decision } from './launch-decision.tsx';
import { Start } from './launch-start.tsx';
import { MEDIA_TYPES } from './media.tsx';
import { type NamedFile, useMediaNames } from './media-names.ts';
import { Button, DropZone, PageHead, ProblemNote } from './parts.tsx';
import { useColumns } from './platforms.ts';
import { downloadText } from './report-query.ts';
import { useEvery } from './resource.ts';
import type { Plan } from './shapes.ts';
import {
  locateAll,
  locateWarnings,
  mediaNamesIn,
  parseSheet,
  readSheet,
  type Sheet,
  templateCsv,
  type Warned,
  withCell,
  withColumn,
  withoutRow,
} from './sheet.ts';
import { SheetGrid } from './sheet-grid.tsx';
import { attempt, say } from './toasts.tsx';
import { plural } from './words.ts';

const CHECK_AFTER_MS = 600;
const AWAY_MS = 5_000;

/** What the service said about the sheet as it stands. */
interface Verdict {
  readonly plan?: Plan;
  readonly faults: readonly LocatedFault[];
  readonly others: readonly string[];
  readonly warned?: readonly Warned[];
  readonly problem?: ApiError;
}

/** A sheet says what it likes; the service checks it. */
const asRequest = (body: object): InputOf<'launch'> => body as InputOf<'launch'>;

/** Kept while the page is left and come back to. `before`: rows that were put aside by starting over. */
const kept: { sheet?: Sheet | undefined; before?: Sheet | undefined; media: readonly NamedFile[] } = { media: [] };

export function LaunchPage() {
  const [sheet, setSheetNow] = useState<Sheet | undefined>(() => kept.sheet ?? keptRows());
  const setSheet = (next: Sheet | undefined): void => {
    kept.before = next === undefined ? sheet : undefined;
    kept.sheet = next;
    keepRows(next);
    setSheetNow(next);
  };
  const columns = useColumns();
  const [fresh, setFresh] = useState<readonly NamedFile[]>(kept.media);
  const addMedia = (item: NamedFile): void => {
    kept.media = [...kept.media, item];
    setFresh(kept.media);
  };
  const wanted = useMemo(() => (sheet === undefined ? [] : mediaNamesIn(sheet, columns)), [sheet, columns]);
  const media = useMediaNames(wanted, fresh);
  const read = useMemo(
    () => (sheet !== undefined && media.isRead ? readSheet(sheet, columns, media.addressOf) : undefined),
    [sheet, columns, media.isRead, fresh],
  );
  const several = wanted.filter(media.hasSeveral);
  const choices = useChoices(read?.body ?? []);
  const [verdict, setVerdict] = useState<Verdict>();
  const [checking, setChecking] = useState(false);

  // Counts up when the rows are to be checked although they are the same.
  const [turn, setTurn] = useState(0);
  const checkAgain = useCallback(() => setTurn((n) => n + 1), []);

  useEffect(() => {
    if (read === undefined) {
      setVerdict(undefined);
      return;
    }
    if (read.body.length === 0) {
      setVerdict({ faults: read.faults, others: ['There is no ad to launch in these rows.'] });
      return;
    }
    // What is wrong here is told at once; the service is asked all the same, so that all faults are seen together.
    if (read.faults.length > 0) setVerdict({ faults: read.faults, others: [] });
    const abort = new AbortController();
    setChecking(true);
    const timer = setTimeout(() => {
      client
        .plan(asRequest({ ads: read.body, useDefaults: true }), { signal: abort.signal })
        .then((plan): Verdict => {
          const warned = locateWarnings(plan.warnings, read);
          return read.faults.length > 0 ? { faults: read.faults, others: [], warned } : { plan, faults: [], others: [], warned };
        })
        .catch((error: unknown): Verdict => {
          if (!(error instanceof ApiError)) throw error;
          if (error.details.length === 0) return { faults: read.faults, others: [], problem: error };
          const { cells, others } = locateAll(error.details, read);
          const more = `${plural(error.unlisted, 'more fault')}: correct these first.`;
          return { faults: together(read.faults, cells), others: error.unlisted === 0 ? others : [...others, more] };
        })
        .then((next) => {
          if (abort.signal.aborted) return;
          setVerdict(next);
          setChecking(false);
        })
        .catch(() => undefined);
    }, CHECK_AFTER_MS);
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [read, turn]);
  // A service that was away is asked again by itself.
  useEvery(verdict?.problem?.status === 0 ? AWAY_MS : undefined, checkAgain);

  const take = async (files: readonly File[]): Promise<void> => {
    let done = 0;
    for (const file of files) {
      const isText = /\.(csv|tsv|txt)$/i.test(file.name);
      const uploaded = isText
        ? paste(await file.text())
        : await attempt(() => client.media.upload({ name: file.name, content: file }));
      if (!uploaded) continue;
      done += 1;
      addMedia(uploaded);
    }
    if (done > 0) say(`${plural(done, 'file')} uploaded.`);
  };
  const paste = (text: string): void => {
    const next = parseSheet(text, columns);
    if (next === undefined)
      say('The first row must hold column names such as Ad name, Ad account, Ad sets. The template has them all.', 'bad');
    else setSheet(next);
  };

  return (
    <>
      <PageHead title="Launch" lead="Paste rows or drop a CSV. Nothing is created before you have seen the plan.">
        {sheet && (
          <Button icon="close" onClick={() => setSheet(undefined)}>
            Start over
          </Button>
        )}
        <Button icon="download" onClick={() => downloadText(templateCsv(columns), 'slipway-launch.csv')}>
          Template
        </Button>
      </PageHead>
      {sheet === undefined ? (
        <Start
          onFiles={(files) => void take(files)}
          onPaste={paste}
          {...(kept.before && { onBringBack: () => setSheet(kept.before) })}
          onExample={({ sheet: next, picture }) => {
            addMedia(picture);
            setSheet(next);
          }}
        />
      ) : (
        <div class="launch">
          <SheetGrid
            sheet={sheet}
            layout={read?.layout}
            choices={choices}
            faults={verdict?.faults ?? []}
            warned={verdict?.warned ?? []}
            onCell={(row, position, text) => setSheet(withCell(sheet, row, position, text))}
            onAddColumn={(key) => setSheet(withColumn(sheet, columns, key))}
            onRemoveRow={(row) => setSheet(withoutRow(sheet, row))}
          />
          <KeptColumns sheet={sheet} columns={columns} onSheet={setSheet} />
          {verdict?.problem && <ProblemNote problem={verdict.problem} onRetry={checkAgain} />}
          {several.length > 0 && (
            <p class="warn-text">
              {several.length === 1
                ? `Several files are called ${several[0]}`
                : `Several files share a name (${several.slice(0, 5).join(', ')})`}
              : the newest is used.
            </p>
          )}
          {verdict?.others.map((message) => (
            <div key={message} class="note bad" role="alert">
              <Icon name="faults" />
              <p>{message}</p>
            </div>
          ))}
          <Decision
            plan={verdict?.plan}
            warned={verdict?.warned ?? []}
            faults={(verdict?.faults.length ?? 0) + (verdict?.others.length ?? 0)}
            checking={checking && verdict?.problem === undefined}
            ads={read?.body ?? []}
            onLaunched={() => {
              setSheet(undefined);
              delete kept.before;
            }}
            onChanged={checkAgain}
          />
          <DropZone accept={`.csv,${MEDIA_TYPES}`} onFiles={(files) => void take(files)}>
            <Icon name="media" size={22} />
            <span>
              <strong>Media named in the rows?</strong>
              <span class="hint">Drop the files here; rows find them by their names.</span>
            </span>
          </DropZone>
        </div>
      )}
    </>
  );
}

/** Faults of both, one at each cell: what is seen here first says more about the file. */
function together(own: readonly LocatedFault[], told: readonly LocatedFault[]): readonly LocatedFault[] {
  const place = ({ row, position, key }: LocatedFault): string => `${row} ${position ?? key}`;
  const taken = new Set(own.map(place));
  return [...own, ...told.filter((fault) => !taken.has(place(fault)))];
}
