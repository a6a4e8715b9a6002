import type { Entity, JsonObject } from '../entity.ts';
import type { ArrivalOrder } from '../stage.ts';
import type { World } from '../world.ts';
import { number, string } from './json.ts';

/** Times are simulated. */
interface Arrival {
  readonly at: number;
  readonly text: string;
  readonly author: { readonly id: string; readonly name: string };
  /** When someone else hides it, and its author deletes it. */
  readonly hiddenAt?: number;
  readonly goneAt?: number;
}

export interface CommentSection {
  /** Of waiting comments. Starts with a dot. */
  readonly kind: string;
  /** Answers the comment's id. */
  write(world: World, thread: Entity, arrival: Omit<Arrival, 'hiddenAt' | 'goneAt'>): string;
  hide(world: World, commentId: string): void;
  remove(world: World, commentId: string): void;
}

/** Writes at once what is due. */
export function schedule(
  world: World,
  section: CommentSection,
  threadId: string,
  arrivals: readonly Arrival[],
): void {
  for (const { at, text, author, ...later } of [...arrivals].sort((a, b) => a.at - b.at))
    world.add({
      id: `${section.kind}:${world.sequence()}`,
      kind: section.kind,
      company: '',
      parents: [],
      data: { at, text, author, thread: threadId, ...(later as JsonObject) },
    });
  runDueComments(world, section);
}

/** Called before each request. */
export function runDueComments(world: World, section: CommentSection): void {
  const now = world.now();
  for (const waiting of world.entities(section.kind)) runDue(world, section, waiting, now);
}

function runDue(world: World, section: CommentSection, waiting: Entity, now: number): void {
  const at = number(waiting.data.at) ?? 0;
  if (at > now) return;
  const commentId = string(waiting.data.comment) ?? written(world, section, waiting, at);
  const hiddenAt = number(waiting.data.hiddenAt);
  const goneAt = number(waiting.data.goneAt);
  const isThere = commentId !== undefined && world.get(commentId) !== undefined;
  if (isThere && hiddenAt !== undefined && hiddenAt <= now) section.hide(world, commentId);
  if (isThere && goneAt !== undefined && goneAt <= now) section.remove(world, commentId);
  const isLeft = isThere && [hiddenAt, goneAt].some((time) => time !== undefined && time > now);
  if (!isLeft) world.remove(waiting.id);
  else if (waiting.data.comment === undefined) world.change(waiting.id, { comment: commentId });
}

function written(world: World, section: CommentSection, { data }: Entity, at: number) {
  const thread = world.get(string(data.thread) ?? '');
  if (thread === undefined) return undefined;
  const author = data.author as { readonly id: string; readonly name: string } & JsonObject;
  return section.write(world, thread, { at, text: string(data.text) ?? '', author });
}

export function arrivalsOf(
  world: World,
  { count, everyMs, startMs = 0, text, hiddenAfterMs, goneAfterMs }: ArrivalOrder,
): readonly Arrival[] {
  const start = world.now() + startMs;
  return Array.from({ length: count }, (_, index) => {
    const at = start + index * everyMs;
    const person = 1 + (index % 50);
    return {
      at,
      text:
        text === undefined ? `Comment ${index + 1}` : count === 1 ? text : `${text} ${index + 1}`,
      author: { id: `${8_000 + person}`, name: `Person ${person}` },
      ...(hiddenAfterMs !== undefined && { hiddenAt: at + hiddenAfterMs }),
      ...(goneAfterMs !== undefined && { goneAt: at + goneAfterMs }),
    };
  });
}
