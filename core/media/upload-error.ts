import { type ErrorCode, SlipwayError } from '../base/errors.ts';

type UploadCode = 'FILE_TOO_LARGE' | 'INVALID_FORMAT' | 'URL_NOT_ACCESSIBLE';

const codes: { readonly [U in UploadCode]: ErrorCode } = {
  FILE_TOO_LARGE: 'media_too_large',
  INVALID_FORMAT: 'media_invalid',
  URL_NOT_ACCESSIBLE: 'media_unreachable',
};

/** Why a file was refused, in the upload endpoints' words. */
export class UploadError extends SlipwayError {
  readonly uploadCode: UploadCode;
  readonly uploadDetails: { readonly [name: string]: string | number };

  constructor(
    uploadCode: UploadCode,
    message: string,
    uploadDetails: UploadError['uploadDetails'],
  ) {
    super(codes[uploadCode], message);
    this.name = 'UploadError';
    this.uploadCode = uploadCode;
    this.uploadDetails = uploadDetails;
  }
}
