/** The suites by which a store, facts or a platform of your own proves itself. They run in vitest, and need fast-check. */
export { createManualClock, type ManualClock } from '../runtime/manual-clock.ts';
export { adPlatformSuite } from './ad-platform.suite.ts';
export { factsSuite } from './facts.suite.ts';
export { platformAtSandbox } from './platform-at-sandbox.ts';
export type { Open, PlatformUnderTest } from './platform-under-test.ts';
export type { Ground, StoreBackend } from './store/ground.ts';
export { storeSuite } from './store.suite.ts';
