import * as v from 'valibot';
import { answer } from '../../base/schema/envelope.ts';
import { shortText } from '../../base/schema/fields.ts';
import { listOfAtMost } from '../../base/schema/lists.ts';

export const importRequest = v.pipe(
  v.object({
    urls: v.optional(
      v.pipe(
        listOfAtMost(shortText(4_000), 500, 'addresses'),
        v.description(
          'Public addresses of files. Links of files shared on Drive and Dropbox are followed to the file.',
        ),
      ),
    ),
    drive: v.optional(
      v.object({
        folderId: v.pipe(
          v.string(),
          v.regex(/^[\w-]{10,100}$/, 'The id of a folder is the last part of its link.'),
        ),
        apiKey: v.optional(
          v.pipe(
            shortText(200),
            v.description(
              'For folders that everyone may see: an API key of a project of yours that may use the API of the drive. It is used once and not kept. Left out, the folder is read through the connection.',
            ),
          ),
        ),
      }),
    ),
    dropbox: v.optional(
      v.pipe(
        v.object({
          sharedLink: v.optional(
            v.pipe(
              shortText(4_000),
              v.description(
                'The link of a shared file, or of a folder, which is read through the connection.',
              ),
            ),
          ),
          path: v.optional(
            v.pipe(
              shortText(1_000),
              v.description('A folder of the connected account: /Ads/Autumn.'),
            ),
          ),
        }),
        v.check(
          ({ sharedLink, path }) => (sharedLink === undefined) !== (path === undefined),
          'Give sharedLink or path.',
        ),
      ),
    ),
  }),
  v.check(
    ({ urls, drive, dropbox }) => (urls ?? drive ?? dropbox) !== undefined,
    'Give urls, drive or dropbox.',
  ),
);
export type ImportRequest = v.InferOutput<typeof importRequest>;

const file = v.object({
  url: v.string(),
  name: v.nullable(v.string()),
  /** `duplicate`: already among your media, as `mediaId`. */
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

const text = shortText(4_000);
export const sourceCredentials = v.pipe(
  v.object({
    accessToken: v.optional(text),
    refreshToken: v.optional(text),
    clientId: v.optional(text),
    clientSecret: v.optional(text),
  }),
  v.check(
    ({ accessToken, refreshToken, clientId, clientSecret }) =>
      accessToken === undefined
        ? refreshToken !== undefined && clientId !== undefined && clientSecret !== undefined
        : (refreshToken ?? clientId ?? clientSecret) === undefined,
    'Give accessToken, or refreshToken, clientId and clientSecret.',
  ),
);
export const mediaSourceName = v.picklist(['drive', 'dropbox'], 'The source is drive or dropbox.');
const mediaSource = v.object({
  source: mediaSourceName,
  connected: v.boolean(),
  connectedAt: v.nullable(v.string()),
});
const sourceTest = v.object({
  ...mediaSource.entries,
  ok: v.boolean(),
  problem: v.nullable(v.string()),
});
export type SourceTest = v.InferOutput<typeof sourceTest>;
export const testedSource = answer(sourceTest.entries);
export const mediaSources = answer({ data: v.array(mediaSource), count: v.number() });
