import { appendFileSync } from 'node:fs';

/** A hook of Node that writes down which files it loads. */
export function load(url, context, next) {
  if (url.startsWith('file:')) appendFileSync(process.env.LOADED_FILE, `${url}\n`);
  return next(url, context);
}
