/** Drops members that are undefined: under exactOptionalPropertyTypes absent and undefined are two things. */
export function compact<T extends object>(value: { [K in keyof T]: T[K] | undefined }): T {
  const kept: Partial<T> = {};
  for (const name in value) if (value[name] !== undefined) kept[name] = value[name];
  return kept as T;
}
