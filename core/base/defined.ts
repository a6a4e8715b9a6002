/** Drops undefined members, where optional members must be absent. */
export function defined<T extends object>(
  members: T,
): { [M in keyof T]?: Exclude<T[M], undefined> } {
  const kept: { [M in keyof T]?: T[M] } = {};
  for (const name in members) if (members[name] !== undefined) kept[name] = members[name];
  return kept as { [M in keyof T]?: Exclude<T[M], undefined> };
}

/** The same for members of a type whose optional ones may be undefined here. */
export const compact = <T extends object>(members: { [M in keyof T]: T[M] | undefined }): T =>
  defined(members) as T;
