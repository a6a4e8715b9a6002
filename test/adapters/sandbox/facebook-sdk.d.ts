/** The parts of the official SDK the conformance test drives; it ships no types of its own. */
declare module 'facebook-nodejs-business-sdk' {
  interface Row {
    readonly id: string;
    // biome-ignore lint/suspicious/noExplicitAny: fields are whatever was asked for.
    readonly [field: string]: any;
  }
  interface Cursor extends Array<Row> {
    hasNext(): boolean;
    next(): Promise<Cursor>;
    readonly summary?: { readonly total_count?: number };
    readonly headers?: { readonly [name: string]: string };
  }
  type Values = { readonly [name: string]: unknown };
  class Node {
    constructor(id?: string | null, data?: object, parentId?: string, api?: FacebookAdsApi);
    readonly id: string;
    // biome-ignore lint/suspicious/noExplicitAny: raw answer data.
    readonly _data: any;
    get(fields: readonly string[], params?: Values): Promise<Row>;
    read(fields: readonly string[], params?: Values): Promise<Row>;
    update(fields: readonly string[], params?: Values): Promise<Row>;
    delete(fields?: readonly string[], params?: Values): Promise<Row>;
    createCopy(fields: readonly string[], params?: Values): Promise<Node>;
    getCopies(fields: readonly string[], params?: Values): Promise<Cursor>;
    getInsights(
      fields: readonly string[],
      params?: Values,
      fetchFirstPage?: boolean,
    ): Promise<Cursor>;
    getInsightsAsync(fields: readonly string[], params?: Values): Promise<Node>;
    getAds(fields: readonly string[], params?: Values): Promise<Cursor>;
  }
  export class AdAccount extends Node {
    createCampaign(fields: readonly string[], params: Values): Promise<Node>;
    createAdSet(fields: readonly string[], params: Values): Promise<Node>;
    createAd(fields: readonly string[], params: Values): Promise<Node>;
    createAdCreative(fields: readonly string[], params: Values): Promise<Node>;
    createAdImage(fields: readonly string[], params: Values): Promise<Node>;
    createAdVideo(fields: readonly string[], params: Values): Promise<Node>;
    createAdLabel(fields: readonly string[], params: Values): Promise<Node>;
    getCampaigns(fields: readonly string[], params?: Values): Promise<Cursor>;
    getAdLabels(fields: readonly string[], params?: Values): Promise<Cursor>;
    getAdsByLabels(fields: readonly string[], params?: Values): Promise<Cursor>;
    getActivities(fields: readonly string[], params?: Values): Promise<Cursor>;
    getAdImages(fields: readonly string[], params?: Values): Promise<Cursor>;
  }
  export class Campaign extends Node {}
  export class AdSet extends Node {}
  export class Ad extends Node {}
  export class AdCreative extends Node {}
  export class AdVideo extends Node {}
  export class AdReportRun extends Node {}
  export class FacebookAdsApi {
    static init(token: string, locale?: string, crashLog?: boolean): FacebookAdsApi;
    setShowHeader(flag: boolean): FacebookAdsApi;
    call(method: string, path: readonly string[], params?: Values): Promise<Row>;
  }
  export class FacebookAdsApiBatch {
    constructor(
      api: FacebookAdsApi,
      success?: (response: BatchResponse) => void,
      failure?: (response: BatchResponse) => void,
    );
    add(
      method: string,
      path: readonly string[] | string,
      params?: Values,
      files?: object,
      success?: (response: BatchResponse) => void,
      failure?: (response: BatchResponse) => void,
    ): { name?: string };
    execute(): Promise<FacebookAdsApiBatch | null>;
    readonly _batch: readonly object[];
  }
  interface BatchResponse {
    readonly isSuccess: boolean;
    readonly body: Row;
    readonly error: { readonly response: { readonly error: Row } };
  }
  export class UserData {
    setClientUserAgent(agent: string): UserData;
    setPhones(phones: readonly string[]): UserData;
    setFirstNames(names: readonly string[]): UserData;
    setLastNames(names: readonly string[]): UserData;
    setCities(cities: readonly string[]): UserData;
    setStates(states: readonly string[]): UserData;
    setZips(zips: readonly string[]): UserData;
    setCountries(countries: readonly string[]): UserData;
    normalize(): { readonly [field: string]: readonly string[] };
    setEmails(emails: readonly string[]): UserData;
  }
  export class CustomData {
    setCurrency(currency: string): CustomData;
    setValue(value: number): CustomData;
  }
  export class ServerEvent {
    setEventName(name: string): ServerEvent;
    setEventTime(seconds: number): ServerEvent;
    setUserData(data: UserData): ServerEvent;
    setCustomData(data: CustomData): ServerEvent;
    setActionSource(source: string): ServerEvent;
    setEventSourceUrl(url: string): ServerEvent;
  }
  export class EventRequest {
    constructor(token: string, pixel: string, events: readonly ServerEvent[]);
    execute(): Promise<{ readonly events_received: number }>;
  }
}
