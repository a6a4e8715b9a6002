import type { CommandInput } from './command.ts';

interface Undoable {
  readonly updateId?: unknown;
  readonly duplicateId?: unknown;
}

/** How what was answered is taken back; nothing where it has no way back. */
export function undoWords(answer: unknown): readonly string[] {
  const { updateId, duplicateId } = (answer ?? {}) as Undoable;
  const id = updateId ?? duplicateId;
  return typeof id === 'string' ? [`Undo: slipway undo ${id}`] : [];
}

/** How `slipway undo` takes back what has such an id. */
export interface TakesBack {
  readonly ids: RegExp;
  run(input: CommandInput, id: string): Promise<number | undefined>;
}
