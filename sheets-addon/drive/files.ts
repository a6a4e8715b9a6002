import { kind } from '../../core/ports/store.ts';
import type { App } from '../base/app.ts';
import type { DriveFile } from '../base/host.ts';
import { Problem } from '../base/problem.ts';
import { say } from '../base/say.ts';

/** Whether the add-on was built with the right to read the user's Drive (`--drive`). */
declare const DRIVE: boolean;

export const mayReadDrive = (): boolean => DRIVE;

const API = 'https://www.googleapis.com/drive/v3/files';

/** A file that cannot be used says why instead. */
export type KnownFile = DriveFile | { readonly problem: string };

export const driveFileKind = kind<KnownFile>('drive-file');

/** Apps Script posts no more than this at once. */
const MOST_BYTES = 50 * 1024 * 1024;

const authorization = (): { authorization: string } => ({
  authorization: `Bearer ${ScriptApp.getOAuthToken()}`,
});

export const contentRequest = (id: string) => ({
  url: `${API}/${id}?alt=media&supportsAllDrives=true`,
  headers: authorization(),
  muteHttpExceptions: true,
});

const AT_ONCE = 50;

/** Asks Drive about files, with the right of the user whose execution this is. */
export async function askForFiles(
  { http }: Pick<App, 'http'>,
  ids: readonly string[],
): Promise<Map<string, KnownFile>> {
  const found = new Map<string, KnownFile>();
  for (let first = 0; first < ids.length; first += AT_ONCE) {
    const some = ids.slice(first, first + AT_ONCE);
    const headers = authorization();
    const answers = await http.requestAll(
      some.map((id) => ({
        method: 'GET',
        url: `${API}/${id}?fields=name,mimeType,size,md5Checksum&supportsAllDrives=true`,
        headers,
      })),
    );
    answers.forEach((answer, i) => {
      if (!answer.ok) throw new Problem('offline', say('driveSilent'));
      found.set(
        some[i] ?? '',
        answer.status === 200
          ? fileOf(JSON.parse(answer.text))
          : { problem: refusal(answer.status) },
      );
    });
  }
  return found;
}

function fileOf(answer: {
  name?: string;
  mimeType?: string;
  size?: string;
  md5Checksum?: string;
}): KnownFile {
  const { name = '', mimeType = '', size = '0', md5Checksum = '' } = answer;
  const type = mimeType.split('/')[0];
  if (type !== 'image' && type !== 'video') return { problem: say('notMedia', { name }) };
  if (Number(size) > MOST_BYTES)
    return {
      problem: say('fileTooLarge', { name }),
    };
  return { name, type, md5: md5Checksum };
}

function refusal(status: number): string {
  if (status === 404) return say('fileUnseen');
  if (status === 401 || status === 403) return say('fileUnreadable');
  return say('driveAnswered', { status });
}

/** A file to choose in the sidebar. */
export interface DriveChoice {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

/** Images and videos of the user's Drive, the latest first. */
export async function searchDrive(
  { http }: Pick<App, 'http'>,
  text: string,
): Promise<DriveChoice[]> {
  requireDrive();
  const wanted = text.trim().replace(/[\\']/g, (sign) => `\\${sign}`);
  const query = [
    'trashed = false',
    "(mimeType contains 'image/' or mimeType contains 'video/')",
    ...(wanted === '' ? [] : [`name contains '${wanted}'`]),
  ].join(' and ');
  const rest = 'orderBy=modifiedTime desc&pageSize=50&fields=files(id,name,mimeType)';
  const url = `${API}?${encodeURI(rest)}&supportsAllDrives=true&includeItemsFromAllDrives=true&q=${encodeURIComponent(query)}`;
  const [answer] = await http.requestAll([{ method: 'GET', url, headers: authorization() }]);
  if (answer?.ok !== true || answer.status !== 200)
    throw new Problem('other', answer?.ok === true ? refusal(answer.status) : say('driveNoSearch'));
  const { files = [] } = JSON.parse(answer.text) as {
    files?: { id: string; name: string; mimeType: string }[];
  };
  return files.map(({ id, name, mimeType }) => ({ id, name, type: mimeType.split('/')[0] ?? '' }));
}

export function requireDrive(): void {
  if (!mayReadDrive()) throw new Problem('other', say('withoutDrive'));
}
