/** Copies of the whole installation, made on a schedule where the process is told where to. */
export interface Backups {
  /** How often one is made. */
  readonly everyMs: number;
  /** Makes one, restores it to a scratch place to see that it can be, and lets go of the oldest beyond what is kept. */
  make(): Promise<MadeBackup>;
}

export interface MadeBackup {
  readonly name: string;
  /** Where it lies, without credentials. */
  readonly place: string;
  readonly bytes: number;
  /** Why it could not be tried whether it can be restored; absent where it was restored. */
  readonly notVerified?: string;
}
