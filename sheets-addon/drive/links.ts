/** Files of Google Drive as cells name them. */

const HOSTS = ['https://drive.google.com/', 'https://docs.google.com/'];

export const isDriveLink = (text: string): boolean =>
  HOSTS.some((host) => text.trim().startsWith(host));

/** The id of the file that a link leads to; undefined for folders and for other addresses. */
export function driveIdIn(text: string): string | undefined {
  if (!isDriveLink(text)) return undefined;
  return (/\/d\/([\w-]{10,100})/.exec(text) ?? /[?&]id=([\w-]{10,100})/.exec(text))?.[1];
}

export const driveLink = (id: string): string => `https://drive.google.com/file/d/${id}/view`;
