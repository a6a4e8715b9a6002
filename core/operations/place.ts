export interface Place {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With the operation's subject in braces. */
  readonly path: `/${string}`;
  /** Of a success. Default 200. */
  readonly status?: 201 | 202;
  readonly aliases?: readonly `/${string}`[];
  /** Members that stand in the query beside a body. */
  readonly query?: readonly string[];
  /** The body is a form with the file in it. */
  readonly multipart?: true;
}

/** A place as an operation declares it: `GET /v1/batches/{id}` says method and path. */
export type DeclaredPlace = Place | Address;

/** Method and path, with one space between them. */
type Address = `${Place['method']} ${Place['path']}`;

export function placeFrom(declared: DeclaredPlace): Place {
  if (typeof declared !== 'string') return declared;
  // The type has one space, between the two.
  const [method, path] = declared.split(' ') as [Place['method'], Place['path']];
  return { method, path };
}

/** A place with what follows from its operation. */
export interface TableRow extends Place {
  /** A POST that changes nothing: clients send it without an Idempotency-Key. */
  readonly reads?: true;
  readonly answers?: 'events' | 'file';
  /**
   * Clients check the answer: `data` is a list, a list with its `pagination`, or a batch is named
   * by `adBatchId`.
   */
  readonly shape?: 'list' | 'page' | 'batch';
}

/**
 * A row as it is written: the address, alone where there is no more to say. Plain data: server and
 * clients read one table.
 */
export type WrittenRow = Address | ({ readonly at: Address } & Omit<TableRow, 'method' | 'path'>);
