/** Where the API has an operation. */
export interface Place {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With the operation's subject in braces. */
  readonly path: `/${string}`;
  /** Of a success. Default 200. */
  readonly status?: 201 | 202;
  /** Other paths of the same. */
  readonly aliases?: readonly `/${string}`[];
  /** Members that stand in the query beside a body. */
  readonly query?: readonly string[];
  /** The body is a form with the file in it. */
  readonly multipart?: true;
}

/** The same with what follows from the declaration of the operation. Plain data: the server and its clients read the same table. */
export interface TableRow extends Place {
  /** A POST that changes nothing: clients send it without an Idempotency-Key. */
  readonly reads?: true;
  /** What is answered in place of JSON. */
  readonly answers?: 'events' | 'file';
  /** What clients check the answer for: `data` is a list, a list with its `pagination`, or a batch is named by `adBatchId`. */
  readonly shape?: 'list' | 'page' | 'batch';
}
