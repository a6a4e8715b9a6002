import { defineConfig } from 'vitest/config';
import whole from '../vitest.config.ts';

/** The suite's own settings, for the run that ended-runs.test.ts brings to an end. */
export default defineConfig(async (env) => {
  const { test } = await whole(env);
  return { test: { ...test, include: ['test/ended-runs/run.ts'] } };
});
