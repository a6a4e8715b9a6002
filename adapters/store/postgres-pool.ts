interface PostgresAnswer {
  readonly rows: readonly unknown[];
  /** How many rows a statement wrote. */
  readonly rowCount?: number | null;
}

/** The part of `Pool` from pg that is used here. */
export interface PostgresPool {
  query(sql: string, values?: unknown[]): Promise<PostgresAnswer>;
  connect(): Promise<PostgresConnection>;
  end(): Promise<void>;
  /** All connections, idle ones, and queries that wait for one. */
  readonly totalCount?: number;
  readonly idleCount?: number;
  readonly waitingCount?: number;
}

export interface PostgresConnection {
  query(sql: string, values?: unknown[]): Promise<PostgresAnswer>;
  on(event: 'error', listener: () => void): unknown;
  off(event: 'error', listener: () => void): unknown;
  /** `true` closes the connection instead of reusing it. */
  release(broken?: boolean): void;
}
