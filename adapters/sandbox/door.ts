import type { Sandbox } from '../../core/ports/sandbox.ts';
import { seed } from './seed.ts';

/** A sandbox by its control endpoints, whether it runs in this process or on a port of its own. */
export function createSandboxDoor(url: string, fetchNow: (request: Request) => Promise<Response>): Sandbox {
  return {
    demo: { accessToken: seed.token },
    async seed(companyId) {
      const request = new Request(`${url}/_sandbox/companies`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: companyId }),
      });
      const response = await fetchNow(request);
      if (!response.ok) throw new Error(`The sandbox at ${url} answered ${response.status} to a new company.`);
      // Our own endpoint, see control.ts.
      return { accessToken: ((await response.json()) as { token: string }).token };
    },
  };
}
