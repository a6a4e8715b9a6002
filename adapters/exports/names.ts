/** Throws for what cannot be part of a path, so that no name ever leaves its folder or bucket. */
export function assertPart(part: string): void {
  if (!/^[\w-][\w.-]{0,120}$/.test(part))
    throw new TypeError(`${JSON.stringify(part)} cannot be part of a file's path.`);
}
