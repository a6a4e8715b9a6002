/** A script that runs whatever it is given: how the fakes themselves are tested. */
export function probe(source: string): unknown {
  return new Function(source)();
}
