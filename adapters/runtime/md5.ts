import { createHash } from 'node:crypto';

/** MD5 as 32 lower-case hex digits, for platforms that check uploads by it. Bun, Deno and Node all have it under this name. */
export const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');
