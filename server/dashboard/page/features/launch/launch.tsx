import { useEffect, useMemo, useState } from 'preact/hooks';
import { readTable } from '../../../../../core/sheet/read-table.ts';
import { writeRows } from '../../../../../core/sheet/write-rows.ts';
import { type Part, partsOf } from '../../../../client/launch-parts.ts';
import { client } from '../../base/api.ts';
import { downloadText } from '../../base/download.ts';
import { launchLimits } from '../../base/launch-limits.ts';
import { useColumns } from '../../base/platforms.ts';
import { plural } from '../../base/words.ts';
import { attempt, say } from '../../parts/dialogs.tsx';
import { Icon } from '../../parts/icons.tsx';
import { later } from '../../parts/page.ts';
import { Button, DropZone, PageHead, ProblemNote } from '../../parts/parts.tsx';
import { plugged } from '../../parts/plug.ts';
import { MEDIA_TYPES, UploadList, useUploads } from '../../parts/uploads.tsx';
import { sheetOfFiles } from '../../rows/from-files.ts';
import type { Outcome } from '../../rows/kept-rows.ts';
import { keepRows, keptLaunch, type NamedFile, openRows } from '../../rows/kept-rows.ts';
import { mediaNamesIn, parseSheet, readSheet, templateCsv } from '../../rows/sheet.ts';
import { withColumn, withoutRows } from '../../rows/sheet-changes.ts';
import { useVerdict } from './check.ts';
import { useChoices } from './choices.ts';
import { Decision, LaunchOutcome } from './decision.tsx';
import { useMediaNames, useNames } from './names.ts';
import { madeWords } from './plan-card.tsx';
import { SheetGrid } from './sheet-grid.tsx';
import { useSheetHistory } from './sheet-history.ts';
import { ColumnMapping, GridTools, KeptColumns } from './sheet-tools.tsx';
import { Start } from './start.tsx';

const none: readonly never[] = [];

const PlanLinks = later(() => import('./plan-links.tsx'), 'PlanLinks');

export function LaunchPage({ draft }: { draft: number | undefined }) {
  const history = useSheetHistory();
  const { sheet } = history;
  const columns = useColumns();
  const [fresh, setFresh] = useState<readonly NamedFile[]>(keptLaunch().media);
  const addMedia = (item: NamedFile) => {
    keptLaunch().media = [...keptLaunch().media, item];
    setFresh(keptLaunch().media);
  };
  const uploads = useUploads();
  const table = useMemo(
    () => sheet && readTable(sheet.headers, sheet.rows, columns),
    [sheet, columns],
  );
  const written = useMemo(() => table?.chosen.map(({ ad }) => ad) ?? [], [table]);
  const names = useNames(written);
  const wanted = useMemo(() => mediaNamesIn(written), [written]);
  const media = useMediaNames(wanted, fresh);
  const read = useMemo(
    () =>
      table !== undefined && media.isRead && names.isRead
        ? readSheet(table, media.addressOf, names)
        : undefined,
    [table, media.isRead, fresh, names],
  );
  const several = wanted.filter(media.hasSeveral);
  const choices = useChoices(read?.body ?? [], table?.layout.positions.has('leadFormId') === true);
  const { verdict, isChecking, checkAgain } = useVerdict(read);
  const planned = verdict?.plan;
  const [isSending, setSending] = useState(false);
  const [outcome, setOutcome] = useState(keptLaunch().outcome);
  const tell = (next: Outcome | undefined) => {
    keptLaunch().outcome = next;
    setOutcome(next);
  };
  useDraft(draft, columns.length > 0 ? columns : undefined, history.replace);

  const begin = async (files: readonly string[]) =>
    history.replace(sheetOfFiles(files, await firstAccount()));
  const take = async (files: readonly File[]) => {
    const isText = (file: File) => /\.(csv|tsv|txt)$/i.test(file.name);
    for (const file of files.filter(isText)) paste(await file.text());
    const uploaded: string[] = [];
    const done = await uploads.add(
      files.filter((file) => !isText(file)),
      (item) => {
        uploaded.push(item.originalName);
        addMedia(item);
      },
    );
    if (done > 0) say(`${plural(done, 'file')} uploaded.`);
    // Without rows that name them, files become rows.
    if (keptLaunch().sheet === undefined && uploaded.length > 0) await begin(uploaded);
  };
  const paste = (text: string) => {
    const next = parseSheet(text, columns);
    if (next === undefined)
      say(
        'The first row must hold column names such as Ad name, Ad account, Ad sets. The template has them all.',
        'bad',
      );
    else history.replace(next);
  };
  const [drafts] = plugged('drafts');
  const save = async () => {
    if (read === undefined) return;
    const { draft: open } = keptLaunch();
    const body = { ads: [...read.body] };
    const saved = await attempt(async () =>
      drafts?.save(open, { ads: body.ads, name: `Draft of ${plural(body.ads.length, 'ad')}` }),
    );
    if (saved === undefined) return;
    keptLaunch().draft = saved;
    say('Saved as a draft: it is listed under Batches, also for your colleagues.');
  };

  // A launch works on the rows it began with, and takes out what it has launched.
  const gone = new Set<number>();
  const takeOut = ({ from, ads }: Part) => {
    if (sheet === undefined) return;
    for (const ad of read?.ads.slice(from, from + ads.length) ?? [])
      for (const row of ad.rows) gone.add(row);
    keepRows(withoutRows(sheet, gone));
  };
  const end = (ended: Outcome) => {
    setSending(false);
    // Plans of the other parts were made before these were launched.
    if (ended.parts > 1) checkAgain();
    if (ended.parts > 1 && ended.batches.length > 0) tell(ended);
    const { draft: open } = keptLaunch();
    if (ended.refused === undefined) {
      history.replace(undefined);
      delete keptLaunch().before;
      if (open !== undefined) void attempt(async () => drafts?.remove(open));
    } else if (sheet !== undefined && gone.size > 0) {
      history.replace(withoutRows(sheet, gone));
      keptLaunch().draft = open;
    }
  };

  return (
    <>
      <PageHead
        title="Launch"
        lead="Paste rows or drop a CSV. Nothing is created before you have seen the plan."
      >
        {sheet && (
          <>
            <Button icon="close" disabled={isSending} onClick={() => history.replace(undefined)}>
              Start over
            </Button>
            {drafts && (
              <Button icon="file" disabled={read === undefined} onClick={() => void save()}>
                Save as draft
              </Button>
            )}
          </>
        )}
        <Button
          icon="download"
          onClick={() => downloadText(templateCsv(columns), 'slipway-launch.csv')}
        >
          Template
        </Button>
      </PageHead>
      {outcome && <LaunchOutcome outcome={outcome} onClose={() => tell(undefined)} />}
      <UploadList uploads={uploads} />
      {sheet === undefined ? (
        <Start
          onFiles={(files) => void take(files)}
          onPaste={paste}
          onEmpty={() => void begin([''])}
          {...(keptLaunch().before && { onBringBack: () => history.replace(keptLaunch().before) })}
          onExample={({ sheet: next, picture }) => {
            addMedia(picture);
            history.replace(next);
          }}
        />
      ) : (
        <div class="launch">
          <div class="launch" inert={isSending}>
            {table && (
              <ColumnMapping
                sheet={sheet}
                layout={table.layout}
                columns={columns}
                onChange={history.change}
              />
            )}
            <GridTools history={history} sheet={sheet} layout={table?.layout} columns={columns} />
            {verdict?.plan?.creates && <p class="strong">{madeWords(verdict.plan)}</p>}
            <SheetGrid
              sheet={sheet}
              layout={table?.layout}
              choices={choices}
              faults={verdict?.faults ?? none}
              warned={verdict?.warned ?? none}
              pictureOf={media.pictureOf}
              onChange={history.change}
              onUndo={history.undo}
              onRedo={history.redo}
              onAddColumn={(key) => history.change(withColumn(sheet, columns, key))}
            />
            <KeptColumns sheet={sheet} columns={columns} onSheet={history.change} />
          </div>
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
            parts={verdict?.parts ?? []}
            warned={verdict?.warned ?? []}
            faults={(verdict?.faults.length ?? 0) + (verdict?.others.length ?? 0)}
            checking={isChecking && verdict?.problem === undefined}
            ads={read?.body ?? []}
            onBegin={() => {
              setSending(true);
              tell(undefined);
            }}
            onLaunched={takeOut}
            onEnd={end}
            onChanged={checkAgain}
          />
          {planned && read && <PlanLinks key={planned.digest} read={read} />}
          {planned &&
            read &&
            plugged('previews').map(({ Plan }) => (
              <Plan key={planned.digest} ads={partsOf(read.body, launchLimits())[0]?.ads ?? none} />
            ))}
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

/** Files may be dropped before any list of the page is read. */
const firstAccount = async (): Promise<string | undefined> => {
  const accounts = await client.accounts.list({ limit: 200 }).catch(() => undefined);
  return accounts?.data.find(({ status }) => status === 'active')?.id;
};

function useDraft(
  draft: number | undefined,
  columns: Parameters<typeof writeRows>[1] | undefined,
  replace: (sheet: ReturnType<typeof writeRows>) => void,
): void {
  const isReady = columns !== undefined;
  useEffect(() => {
    if (draft === undefined || columns === undefined || keptLaunch().draft === draft) return;
    void attempt(async () => {
      const opened = await plugged('drafts')[0]?.open(draft);
      if (opened === undefined) return;
      const { ads, adSets } = opened;
      const sheet = writeRows(
        ads.map((ad) => ({ ...(adSets.length > 0 && { adSets }), ...ad })),
        columns,
      );
      openRows(sheet, draft);
      replace(sheet);
      keptLaunch().draft = draft;
    });
  }, [draft, isReady]);
}
