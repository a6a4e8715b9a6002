/**
 * Requests to addresses that users name. Only public ones are reached, as checked when connecting.
 */
export interface Outbound {
  /** Never rejects. Redirects are not followed. */
  post(
    url: string,
    headers: { readonly [name: string]: string },
    body: string,
  ): Promise<OutboundResult>;
  /**
   * Why a delivery to an address would always be refused, in the words of `post`. Resolves no
   * names: what they lead to changes, and the answer would reveal names of the inner network.
   */
  refusal?(url: string): string | undefined;
  /** Requests a page without reading it; `location` is where it redirects. */
  look?(url: string): Promise<LookResult>;
}

export type LookResult =
  | { readonly ok: true; readonly status: number; readonly location?: string | undefined }
  | { readonly ok: false; readonly message: string };

export type OutboundResult =
  | { readonly ok: true; readonly status: number }
  /** One sentence: the address is not public, cannot be reached, took too long. */
  | { readonly ok: false; readonly message: string };
