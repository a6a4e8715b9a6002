export * from './errors.ts';
export * from './platforms.ts';
export type * from './ports/ad-platform.ts';
