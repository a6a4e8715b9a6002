/** How a call is made: at once, after a look, or not at all. */
export type Way = <T>(call: () => Promise<T>) => Promise<T>;

/**
 * The same functions under the same names, at every depth, each called that way. All of them answer
 * promises.
 */
export function eachCall<T extends object>(functions: T, way: Way): T {
  const wrapped = Object.entries(functions).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'function'
      ? (...given: unknown[]) => way(async () => value(...given))
      : typeof value === 'object' && value !== null
        ? eachCall(value, way)
        : value,
  ]);
  return Object.fromEntries(wrapped) as T;
}
