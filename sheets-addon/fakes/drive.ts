/** Files of the user's Google Drive, as far as its REST interface is asked about them. */
export interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  readonly base64: string;
}

export const DRIVE_TOKEN = 'token-of-the-user';

const PLACE = 'https://www.googleapis.com/drive/v3/files';

interface Answer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly text: string;
  readonly base64?: string;
}

/** Undefined for what is not asked of Drive. */
export function answerOfDrive(
  files: readonly StoredFile[],
  { url, headers }: { readonly url: string; readonly headers: { readonly [name: string]: string } },
  isAllowed: boolean,
): Answer | undefined {
  if (!url.startsWith(PLACE)) return undefined;
  const json = (status: number, value: object): Answer => ({
    status,
    headers: { 'content-type': 'application/json' },
    text: JSON.stringify(value),
  });
  if (headers.authorization !== `Bearer ${DRIVE_TOKEN}`) return json(401, {});
  if (!isAllowed)
    return json(403, { error: { message: 'Request had insufficient authentication scopes.' } });
  const [path = '', query = ''] = url.slice(PLACE.length).split('?');
  if (path === '') {
    const [, name = ''] = /name contains '((?:[^'\\]|\\.)*)'/.exec(decodeURIComponent(query)) ?? [];
    const wanted = name.replace(/\\(.)/g, '$1').toLowerCase();
    const found = files.filter(
      (file) => file.name.toLowerCase().includes(wanted) && /^(image|video)\//.test(file.mimeType),
    );
    return json(200, {
      files: found.map(({ id, name: called, mimeType }) => ({ id, name: called, mimeType })),
    });
  }
  const file = files.find(({ id }) => path === `/${id}`);
  if (file === undefined) return json(404, {});
  const { name, mimeType, base64 } = file;
  if (query.includes('alt=media'))
    return { status: 200, headers: { 'content-type': mimeType }, text: '', base64 };
  return json(200, {
    name,
    mimeType,
    size: String((base64.length * 3) / 4),
    md5Checksum: sumOf(base64),
  });
}

/** Not MD5; as with MD5, other content has another. */
function sumOf(text: string): string {
  let sum = 7;
  for (let i = 0; i < text.length; i++) sum = (Math.imul(sum, 31) + text.charCodeAt(i)) >>> 0;
  return sum.toString(16);
}
