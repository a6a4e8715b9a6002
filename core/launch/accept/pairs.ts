/** The names and values of a query; what has no value is none. */
export const pairsOf = (query: string): ReadonlyMap<string, string> =>
  new Map(
    query.split('&').flatMap((pair): [string, string][] => {
      const at = pair.indexOf('=');
      return at < 1 ? [] : [[pair.slice(0, at), pair.slice(at + 1)]];
    }),
  );
