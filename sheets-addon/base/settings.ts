import type { App } from './app.ts';
import { Problem } from './problem.ts';
import { say } from './say.ts';

/**
 * The server's address, put in by the build: Apps Script only fetches from addresses its manifest
 * names.
 */
declare const SERVER: string;

export const serverAddress = (): string => SERVER;

/** Who the user is to the service. The key is the user's own and never written into the file. */
export interface Connection {
  readonly key: string;
  readonly companyId: string;
  readonly companyName: string;
}

const PROPERTY = 'connection';

export function connectionOf({ properties }: Pick<App, 'properties'>): Connection | undefined {
  const text = properties.getProperty(PROPERTY);
  return text === null ? undefined : (JSON.parse(text) as Connection);
}

export function requireConnection(app: Pick<App, 'properties'>): Connection {
  const connection = connectionOf(app);
  if (connection === undefined)
    throw new Problem(
      'connect',
      say(serverAddress() === '' ? 'connectTokenFirst' : 'connectFirst'),
    );
  return connection;
}

export function keepConnection(
  { properties }: Pick<App, 'properties'>,
  connection: Connection | undefined,
): void {
  if (connection === undefined) properties.deleteProperty(PROPERTY);
  else properties.setProperty(PROPERTY, JSON.stringify(connection));
}
