import { expect, test } from 'vitest';
import { platformDefinitions } from '../../adapters/platforms/definitions.ts';
import { platformModules } from '../../adapters/platforms/registry.ts';
import { simulations } from '../../adapters/sandbox/registry.ts';
import { adPlatformSuite } from '../../adapters/testing/ad-platform.suite.ts';
import { platformAtSandbox } from '../../adapters/testing/platform-at-sandbox.ts';

for (const simulation of simulations) {
  const module = platformModules.find(({ definition }) => definition.id === simulation.platform);
  if (module !== undefined)
    adPlatformSuite(simulation.platform, () => platformAtSandbox(module, simulation));
}

test('what is known without asking is known of every platform', () => {
  expect(platformDefinitions).toEqual(platformModules.map(({ definition }) => definition));
});

test('every platform has one simulation, which answers under the word its settings use', () => {
  const words = new Map(
    platformModules.map(({ definition }) => [definition.id, definition.folder]),
  );
  expect(simulations.map(({ platform, name }) => [platform, name])).toEqual([...words]);
  for (const { name, basePath } of simulations)
    expect(`${basePath}/`).toMatch(new RegExp(`^/${name}/`));
});
