import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { LocatedFault } from '../../../core/sheet/locate.ts';
import { ApiError, type InputOf } from '../../client/client.ts';
import { client, newKey } from './api.ts';
import { useChoices } from './choices.ts';
import type { NamedMedia } from './example.ts';
import { Icon } from './icons.tsx';
import { Start } from './launch-start.tsx';
import { MEDIA_TYPES } from './media.tsx';
import { Button, DropZone, PageHead, ProblemNote } from './parts.tsx';
import { PlanCard } from './plan-card.tsx';
import { useColumns } from './platforms.ts';
import { downloadText } from './report-query.ts';
import { useResource } from './resource.ts';
import { go } from './route.ts';
import type { Plan } from './shapes.ts';
import {
  locateAll,
  locateWarnings,
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

/** Kept while the page is left and come back to. */
const kept: { sheet?: Sheet | undefined; media: readonly NamedMedia[] } = { media: [] };

export function LaunchPage() {
  const [sheet, setSheetNow] = useState<Sheet | undefined>(kept.sheet);
  const setSheet = (next: Sheet | undefined): void => {
    kept.sheet = next;
    setSheetNow(next);
  };
  const columns = useColumns();
  const library = useResource('media.list', { limit: 200 });
  const [fresh, setFresh] = useState<readonly NamedMedia[]>(kept.media);
  const addMedia = (item: NamedMedia): void => {
    kept.media = [...kept.media, item];
    setFresh(kept.media);
  };
  const addresses = useMemo(
    () =>
      new Map(
        [...(library.data?.data ?? []), ...fresh].flatMap(({ originalName, filename, url }) =>
          [originalName, filename].map((name) => [name.toLowerCase(), url] as const),
        ),
      ),
    [library.data, fresh],
  );
  const read = useMemo(
    () => sheet && library.data && readSheet(sheet, columns, (name) => addresses.get(name.split('/').pop()?.toLowerCase() ?? '')),
    [sheet, columns, addresses, library.data],
  );
  const choices = useChoices(read?.body ?? []);
  const [verdict, setVerdict] = useState<Verdict>();
  const [checking, setChecking] = useState(false);

  useEffect(() => {
    if (read === undefined) {
      setVerdict(undefined);
      return;
    }
    if (read.faults.length > 0 || read.body.length === 0) {
      setVerdict({ faults: read.faults, others: read.body.length === 0 ? ['There is no ad to launch in these rows.'] : [] });
      return;
    }
    const abort = new AbortController();
    setChecking(true);
    const timer = setTimeout(() => {
      client
        .plan(asRequest({ ads: read.body, useDefaults: true }), { signal: abort.signal })
        .then((plan): Verdict => ({ plan, faults: [], others: [], warned: locateWarnings(plan.warnings, read) }))
        .catch((error: unknown): Verdict => {
          if (!(error instanceof ApiError)) throw error;
          if (error.details.length === 0) return { faults: [], others: [], problem: error };
          const { cells, others } = locateAll(error.details, read);
          const more = `${plural(error.unlisted, 'more fault')}: correct these first.`;
          return { faults: cells, others: error.unlisted === 0 ? others : [...others, more] };
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
  }, [read]);

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
          {verdict?.problem && <ProblemNote problem={verdict.problem} />}
          {verdict?.others.map((message) => (
            <div key={message} class="note bad" role="alert">
              <Icon name="faults" />
              <p>{message}</p>
            </div>
          ))}
          <Decision verdict={verdict} checking={checking} ads={read?.body ?? []} onLaunched={() => setSheet(undefined)} />
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

interface DecisionProps {
  readonly verdict: Verdict | undefined;
  readonly checking: boolean;
  readonly ads: readonly object[];
  readonly onLaunched: () => void;
}

function Decision({ verdict, checking, ads, onLaunched }: DecisionProps) {
  const [busy, setBusy] = useState(false);
  // One for each visit: a second click launches nothing twice, a second visit may launch the same again.
  const visit = useRef({ key: newKey(), name: `Dashboard ${new Date().toISOString().slice(0, 16).replace('T', ' ')}` });
  const launch = async (plan: Plan): Promise<void> => {
    setBusy(true);
    const body = {
      ads,
      useDefaults: true,
      planDigest: plan.digest,
      name: visit.current.name,
    };
    const accepted = await attempt(() =>
      client.launch(asRequest(body), { idempotencyKey: `${visit.current.key}-${plan.digest.slice(0, 24)}` }),
    );
    setBusy(false);
    if (accepted === undefined) return;
    onLaunched();
    go(`batches/${accepted.adBatchId}`);
  };
  const faults = (verdict?.faults.length ?? 0) + (verdict?.others.length ?? 0);
  return (
    <PlanCard
      plan={verdict?.plan}
      warned={verdict?.warned ?? []}
      faults={faults}
      checking={checking}
      busy={busy}
      onLaunch={(plan) => void launch(plan)}
    />
  );
}
