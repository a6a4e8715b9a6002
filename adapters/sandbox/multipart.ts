export interface UploadedFile {
  /** Name of the form part. */
  readonly part: string;
  readonly filename: string;
  readonly bytes: Uint8Array;
}

export interface Parts {
  readonly params: { readonly [name: string]: unknown };
  readonly files: readonly UploadedFile[];
}

/** A multipart body: its texts by name, and its files. Rejects where it cannot be read. */
export async function readParts(request: Request): Promise<Parts> {
  const form = await request.formData();
  const params: { [name: string]: unknown } = {};
  const files: UploadedFile[] = [];
  for (const part of new Set(form.keys())) {
    // Bun's types say parts are text; those with a file name are files.
    for (const value of form.getAll(part) as (string | File)[]) {
      if (typeof value === 'string') params[part] = value;
      else files.push({ part, filename: value.name, bytes: new Uint8Array(await value.arrayBuffer()) });
    }
  }
  return { params, files };
}
