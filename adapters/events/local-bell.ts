import type { Bell } from '../../core/ports/notifier.ts';

/** For a service that is one process. */
export function createLocalBell(): Bell {
  const listeners = new Map<string, Set<(news: string) => void>>();
  return {
    async ring(channel, news) {
      for (const heard of listeners.get(channel) ?? []) heard(news);
    },
    listen(channel, heard) {
      const all = listeners.get(channel) ?? new Set();
      listeners.set(channel, all.add(heard));
      return () => all.delete(heard);
    },
  };
}
