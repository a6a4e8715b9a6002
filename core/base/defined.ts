/** Members that have a value, for objects whose optional members must be absent rather than undefined. */
export function defined<T extends object>(members: T): { [M in keyof T]?: Exclude<T[M], undefined> } {
  const kept: { [M in keyof T]?: T[M] } = {};
  for (const name in members) if (members[name] !== undefined) kept[name] = members[name];
  // What is left out is exactly what the result type leaves optional.
  return kept as { [M in keyof T]?: Exclude<T[M], undefined> };
}

/** The same where the members are those of a type: its optional ones may be undefined here. */
export const compact = <T extends object>(members: { [M in keyof T]: T[M] | undefined }): T => defined(members) as T;
