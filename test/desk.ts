import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres/server.ts';
import { packPackage } from './runtime/built-package.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with what all tests of this run share, which it makes when first asked. */
    readonly desk: string;
  }
}

interface Shared {
  /** What the tests are told of it. */
  readonly told: string;
  stop(): Promise<void> | void;
}

const MAKERS: { readonly [path: string]: () => Promise<Shared> } = {
  '/postgres': async () => {
    const { url, stop } = await startPostgres();
    return { told: url, stop };
  },
  '/package': async () => {
    const { remove, ...packed } = await packPackage();
    return { told: JSON.stringify(packed), stop: remove };
  },
};

/**
 * One of each for the whole run, however many processes its tests are spread over; none when no
 * test wants one.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const made = new Map<string, Promise<Shared>>();
  const desk = createServer(({ url = '' }, response) => {
    const shared =
      made.get(url) ?? MAKERS[url]?.() ?? Promise.reject(new Error(`There is no ${url}.`));
    made.set(url, shared);
    const later = setTimeout(() => response.writeHead(202).end(), 30_000);
    shared
      .finally(() => clearTimeout(later))
      .then(
        ({ told }) => response.headersSent || response.end(told),
        (error: unknown) => response.headersSent || response.writeHead(500).end(String(error)),
      );
  });
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve));
  project.provide('desk', `http://127.0.0.1:${(desk.address() as AddressInfo).port}`);
  return async () => {
    desk.close();
    for (const shared of made.values()) await (await shared.catch(() => undefined))?.stop();
  };
}
