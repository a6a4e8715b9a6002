import { companyIds, emptyAdSetIds } from '../../adapters/sandbox/meta/seed/ids.ts';
import { asking, type Service } from '../addon/addon-fixture.ts';

type Credentials = { readonly [name: string]: string };

/**
 * A company of one test. No other test sees what it does, and no other company reaches its ad
 * accounts.
 */
export interface Company extends Service {
  /** What the sandbox seeded on the first platform. */
  readonly accountId: string;
  readonly adSets: readonly string[];
  readonly page: string;
  readonly profile: string;
  /** What connects each simulated platform. */
  readonly credentials: { readonly [platform: string]: Credentials };
}

/** Requests whose refusal ends the test. */
export const accepted =
  (ask: Service['ask']): Service['ask'] =>
  async (method, path, body) => {
    const answer = await ask(method, path, body);
    if (answer.success === false)
      throw new Error(`${method} ${path} was refused: ${JSON.stringify(answer.error)}`);
    return answer;
  };

/** Creates a company on a service, and connects it to `platforms` or to all that are simulated. */
export async function createCompany(
  service: Service,
  platforms?: readonly string[],
): Promise<Company> {
  const { url, sandboxUrl } = service;
  const name = 'Sandbox Company';
  const { adminKey } = (await service.ask('POST', '/v1/companies', { name })) as {
    adminKey: string;
  };
  const seeded = await fetch(`${sandboxUrl}/_sandbox/companies`, {
    method: 'POST',
    body: JSON.stringify({ name }),
  });
  const { adAccountIds, credentials } = (await seeded.json()) as {
    readonly adAccountIds: readonly string[];
    readonly credentials: Company['credentials'];
  };
  const ask = accepted(asking(url, adminKey));
  for (const [platform, given] of Object.entries(credentials))
    if (platforms?.includes(platform) ?? true)
      await ask('POST', '/v1/connections', { platform, credentials: given });
  const [accountId = ''] = adAccountIds;
  const { page, profile } = companyIds(accountId);
  return {
    url,
    sandboxUrl,
    adminKey,
    ask,
    credentials,
    accountId,
    page,
    profile,
    adSets: emptyAdSetIds(accountId, 'traffic'),
  };
}
