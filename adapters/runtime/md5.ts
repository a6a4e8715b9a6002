import { createHash } from 'node:crypto';

/** 32 lower-case hex digits, for platforms that check uploads by it. Bun, Deno and Node have it. */
export const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');
