import * as v from 'valibot';
import { answer, listOf, pageQuery } from '../base/schema/envelope.ts';
import { nameText, shortText } from '../base/schema/fields.ts';
import { listOfAtMost } from '../base/schema/lists.ts';

const dimensions = v.object({
  format: v.string(),
  size: v.number(),
  width: v.number(),
  height: v.number(),
  duration: v.optional(v.number()),
  bitrate: v.optional(v.number()),
  framerate: v.optional(v.number()),
  space: v.optional(v.string()),
  channels: v.optional(v.number()),
  depth: v.optional(v.string()),
  density: v.optional(v.nullable(v.number())),
  isProgressive: v.optional(v.boolean()),
  hasProfile: v.optional(v.boolean()),
  hasAlpha: v.optional(v.boolean()),
  exif: v.optional(v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]))),
});

const uploaded = {
  id: v.number(),
  url: v.string(),
  filename: v.string(),
  originalName: v.string(),
  wasRenamed: v.boolean(),
  dimensions,
  size: v.number(),
  sizeFormatted: v.string(),
};

export const uploadedFileAnswer = answer(uploaded);

/** Over HTTP it is multipart/form-data. */
export type FileUpload = {
  readonly name: string;
  readonly content: Uint8Array | AsyncIterable<Uint8Array>;
};

export const fileUpload = v.custom<FileUpload>(() => true);

export const urlUpload = v.object({
  url: v.pipe(
    shortText(4_000),
    v.description('Publicly reachable; leads to an MP4, MOV, AVI, PNG or JPEG.'),
  ),
  name: v.optional(
    v.pipe(
      nameText(500),
      v.description('The file name to give it. Default: the last part of its URL.'),
    ),
  ),
});

export const hostList = v.object({
  hosts: v.pipe(
    listOfAtMost(
      v.pipe(
        v.string(),
        v.trim(),
        v.toLowerCase(),
        v.regex(
          /^[a-z\d.-]{1,253}(:\d{1,5})?$/,
          'Give a host as it stands in addresses: files.example.com or files.example.com:8443.',
        ),
      ),
      1_000,
      'hosts',
    ),
    v.description('`name` or `name:port`; names with other letters than a to z as `xn--…`.'),
  ),
});

export const knownHosts = answer({ hosts: v.array(v.string()) });

export const mediaItem = v.object({
  ...uploaded,
  /** `document`: a PDF kept for a plan. */
  type: v.picklist(['image', 'video', 'document']),
  contentType: v.string(),
  sha256: v.string(),
  createdAt: v.string(),
  /**
   * WebP, smallest first: at most 160, 320 and 640 pixels on the longer edge. Null where none were
   * made.
   */
  thumbnails: v.nullable(
    v.array(v.object({ url: v.string(), width: v.number(), height: v.number() })),
  ),
});

export const mediaQuery = v.object({
  ...pageQuery,
  q: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(500, 'At most 500 characters fit here.'),
      v.description('Part of a file name, in small or capital letters.'),
    ),
  ),
  type: v.optional(v.picklist(['image', 'video'])),
});

export const mediaList = listOf(mediaItem);
export const oneMediaItem = answer(mediaItem.entries);

export const poster = v.object({
  image: v.pipe(v.string(), v.maxLength(3_000_000, 'A poster has at most 3,000,000 characters.')),
});
