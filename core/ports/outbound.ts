/** Requests to addresses that users name. Only public ones are reached, as checked at the moment of connecting. */
export interface Outbound {
  /** Never rejects: what went wrong is a value. Redirects are not followed. */
  post(url: string, headers: { readonly [name: string]: string }, body: string): Promise<OutboundResult>;
  /**
   * Why a delivery to an address would be refused whenever it is made, in the words of `post`; undefined where it may arrive.
   * Names are not resolved: what they lead to changes, and the answer would tell which of them the inner network has.
   */
  refusal?(url: string): string | undefined;
  /** Looks at a page without reading it; `location` is where it leads on to. Absent where nothing is looked at. */
  look?(url: string): Promise<LookResult>;
}

export type LookResult =
  | { readonly ok: true; readonly status: number; readonly location?: string | undefined }
  | { readonly ok: false; readonly message: string };

export type OutboundResult =
  | { readonly ok: true; readonly status: number }
  /** One sentence: the address is not public, cannot be reached, took too long. */
  | { readonly ok: false; readonly message: string };
