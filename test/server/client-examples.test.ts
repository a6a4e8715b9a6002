import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as door from '../../server/client/client.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

/** The examples in the comments of the client, run as they stand. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const comments = globSync('server/client/*.ts', { cwd: root }).flatMap((file) => {
  const source = readFileSync(join(root, file), 'utf8');
  const documented = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport (?:const|function|class) (\w+)/g;
  return [...source.matchAll(documented)].map(([, comment = '', name = '']) => ({ name, comment }));
});
const exampleOf = (name: string): string => {
  const [, example = ''] =
    comments.find((each) => each.name === name)?.comment.split('@example') ?? [];
  return example.replace(/^ \* ?/gm, '');
};

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await startServiceFixture();
});
afterAll(() => fixture.worker.stop());

type Run = (door: object, process: object, fetch: object, console: object) => Promise<void>;
const AsyncFunction = (async () => undefined).constructor as new (...parts: string[]) => Run;

describe('the example of', () => {
  const exported = Object.entries(door)
    .filter(([name, value]) => typeof value === 'function' && name !== 'clientOver')
    .map(([name]) => name);

  test.each(exported)('%s runs', async (name) => {
    const example = exampleOf(name);
    expect(example).toContain("from 'slipway/client';");
    const code = example.replace(/import (\{[^}]*\}) from 'slipway\/client';/, 'const $1 = door;');
    const request = async (url: string, init: RequestInit) => fixture.app.request(url, init);
    const injected = {
      ...door,
      createClient: (options: door.ClientOptions) =>
        door.createClient({ ...options, fetch: request }),
    };
    const said: unknown[] = [];
    const log = (...words: unknown[]) => said.push(...words);
    await new AsyncFunction('door', 'process', 'fetch', 'console', code)(
      injected,
      { env: { SLIPWAY_KEY: fixture.key } },
      request,
      { log, error: log },
    );
    expect(said.length).toBeGreaterThan(0);
  });
});
