/** The media store: contents by hash, per company. Names and facts are documents in the store. */
export interface MediaFiles {
  /**
   * Takes a stream in; nothing is kept until `keep`. Throws `SlipwayError('media_too_large')` at
   * the first byte over the limit.
   */
  receive(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<IncomingFile>;

  /**
   * The bytes, or those of an inclusive range; undefined when nothing is kept under this hash. A
   * reader who stops early leaves nothing open.
   */
  read(
    companyId: string,
    sha256: string,
    range?: ByteRange,
  ): Promise<AsyncIterable<Uint8Array> | undefined>;

  /** A small picture in one of `thumbnailSizes`; undefined when the content has none. */
  readThumbnail?(
    companyId: string,
    sha256: string,
    size: number,
    range?: ByteRange,
  ): Promise<AsyncIterable<Uint8Array> | undefined>;

  /** Removes the bytes and their small pictures. Harmless when repeated. */
  remove(companyId: string, sha256: string): Promise<void>;
}

export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** A received file, to be kept or discarded. */
export interface IncomingFile {
  readonly sha256: string;
  readonly bytes: number;
  /** The first bytes, enough to tell its format. */
  readonly head: Uint8Array;
  /**
   * Throws `media_invalid` for broken content, `media_too_large` for content too large to be read.
   */
  measure(format: LinkedFormat): Promise<Dimensions>;
  /** Durable when this resolves. The same content is stored once. */
  keep(companyId: string): Promise<void>;
  /**
   * Makes small pictures in WebP and keeps them beside the content: of an image, or of the cover
   * inside a video. Of none where there is no picture to make them of, or one that is too large to
   * be decoded.
   *
   * @param of the SHA-256 of another content that they are kept beside: a poster's video
   */
  keepThumbnails?(companyId: string, format: LinkedFormat, of?: string): Promise<MadeThumbnails>;
  load(): Promise<Uint8Array>;
  /** Drops the waiting copy. Always to be called. */
  discard(): Promise<void>;
}

/** The longer edge of small pictures; each is smaller than the picture itself. */
export const thumbnailSizes = [160, 320, 640] as const;

export interface MadeThumbnails {
  readonly sizes: readonly {
    readonly size: number;
    readonly width: number;
    readonly height: number;
    readonly bytes: number;
  }[];
  /**
   * How it looks (core/media/find/look.ts); absent where it is too plain to be told from others.
   */
  readonly look?: string;
}

/**
 * A file's content in the words of the interface. Sizes are as shown: a rotation inside the file is
 * applied.
 */
export interface Dimensions {
  readonly format: string;
  /** Bytes. */
  readonly size: number;
  readonly width: number;
  readonly height: number;
  /** Videos: seconds, bits per second, frames per second. */
  readonly duration?: number;
  readonly bitrate?: number;
  readonly framerate?: number;
  /** Images. */
  readonly space?: string;
  readonly channels?: number;
  readonly depth?: string;
  /** Pixels per inch; null when the file does not say. */
  readonly density?: number | null;
  readonly isProgressive?: boolean;
  readonly hasProfile?: boolean;
  readonly hasAlpha?: boolean;
  readonly exif?: { readonly [name: string]: string | number | boolean };
}

/**
 * Fetches from public addresses only: every resolved address of every hop is checked, and the
 * connection goes to the checked address. The adapter caps size and time.
 */
export interface PublicFetch {
  /**
   * Throws `SlipwayError('media_unreachable')` with the reason, without saying anything about what
   * lies inside.
   *
   * @param ask gets the host of every hop before its name is looked up; what it throws ends the
   * fetch
   */
  get(url: string, ask?: Ask): Promise<FetchedFile>;
}

/** @param host `name` or `name:port`, in small letters */
export type Ask = (host: string) => Promise<void>;

export interface FetchedFile {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** As the last hop declared it. */
  readonly bytes?: number;
  /** From the address or the answer; may be anything. */
  readonly filename: string;
}

/** Files and folders behind shared links. */
export interface SharedLinks {
  /** Absent: no connections can be made. */
  readonly folders?: CloudFolders;
  /** Where the file behind a link is fetched; any other address is its own. */
  read(url: string): SharedLink;
  /**
   * Images and videos directly in a public folder. Throws `unprocessable_entity` where it cannot be
   * listed.
   */
  list(
    folderId: string,
    apiKey: string,
    options: { readonly most: number; readonly ask?: Ask },
  ): Promise<readonly { readonly url: string; readonly from: string; readonly name: string }[]>;
}

/**
 * `refused`: why nothing can be fetched there, in words; `folder`: the source of a link to a
 * folder.
 */
export type SharedLink =
  | { readonly file: string }
  | { readonly refused: string; readonly folder?: CloudSource };

export type CloudSource = 'drive' | 'dropbox';

/** An access token, or what access tokens are made from. */
export type CloudCredentials =
  | { readonly accessToken: string }
  | { readonly refreshToken: string; readonly clientId: string; readonly clientSecret: string };

export type CloudFolder =
  | { readonly source: 'drive'; readonly folderId: string }
  | {
      readonly source: 'dropbox';
      readonly sharedLink?: string | undefined;
      readonly path?: string | undefined;
    };

/** Folders that only a connected account may see. */
export interface CloudFolders {
  /**
   * Images and videos directly in a folder; `from` is for `open` alone. Throws
   * `unprocessable_entity` where it may not be read.
   */
  list(
    credentials: CloudCredentials,
    folder: CloudFolder,
    most: number,
  ): Promise<readonly { readonly url: string; readonly from: string; readonly name: string }[]>;
  /** Throws `media_unreachable` where the file may not be read. */
  open(source: CloudSource, credentials: CloudCredentials, from: string): Promise<FetchedFile>;
}

/** Formats that can be uploaded. */
export type MediaFormat = 'png' | 'jpeg' | 'mp4' | 'mov' | 'avi';

/** Formats that some platforms take by address. */
export type LinkedFormat = MediaFormat | 'gif' | 'webp' | 'pdf';
