/**
 * The ref of a campaign, or of an ad set in it, that rows describe: the same rows always mean the
 * same object.
 */
export const rowRef = (...names: readonly string[]): string =>
  names.map((name) => encodeURIComponent(name.trim())).join('/');
