import { useState } from 'preact/hooks';
import { type BatchDetail, client } from '../../base/api.ts';
import { count, moment, plural } from '../../base/words.ts';
import { attempt, Dialog, say } from '../../parts/dialogs.tsx';
import { Badge, Button, Facts, Progress, type Tone } from '../../parts/parts.tsx';

type Undo = NonNullable<BatchDetail['undo']>;
type Mode = Undo['mode'];

const WORDS = {
  pause: { running: 'Pausing', done: 'paused' },
  delete: { running: 'Deleting', done: 'deleted' },
  'delete-empty': { running: 'Deleting', done: 'deleted' },
} as const;

export async function startUndo(batchId: number, mode: Mode): Promise<void> {
  const answer = await attempt(() => client.batches.undo({ id: batchId, mode }));
  if (answer === undefined) return;
  if (mode === 'delete-empty') return say(answer.message, 'calm');
  const { finishedAt, ads, creatives } = answer.undo;
  const what = [plural(ads, 'ad'), ...(creatives ? [plural(creatives.made, 'creative')] : [])].join(
    ' and ',
  );
  say(
    finishedAt === undefined ? `${WORDS[mode].running} ${what}.` : 'Nothing is left to undo.',
    'calm',
  );
}

/** Of failed ads after a restore, whose ad set or campaign nothing tells from others. */
const BEYOND_SEARCH = 'restored';

interface UndoProps {
  batch: BatchDetail;
  reload: () => void;
}

export function UndoButton({ batch, reload }: UndoProps) {
  const [asking, setAsking] = useState(false);
  const there = batch.launchedAds.filter(({ undone }) => undone !== 'deleted');
  const [busy, setBusy] = useState(false);
  const undo = async (mode: Mode) => {
    setAsking(false);
    setBusy(true);
    await startUndo(batch.adBatchId, mode);
    setBusy(false);
    reload();
  };
  const inDoubt = batch.failedAds.filter(({ mayExist }) => mayExist);
  const doubtful = inDoubt.filter(({ code }) => code !== BEYOND_SEARCH).length;
  const unknown = inDoubt.length - doubtful;
  const above = (batch.made ?? []).filter(
    ({ id, undone }) => id !== null && undone !== 'deleted',
  ).length;
  if (there.length + doubtful + above === 0 || isRunning(batch.undo)) return null;
  const paused = doubtful + above === 0 && there.every(({ undone }) => undone === 'paused');
  return (
    <>
      <Button icon="undo" busy={busy} onClick={() => setAsking(true)}>
        Undo
      </Button>
      <Dialog title="Undo this launch" open={asking} onClose={() => setAsking(false)}>
        <p>
          Exactly the {plural(there.length, 'ad')} this batch created
          {above > 0 &&
            ` with ${plural(above, 'new campaign or ad set', 'new campaigns and ad sets')}`}
          {doubtful > 0 && `, and ${plural(doubtful, 'failed one')} if found to exist`}.{' '}
          {unknown > 0 &&
            `Since the service was restored it is unknown whether ${plural(unknown, 'failed ad')} ${unknown === 1 ? 'was' : 'were'} made, and an undo cannot look for that: look in the ad account. `}
          {batch.launchStatus === 'PAUSED'
            ? 'They were created paused: pausing changes only those that were switched on since.'
            : 'Paused ads can be switched on again.'}{' '}
          Deleting cannot be taken back, and also deletes the creatives of the batch that no other
          ad shows. Uploaded media stay.
        </p>
        <div class="dialog-actions">
          <Button kind="danger" icon="trash" onClick={() => undo('delete')}>
            Delete them
          </Button>
          {!paused && (
            <Button
              kind={batch.launchStatus === 'PAUSED' ? 'plain' : 'primary'}
              onClick={() => undo('pause')}
            >
              Pause them
            </Button>
          )}
        </div>
      </Dialog>
    </>
  );
}

export const isRunning = (undo: Pick<Undo, 'finishedAt'> | undefined): boolean =>
  undo !== undefined && undo.finishedAt === undefined;

export function UndoCard({ batch, reload, mayLaunch }: UndoProps & { mayLaunch: boolean }) {
  const { undo } = batch;
  if (undo === undefined) return null;
  const { ads, undone, failed, creatives, mode, left } = undo;
  const [tone, word] = stateOf(undo);
  const refused = failed + (creatives?.failed ?? 0);
  const isUnfinished = refused > 0 || left.some(isAbove);
  const again = () => startUndo(batch.adBatchId, mode).then(reload);
  return (
    <section class="card summary undo" aria-label="Undo">
      <header>
        <h2>Undo</h2>
        <p role="status">
          <Badge tone={tone}>{word}</Badge>
        </p>
      </header>
      {mode === 'delete-empty' ? (
        <p>New campaigns and ad sets that none of the ads went into.</p>
      ) : (
        <>
          <Progress
            done={undone + (creatives ? creatives.deleted + creatives.kept : 0)}
            failed={refused}
            total={ads + (creatives?.made ?? 0)}
            label="Progress of the undo"
          />
          <Facts
            facts={[
              [`Ads ${WORDS[mode].done}`, `${count(undone)} of ${count(ads)}`],
              ['Ads left', count(failed), failed > 0 ? 'bad-text' : ''],
              ...(creatives === undefined
                ? []
                : ([
                    [
                      'Creatives deleted',
                      `${count(creatives.deleted)} of ${count(creatives.made)}`,
                    ],
                    ['Creatives kept', count(creatives.kept)],
                    [
                      'Creatives left',
                      count(creatives.failed),
                      creatives.failed > 0 ? 'bad-text' : '',
                    ],
                  ] as const)),
            ]}
          />
        </>
      )}
      {left.length > 0 && <Left batch={batch} left={left} />}
      <p class="hint">
        asked for {moment(undo.requestedAt)}
        {undo.finishedAt !== undefined && ` · done ${moment(undo.finishedAt)}`}
        {mode === 'delete' && ' · uploaded media stay in the ad account'}
      </p>
      {mayLaunch && undo.finishedAt !== undefined && isUnfinished && (
        <Button icon="again" waits onClick={again}>
          Try the rest again
        </Button>
      )}
    </section>
  );
}

function stateOf(undo: Undo): readonly [Tone, string] {
  const { mode, undone, failed, creatives, left } = undo;
  if (isRunning(undo)) return ['live', WORDS[mode].running];
  const above = left.some(isAbove);
  if (failed + (creatives?.failed ?? 0) === 0 && !above)
    return ['good', `Everything ${WORDS[mode].done}`];
  if (above && (mode === 'delete-empty' || failed === 0))
    return ['warn', `Partly ${WORDS[mode].done}`];
  return undone === 0
    ? ['bad', `Nothing ${WORDS[mode].done}`]
    : ['warn', `Partly ${WORDS[mode].done}`];
}

/** What the batch made above its ads is in no count. */
const isAbove = ({ type }: Undo['left'][number]): boolean =>
  type === 'campaign' || type === 'adset';

const NAMED = 5;

function Left({ batch, left }: { batch: BatchDetail; left: Undo['left'] }) {
  const names = new Map(batch.launchedAds.map(({ adId, adName }) => [adId, adName]));
  const groups = new Map<string, Undo['left'][number][]>();
  const adsFirst = [...left].sort((a, b) => a.type.localeCompare(b.type));
  for (const each of adsFirst) {
    const key = `${each.type} ${each.message}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return (
    <div class="left">
      <h3>What stayed, and why</h3>
      <ul>
        {[...groups].map(([key, items]) => (
          <li key={key}>
            <p>
              <span class="strong">{plural(items.length, items[0]?.type ?? 'ad')}:</span>{' '}
              {items[0]?.message}
            </p>
            <p class="hint">
              {items
                .slice(0, NAMED)
                .map(({ id }) => [names.get(id), id].filter(Boolean).join(' · '))
                .join(', ')}
              {items.length > NAMED && ` and ${count(items.length - NAMED)} more`}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
