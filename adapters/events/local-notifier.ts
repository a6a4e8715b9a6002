import type { Notifier } from '../../core/ports/notifier.ts';

/** For a service that is one process. */
export function createLocalNotifier(): Notifier {
  const listeners = new Map<string, Set<(payload: string) => void>>();
  return {
    async notify(channel, payload) {
      for (const heard of listeners.get(channel) ?? []) heard(payload);
    },
    subscribe(channel, heard) {
      const all = listeners.get(channel) ?? new Set();
      listeners.set(channel, all.add(heard));
      return () => all.delete(heard);
    },
  };
}
