/** Members that have a value, for objects whose optional members must be absent rather than undefined. */
export const defined = <T extends object>(members: T): { [M in keyof T]?: Exclude<T[M], undefined> } =>
  // What is filtered out is exactly what the result type leaves optional.
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [M in keyof T]?: Exclude<T[M], undefined>;
  };
