import type { Sheet } from './sheet.ts';

const HEADERS = [
  'Ad name',
  'Ad account',
  'Ad sets',
  'Page',
  'Profile',
  'Media 1',
  'Headline',
  'Primary text',
  'Call to action',
  'Link',
  'Preset',
];

/**
 * A row for each file, named as the file is. What is the same for all is typed once and filled
 * down.
 */
export const sheetOfFiles = (files: readonly string[], account = ''): Sheet => ({
  headers: HEADERS,
  rows: files.map((file) => {
    const row = HEADERS.map(() => '');
    row[0] = file.replace(/\.[^.]{1,5}$/, '');
    row[1] = account;
    row[HEADERS.indexOf('Media 1')] = file;
    return row;
  }),
});
