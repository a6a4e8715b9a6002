export function download(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export const downloadText = (text: string, name: string): void =>
  download(new Blob([text], { type: 'text/csv' }), name);

interface File {
  readonly filename: string;
  readonly contentType: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/** What an operation handed out. Answers its name. */
export async function downloadFile({ filename, contentType, content }: File): Promise<string> {
  const chunks: BlobPart[] = [];
  for await (const chunk of content) chunks.push(chunk as Uint8Array<ArrayBuffer>);
  download(new Blob(chunks, { type: contentType }), filename);
  return filename;
}
