import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { type PostgresServer, startPostgres } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the address of this run's Postgres, which it starts when first asked. */
    readonly postgresDesk: string;
  }
}

/** One Postgres for the whole run, however many processes its tests are spread over; none when no test wants one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let running: Promise<PostgresServer> | undefined;
  const desk = createServer((_request, response) => {
    running ??= startPostgres();
    running.then(
      ({ url }) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve));
  project.provide('postgresDesk', `http://127.0.0.1:${(desk.address() as AddressInfo).port}`);
  return async () => {
    desk.close();
    await (await running?.catch(() => undefined))?.stop();
  };
}
