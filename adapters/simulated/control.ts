import { SlipwayError } from '../../core/base/errors.ts';
import type { Credentials } from '../../core/ports/platform-accounts.ts';
import type { Sandbox, SandboxCredentials, SandboxFaults } from '../../core/ports/sandbox.ts';

interface Connecting {
  readonly credentials: SandboxCredentials;
  /** Absent in sandboxes of earlier versions. */
  readonly research?: Credentials;
}

interface ControlResponse extends Connecting {
  readonly companies: readonly Connecting[];
  readonly active: SandboxFaults['active'];
  readonly faults: { readonly [name: string]: { readonly family: number; readonly what: string } };
  readonly favourites: SandboxFaults['favourites'];
  readonly requests: number;
  readonly counted: number;
  readonly ads: number;
  readonly objects: { readonly [kind: string]: number };
}

/** In this process or over a port. */
export function createSandboxControl(
  url: string,
  fetchNow: (request: Request) => Promise<Response>,
): Sandbox {
  const ask = async (method: string, path: string, body?: object): Promise<ControlResponse> => {
    const request = new Request(`${url}/_sandbox/${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const response = await fetchNow(request);
    if (response.status === 400) {
      const { error } = (await response.json()) as { error: string };
      throw new SlipwayError('unprocessable_entity', error, {
        details: [{ path: '', code: 'refused_by_sandbox', message: error }],
      });
    }
    if (!response.ok)
      throw new Error(`The sandbox at ${url} answered ${response.status} to ${method} ${path}.`);
    return (await response.json()) as ControlResponse;
  };
  const faults = async (): Promise<SandboxFaults> => {
    const { active, faults: known, favourites } = await ask('GET', 'faults');
    return {
      active,
      known: Object.entries(known).map(([name, { family, what }]) => ({ name, family, what })),
      favourites,
    };
  };

  return {
    demo: async () => allOf((await ask('GET', 'companies')).companies[0]),
    seed: async (companyId) => allOf(await ask('POST', 'companies', { name: companyId })),
    faults,
    async addFault(rule) {
      await ask('POST', 'faults', rule);
      return faults();
    },
    async clearFaults() {
      await ask('DELETE', 'faults');
      return faults();
    },
    async state() {
      const { requests, counted, ads, objects } = await ask('GET', 'state');
      return { requests, calls: counted, ads, objects };
    },
  };
}

const allOf = (
  { credentials, research }: Connecting = { credentials: {} },
): SandboxCredentials => ({
  ...credentials,
  ...(research && { research }),
});
