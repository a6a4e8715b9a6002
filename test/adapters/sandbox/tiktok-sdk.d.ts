/** The parts of TikTok's SDK that its walk uses; it ships no types of its own. */
declare module 'tiktok-business-api-sdk-official' {
  /** `code` and `message` are there when the call was refused. */
  interface Answer {
    readonly request_id: string;
    // biome-ignore lint/suspicious/noExplicitAny: answers have as many shapes as there are endpoints.
    readonly data: any;
  }
  type Done = (error: Error | null, data: Answer | null) => void;
  type Options = { readonly [name: string]: unknown };
  type Write = (token: string, options: Options, done: Done) => void;
  type Read = (advertiser: string, token: string, options: Options, done: Done) => void;
  export class ApiClient {
    static readonly instance: ApiClient;
    basePath: string;
  }
  export class AuthenticationApi {
    oauth2AdvertiserGet(app: string, secret: string, token: string, done: Done): void;
  }
  export class AccountManagementApi {
    advertiserInfo(
      advertisers: readonly string[],
      token: string,
      options: Options,
      done: Done,
    ): void;
  }
  export class CampaignCreationApi {
    campaignCreate: Write;
    campaignUpdate: Write;
    campaignStatusUpdate: Write;
    campaignGet: Read;
    smartPlusCampaignCreate: Write;
    smartPlusCampaignUpdate: Write;
    smartPlusCampaignStatusUpdate: Write;
    smartPlusCampaignGet: Read;
  }
  export class AdgroupApi {
    adgroupCreate: Write;
    adgroupUpdate: Write;
    adgroupStatusUpdate: Write;
    adgroupGet: Read;
    smartPlusAdgroupCreate: Write;
    smartPlusAdgroupUpdate: Write;
    smartPlusAdgroupStatusUpdate: Write;
    smartPlusAdgroupGet: Read;
  }
  export class AdApi {
    adCreate: Write;
    adUpdate: Write;
    adStatusUpdate: Write;
    adGet: Read;
    smartPlusAdCreate: Write;
    smartPlusAdUpdate: Write;
    smartPlusAdStatusUpdate: Write;
    smartPlusAdMaterialStatusUpdate: Write;
    smartPlusAdAppeal: Write;
    smartPlusAdGet: Read;
    smartPlusAdReviewInfo(
      advertiser: string,
      ads: readonly string[],
      token: string,
      options: Options,
      done: Done,
    ): void;
    smartPlusMaterialReviewInfo(
      advertiser: string,
      materials: readonly string[],
      token: string,
      options: Options,
      done: Done,
    ): void;
  }
  export class FileApi {
    adImageUpload: Write;
    adVideoUpload: Write;
    fileImageAdInfo(advertiser: string, images: readonly string[], token: string, done: Done): void;
    adVideoInfo(advertiser: string, videos: readonly string[], token: string, done: Done): void;
  }
  export class IdentityApi {
    identityGet: Read;
  }
  export class ReportingApi {
    reportIntegratedGet(type: string, token: string, options: Options, done: Done): void;
    smartPlusMaterialReportOverview(
      advertiser: string,
      dimensions: readonly string[],
      token: string,
      options: Options,
      done: Done,
    ): void;
    smartPlusMaterialReportBreakdown(
      advertiser: string,
      dimensions: readonly string[],
      start: string,
      end: string,
      token: string,
      options: Options,
      done: Done,
    ): void;
  }
}
