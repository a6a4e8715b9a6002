import type { Actor } from '../../access/caller.ts';
import { counted } from '../../base/counted.ts';
import { SlipwayError } from '../../base/errors.ts';
import type { Part } from '../../base/outcomes.ts';
import { paginationOf } from '../../base/schema/envelope.ts';
import type { Preview } from '../../gate/preview.ts';
import { batchWords } from '../../launch/batch-words.ts';
import { cancelBatch } from '../../launch/cancel.ts';
import { readBatch } from '../../launch/journal/journal.ts';
import { openToChange } from '../../manage/open-account.ts';
import type { Turns } from '../../ports/turns.ts';
import { answerOnce, type Once } from '../../records/once.ts';
import { type ChangesPorts, carriedOut, changeWrites } from './apply.ts';
import { type DrawnChange, drawIn } from './plan.ts';
import type { ChangesAnswer, StopAnswer, StopBody } from './schema.ts';
import { changeParts, shownChange } from './show.ts';
import { ownName, type Started, startedBy } from './started.ts';

interface StopPorts extends ChangesPorts {
  readonly turns?: Turns;
}

type Batches = StopAnswer['batches'];
type Unreached = StopAnswer['unreached'];

/** Objects of one call: what is left is paused by the next, which finds these paused. */
const MOST = 5_000;
/** A preview and a first answer show so many. */
const SHOWN = 300;

interface Drawn {
  readonly drawn: readonly DrawnChange[];
  readonly left: number;
  readonly unreached: Unreached;
  readonly underWay: readonly string[];
}

/**
 * Pauses what a key, person, program or rule started, and lets no launch of theirs go on. What is
 * paused already is left out, so that a second call does nothing twice.
 */
export async function stopStarted(
  ports: StopPorts,
  caller: Actor,
  body: StopBody,
  once: Once,
): Promise<StopAnswer> {
  if (body.dryRun === true) return answerOnce(once, () => shownPlan(ports, caller, body));
  const { changeId, ...rest } = await once.inOneCommit<Kept>(async (conclude) => {
    const { drawn, underWay, left, unreached } = await draw(ports, caller, body);
    const batches: Batches = [];
    for (const batchId of underWay) batches.push(await cancelOf(ports, caller, batchId));
    const { changeId: id, writes } = changeWrites(ports, caller, drawn, false, { stops: true });
    const kept = { changeId: id, batches, unreached, left };
    if ((await conclude(writes, kept)) !== undefined)
      throw new Error('A new set of changes was written before.');
    return kept;
  });
  const paused = await carriedOut(ports, caller.companyId, changeId);
  return { ...paused, ...rest, dryRun: false, status: wholeStatus(paused, rest) };
}

interface Kept extends Pick<StopAnswer, 'batches' | 'unreached' | 'left'> {
  readonly changeId: string;
}

/** Where something could not be reached, not everything is done, whatever became of the rest. */
function wholeStatus(
  { status, counts }: ChangesAnswer,
  { batches, unreached, left }: Omit<Kept, 'changeId'>,
): StopAnswer['status'] {
  const isWhole =
    unreached.length === 0 && left === 0 && batches.every(({ outcome }) => outcome !== 'refused');
  if (status !== 'done' || isWhole) return status;
  return (counts.done ?? 0) === 0 && batches.length === 0 ? 'failed' : 'partly';
}

async function cancelOf(
  ports: StopPorts,
  caller: Actor,
  batchId: string,
): Promise<Batches[number]> {
  const named = { batchId: Number(batchId) };
  try {
    await cancelBatch(ports, caller, batchId);
    return { ...named, outcome: 'cancelled' };
  } catch (error) {
    if (!(error instanceof SlipwayError)) throw error;
    return { ...named, outcome: 'refused', reason: error.message };
  }
}

async function shownPlan(ports: StopPorts, caller: Actor, body: StopBody): Promise<StopAnswer> {
  const { drawn, left, unreached, underWay } = await draw(ports, caller, body);
  const results = drawn.map((change) => ({
    ...shownChange(change),
    outcome: change.reason === undefined ? ('not_begun' as const) : ('refused' as const),
  }));
  const refused = results.filter(({ outcome }) => outcome === 'refused').length;
  return {
    success: true,
    dryRun: true,
    status: 'planned',
    counts: { not_begun: results.length - refused, refused },
    results: results.slice(0, SHOWN),
    pagination: paginationOf({ offset: 0, limit: SHOWN }, results.length),
    batches: underWay.map((batchId) => ({ batchId: Number(batchId), outcome: 'under_way' })),
    unreached,
    left,
  };
}

/** For a plan that waits for approval. */
export async function previewStop(
  ports: StopPorts,
  caller: Actor,
  body: StopBody,
): Promise<Preview> {
  const { drawn, unreached, underWay } = await draw(ports, caller, body);
  const able = drawn.filter(({ parts }) => parts.length > 0);
  const cancels = await Promise.all(
    underWay.map((batchId) => batchWords(ports.store, caller.companyId, batchId)),
  );
  return {
    guards: [],
    moneyAtStake: [],
    startsDelivering: false,
    summary: `Pause ${counted(able.length, 'object')} that ${whose(caller, body)} started`,
    objects: able.map(({ type, id, name = id, parts }) => ({
      type,
      id,
      name,
      does: parts.map(({ does }) => does).join('; '),
    })),
    lines: [
      ...cancels.map((words) => `Send nothing more of ${words}`),
      ...drawn.flatMap(({ name, id, reason }) =>
        reason === undefined ? [] : [`“${name ?? id}” cannot be paused: ${reason}`],
      ),
      ...unreached.map(unreachedWords),
    ],
    world: drawn,
  };
}

const whose = (caller: Actor, { by, everyone }: StopBody): string =>
  everyone === true ? 'anyone' : (by ?? ownName(caller));

async function draw(ports: StopPorts, caller: Actor, body: StopBody): Promise<Drawn> {
  const { by = ownName(caller), everyone, since } = body;
  const asked = { by, everyone, since };
  const { objects, batches } = await startedBy(ports, caller.companyId, asked);
  const underWay: string[] = [];
  for (const batchId of batches) {
    const batch = await readBatch(ports.store, caller.companyId, batchId).catch(() => undefined);
    const { rawStatus } = batch?.doc ?? {};
    if (rawStatus === 'Queued' || rawStatus === 'Processing') underWay.push(batchId);
  }
  const on = new Map<string, DrawnChange>();
  const unreached: Unreached = [];
  for (const [account, wanted] of byAccount(objects)) {
    const read = await drawPauses(ports, caller, account, wanted);
    if ('reason' in read) unreached.push(read);
    else
      for (const change of read.drawn)
        if (change.isGone !== true && (change.parts.length > 0 || change.reason !== undefined))
          on.set(`${change.account} ${change.id}`, change);
  }
  const drawn = [...on.values()];
  return {
    drawn: drawn.slice(0, MOST),
    left: Math.max(0, drawn.length - MOST),
    unreached,
    underWay,
  };
}

function byAccount(objects: readonly Started[]): ReadonlyMap<string, readonly Started[]> {
  const accounts = new Map<string, Started[]>();
  for (const started of objects)
    accounts.set(started.account, [...(accounts.get(started.account) ?? []), started]);
  return accounts;
}

/** Where an account cannot be opened or read, it says so, and the others go on. */
async function drawPauses(
  ports: StopPorts,
  caller: Actor,
  account: string,
  objects: readonly Started[],
): Promise<{ readonly drawn: readonly DrawnChange[] } | Unreached[number]> {
  try {
    const opened = await openToChange(ports, caller, { accountId: account }, 'edit');
    const wanted = objects.map(({ type: level, id }) => ({
      level,
      id,
      set: { status: 'PAUSED' },
      path: '',
    }));
    return { drawn: await drawIn(ports, caller, opened, wanted) };
  } catch (error) {
    if (!(error instanceof SlipwayError)) throw error;
    const adAccountId = account.slice(account.indexOf(':') + 1);
    return { adAccountId, objects: objects.length, reason: error.message };
  }
}

const unreachedWords = ({ adAccountId, objects, reason }: Unreached[number]): string =>
  `${counted(objects, 'object')} of ${adAccountId} may go on: ${reason}`;

/** For plans that wait for approval. */
export const stopParts = {
  of: async (
    ports: StopPorts,
    companyId: string,
    {
      changeId,
      unreached,
    }: { readonly changeId?: string | undefined; readonly unreached: readonly Unreached[number][] },
  ): Promise<readonly Part[]> => [
    ...(changeId === undefined ? [] : await changeParts.of(ports, companyId, { changeId })),
    ...unreached.map((each) => ({
      type: 'account',
      id: each.adAccountId,
      outcome: 'refused' as const,
      reason: unreachedWords(each),
    })),
  ],
};
