import type { ActionResult, EntityResult } from '../schema/runs.ts';

export type Undo = NonNullable<ActionResult['undo']>;

const whys: { readonly [why: string]: string } = {
  changedSince: 'somebody has changed it since',
  deleted: 'it is not there any more',
  notifyOnly: 'a message cannot be taken back',
  notDone: 'it was not done',
  tooOld: 'it was done more than 30 days ago',
  done: 'it is as it was before',
};

export function undoText({ actions }: EntityResult, undos: readonly Undo[]): string {
  const parts = actions.map(({ type, before, wanted }, at) => {
    const undo = undos[at];
    const what =
      type === 'budget'
        ? `budget from ${wanted} back to ${before}`
        : type === 'notify'
          ? 'message'
          : `status from ${wanted} back to ${before}`;
    return undo?.possible
      ? `${what}${undo.note === undefined ? '' : ` (${undo.note.slice(0, -1)})`}`
      : `${what} not: ${whys[undo?.why ?? ''] ?? 'it cannot be'}`;
  });
  return `Undo: ${parts.join('; ')}.`;
}
