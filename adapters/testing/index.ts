/** Suites for your own store, facts or platform. They need vitest and fast-check. */
export { createManualClock, type ManualClock } from '../runtime/manual-clock.ts';
export { adPlatformSuite } from './ad-platform.suite.ts';
export { factsSuite } from './facts.suite.ts';
export { platformAtSandbox } from './platform-at-sandbox.ts';
export type { Open, PlatformUnderTest } from './platform-under-test.ts';
export type { Ground, StoreBackend } from './store/ground.ts';
export { storeSuite } from './store.suite.ts';
