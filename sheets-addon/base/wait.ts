/**
 * Runs asynchronous work to its end. In the bundle the name `Promise` is bound to the SyncPromise of
 * adapters/runtime/apps-script, which can; importing that class here would make a second queue that nobody runs.
 */
export const waitFor = <T>(work: Promise<T>): T => (Promise as unknown as { unwrap<V>(promise: Promise<V>): V }).unwrap(work);
