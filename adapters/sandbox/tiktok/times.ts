import { invalid } from './refusals.ts';

/** Entities carry times in UTC without saying so: `2026-05-26 00:00:00`. */
export const formatTime = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

/** Files carry theirs in another form. */
export const formatFileTime = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`;

/** The documented form, or with a T and a Z, which the platform takes as well. */
export function parseTime(value: string, name: string): number {
  const match = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)Z?$/.exec(value);
  const at = match === null ? Number.NaN : Date.parse(`${match[1]}T${match[2]}Z`);
  if (Number.isNaN(at)) throw invalid(`${name}: Must be in the format YYYY-MM-DD HH:MM:SS.`);
  return at;
}
