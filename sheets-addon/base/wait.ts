/**
 * Runs asynchronous work to its end. The bundle binds `Promise` to the SyncPromise of
 * adapters/apps-script; importing that class here would make a second queue that does not
 * run.
 */
export const waitFor = <T>(work: Promise<T>): T =>
  (Promise as unknown as { unwrap<V>(promise: Promise<V>): V }).unwrap(work);
