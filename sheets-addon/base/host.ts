import type { OperationName } from '../../core/features/registry.ts';
import type { HttpResult } from '../../core/ports/http.ts';
import type { PlatformDefinition } from '../../core/ports/platform-definition.ts';
import type { App } from './app.ts';
import type { Connection } from './settings.ts';

/** One call of an operation. `Service` sees to it that the input is the operation's. */
export interface OperationCall {
  readonly name: OperationName;
  readonly input: unknown;
  readonly idempotencyKey?: string | undefined;
}

/** What answers the operations of a sheet: a server, or the script itself. */
export interface Backend {
  /** Where the server is; undefined where there is none. */
  readonly address: string | undefined;
  /** How often a trigger comes by where Google allows it. */
  readonly triggerMinutes: 1 | 10;
  /** A trigger is there before anything is launched: nobody else would go on with it. */
  readonly needsTrigger: boolean;
  /** Runs what an entry point does. */
  execute<T>(app: App, work: (app: App) => Promise<T>): Promise<T>;
  /** Side by side where that is possible; answers in the order of the calls, as HTTP has them. */
  askAll(
    app: AskingApp,
    key: string,
    calls: readonly OperationCall[],
  ): Promise<readonly HttpResult[]>;
  /** Tries what the user has pasted. Throws a problem that says what is wrong with it. */
  connect(app: App, given: string): Promise<Connection>;
  /** Hands a file of Drive over; answers the address that ads name it by. */
  handOver(key: string, id: string, file: DriveFile): string;
}

/** What asking takes; a formula has no more. */
export type AskingApp = Pick<App, 'http' | 'clock' | 'deadline'>;

/** What an entry of the script hands in. */
interface Host {
  readonly backend: Backend;
  readonly platforms: readonly PlatformDefinition[];
}

/** Every entry calls `useHost` while the script is loaded, before anything reads it. */
let host = {} as Host;

export const useHost = (used: Host): void => {
  host = used;
};

export const backend = (): Backend => host.backend;

export const platforms = (): Host['platforms'] => host.platforms;

/** What is known of a file that a cell names. Its id is the file's own. */
export interface DriveFile {
  readonly name: string;
  readonly type: 'image' | 'video';
  /** Changes with the content. */
  readonly md5: string;
  /** Where the service has it, of which company, since it was handed over. */
  readonly handed?: { readonly url: string; readonly companyId: string };
}
