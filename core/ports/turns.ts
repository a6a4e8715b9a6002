/**
 * Turns on the one thread that a process has. Work that grows with a request is cut into slices, so that
 * whoever else is waiting, a health check first of all, waits for a slice and not for all of it.
 */
export interface Turns {
  /** Whether the turn that was had last has lasted long enough. Costs next to nothing. */
  isOver(): boolean;
  /** Resolves when the next turn begins. Those who wait are served one after the other, with everything else in between. */
  next(): Promise<void>;
}
