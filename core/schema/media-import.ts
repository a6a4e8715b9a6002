import * as v from 'valibot';
import { answer } from './envelope.ts';
import { shortText } from './fields.ts';
import { listOfAtMost } from './lists.ts';

export const importRequest = v.pipe(
  v.object({
    urls: v.optional(
      v.pipe(
        listOfAtMost(shortText(4_000), 500, 'addresses'),
        v.description('Public addresses of files. Links of files shared on Drive and Dropbox are followed to the file.'),
      ),
    ),
    drive: v.optional(
      v.object({
        folderId: v.pipe(v.string(), v.regex(/^[\w-]{10,100}$/, 'The id of a folder is the last part of its link.')),
        apiKey: v.pipe(
          shortText(200),
          v.description('An API key of a project of yours that may use the API of the drive. It is used once and not kept.'),
        ),
      }),
    ),
    dropbox: v.optional(v.object({ sharedLink: v.pipe(shortText(4_000), v.description('The link of a shared file.')) })),
  }),
  v.check(({ urls, drive, dropbox }) => (urls ?? drive ?? dropbox) !== undefined, 'Give urls, drive or dropbox.'),
);
export type ImportRequest = v.InferOutput<typeof importRequest>;

const file = v.object({
  url: v.string(),
  name: v.nullable(v.string()),
  /** `duplicate`: the content was among your media already, as `mediaId`. */
  status: v.picklist(['waiting', 'imported', 'duplicate', 'failed']),
  mediaId: v.nullable(v.number()),
  error: v.optional(v.object({ code: v.string(), message: v.string() })),
});

const mediaImport = v.object({
  id: v.string(),
  status: v.picklist(['processing', 'finished']),
  createdAt: v.string(),
  finishedAt: v.nullable(v.string()),
  total: v.number(),
  imported: v.number(),
  duplicates: v.number(),
  failed: v.number(),
  files: v.array(file),
});
export type MediaImport = v.InferOutput<typeof mediaImport>;
export const oneImport = answer(mediaImport.entries);
