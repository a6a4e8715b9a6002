/**
 * Turns on the one thread of a process. Work that grows with a request is cut into slices, so that
 * others, health checks first, wait for a slice only.
 */
export interface Turns {
  /** Whether the current turn has lasted long enough. Cheap. */
  isOver(): boolean;
  /**
   * Resolves when the next turn begins. Waiters are served in order, with everything else in
   * between.
   */
  next(): Promise<void>;
}
