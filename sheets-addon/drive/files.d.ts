import type { App } from '../app.ts';
export declare const mayReadDrive: () => boolean;
/** What is known of a file that a cell names. Its id is the file's own. */
export interface DriveFile {
  readonly name: string;
  readonly type: 'image' | 'video';
  /** Changes with the content. */
  readonly md5: string;
  /** Where the service has it, of which company, since it was handed over. */
  readonly handed?: {
    readonly url: string;
    readonly companyId: string;
  };
}
/** A file that cannot be used says why instead. */
export type KnownFile =
  | DriveFile
  | {
      readonly problem: string;
    };
export declare const driveFileKind: import('../../core/ports/store.ts').Kind<KnownFile>;
export declare const contentRequest: (id: string) => {
  url: string;
  headers: {
    authorization: string;
  };
  muteHttpExceptions: boolean;
};
/** Asks Drive about files, with the right of the user whose execution this is. */
export declare function askForFiles({ http }: Pick<App, 'http'>, ids: readonly string[]): Promise<Map<string, KnownFile>>;
/** A file to choose in the sidebar. */
export interface DriveChoice {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}
/** Images and videos of the user's Drive, the latest first. */
export declare function searchDrive({ http }: Pick<App, 'http'>, text: string): Promise<DriveChoice[]>;
export declare function requireDrive(): void;
