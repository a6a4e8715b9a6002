/** Scheduled copies of the whole installation. */
export interface Backups {
  readonly everyMs: number;
  /**
   * Makes a backup, restores it to a scratch place as a check, and removes the oldest beyond what
   * is kept.
   */
  make(): Promise<MadeBackup>;
}

export interface MadeBackup {
  readonly name: string;
  /** Without credentials. */
  readonly place: string;
  readonly bytes: number;
  /** Why the restore could not be tried; absent where the backup was restored. */
  readonly notVerified?: string;
}
