import type { HttpBody } from '../../../core/ports/http.ts';
import { utf8 } from './utf8.ts';

type Multipart = Extract<HttpBody, { readonly type: 'multipart' }>;

/**
 * A form with files as the bytes that are sent. Apps Script would make it of an object with blobs in it, but each blob is a call of a
 * service, and one request may carry dozens of files.
 */
export function multipartBytes({ fields, files }: Multipart, boundary: string): Uint8Array {
  const parts: Uint8Array[] = [];
  const open = (disposition: string, more = ''): void =>
    void parts.push(utf8(`--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n${more}\r\n`));
  const end = utf8('\r\n');
  for (const [name, value] of Object.entries(fields)) {
    open(`name="${quoted(name)}"`);
    parts.push(utf8(value), end);
  }
  for (const { part, filename, contentType, bytes } of files) {
    open(`name="${quoted(part)}"; filename="${quoted(filename)}"`, `content-type: ${contentType}\r\n`);
    parts.push(bytes, end);
  }
  parts.push(utf8(`--${boundary}--\r\n`));
  return joined(parts);
}

/** As browsers write names. */
const quoted = (name: string): string => name.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A');

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
