import type { PlatformVersions } from '../types.ts';

const changelog = { source: 'Marketing API changelog, versions', asOf: '2026-11-16' };

export const version: PlatformVersions = {
  pinned: 'v26.0',
  form: /^v\d+\.\d+$/,
  ends: [
    { version: 'v24.0', on: '2026-10-06', ...changelog },
    { version: 'v25.0', on: null, ...changelog },
    { version: 'v26.0', on: null, ...changelog },
  ],
};

/** `v26.0` is 26. */
export const majorOf = (name: string): number => Number(/^v(\d+)/.exec(name)?.[1]);
