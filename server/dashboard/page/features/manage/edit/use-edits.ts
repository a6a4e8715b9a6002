import { useCallback, useRef, useState } from 'preact/hooks';
import { type AnswerOf, client, type InputOf, newKey, problemOf } from '../../../base/api.ts';
import { plural } from '../../../base/words.ts';
import { sayChange } from '../../../parts/undo.tsx';
import { type Drafts, type Edits, keep, readEdits, withOutcomes } from './drafts.ts';

type Answer = AnswerOf<'changes.apply'>;
type Results = Answer['results'];

const STEPS = 100;
const LOOK_MS = 1_500;
const PAGE = 500;

/**
 * What was typed, kept in this browser until it is posted, and posted once whatever happens to the
 * answer.
 */
export function useEdits(onPosted: () => void) {
  const [edits, setEdits] = useState(readEdits);
  const current = useRef(edits);
  const [past, future] = [useRef<Drafts[]>([]), useRef<Drafts[]>([])];
  const put = useCallback((next: Edits) => {
    current.current = next;
    keep(next);
    setEdits(next);
  }, []);
  const turn = (from: { current: Drafts[] }, to: { current: Drafts[] }) => {
    const drafts = from.current.pop();
    if (drafts === undefined) return;
    to.current.push(current.current.drafts);
    put({ ...current.current, drafts });
  };
  const change = useCallback((how: (drafts: Drafts) => Drafts) => {
    const { drafts } = current.current;
    past.current = [...past.current, drafts].slice(-STEPS);
    future.current = [];
    put({ ...current.current, drafts: how(drafts) });
  }, []);

  /** What a plan says of them. */
  const learn = useCallback((planned: AnswerOf<'changes.plan'>['changes']) => {
    const told = planned.map(({ plan, ...each }) => ({ ...each, isDone: plan === 'nothing' }));
    put({ ...current.current, drafts: withOutcomes(current.current.drafts, told) });
  }, []);

  /**
   * Without a body what was sent is sent again. @returns why it was refused; what has no answer
   * stays in `sent`
   */
  const post = async (body?: InputOf<'changes.apply'>): Promise<string | undefined> => {
    const sent = body === undefined ? current.current.sent : { key: newKey(), body };
    if (sent === undefined) return undefined;
    put({ ...current.current, sent });
    try {
      const answer = await ended(
        await client.changes.apply(sent.body, { idempotencyKey: sent.key }),
      );
      const results = await allOf(answer);
      const told = results.map((each) => ({
        ...each,
        isDone: each.outcome === 'done' || each.outcome === 'nothing',
        isUnknown: each.outcome === 'unknown',
      }));
      past.current = [];
      future.current = [];
      put({ drafts: withOutcomes(current.current.drafts, told) });
      tell(answer, results, onPosted);
      onPosted();
      return undefined;
    } catch (error) {
      const { status, message, details } = problemOf(error);
      // Without an answer it may have been done: the same is sent again.
      const isRefused = status !== 0 && status < 500;
      if (isRefused) put({ drafts: current.current.drafts });
      return isRefused || body === undefined ? (details[0]?.message ?? message) : undefined;
    }
  };
  return {
    ...edits,
    change,
    learn,
    post,
    undo: () => turn(past, future),
    redo: () => turn(future, past),
  };
}

async function ended(answer: Answer): Promise<Answer> {
  if (answer.status !== 'running') return answer;
  await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  return ended(await client.changes.get({ id: answer.changeId, limit: PAGE }));
}

/** An answer has the first of many. */
async function allOf({ changeId, results, pagination }: Answer): Promise<Results> {
  const all = [...results];
  while (all.length < pagination.total)
    all.push(
      ...(await client.changes.get({ id: changeId, offset: all.length, limit: PAGE })).results,
    );
  return all;
}

function tell({ changeId }: Answer, results: Results, onUndone: () => void): void {
  const done = results.filter(({ outcome }) => outcome === 'done');
  const count = (wanted: string) => results.filter(({ outcome }) => outcome === wanted).length;
  const [same, unknown] = [count('nothing'), count('unknown')];
  const left = results.length - done.length - same - unknown;
  const objects = done.map(({ id, name = id }) => ({ id, name }));
  sayChange({
    text: [
      `${plural(done.length, 'object')} changed`,
      ...(same > 0 ? [`${same} were so already`] : []),
      ...(left > 0 ? [`${left} left as they are`] : []),
      ...(unknown > 0 ? [`of ${unknown} it is not known`] : []),
    ]
      .join(', ')
      .concat('.'),
    isBad: left + unknown > 0 || done.length + same === 0,
    ways: done.length === 0 ? [] : [{ updateId: changeId, objects }],
    onUndone,
  });
}
