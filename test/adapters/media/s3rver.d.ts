/** The part of the local S3 server that the tests use; it brings no types. */
declare module '@20minutes/s3rver' {
  export default class S3rver {
    constructor(options: {
      port: number;
      address: string;
      silent: boolean;
      directory: string;
      configureBuckets: readonly { name: string; configs: readonly never[] }[];
    });
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
