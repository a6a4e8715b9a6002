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
