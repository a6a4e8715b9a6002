import type { Connection } from './api.ts';
import { plural } from './words.ts';

export function troubleOf({ state, expiresAt }: Connection): string | undefined {
  if (state === 'ok') return undefined;
  if (state === 'dead') return 'The platform takes its credentials no more: nothing can be launched or read through it.';
  if (state === 'expired') return 'Its credentials have ended: nothing can be launched or read through it.';
  const days = Math.max(0, Math.floor((Date.parse(expiresAt ?? '') - Date.now()) / 86_400_000));
  const left = days === 0 ? 'within a day' : `in ${plural(days, 'day')}`;
  return state === 'refused' ? `The platform renews its credentials no more; they end ${left}.` : `Its credentials end ${left}.`;
}
