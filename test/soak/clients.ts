import { pause } from '../chaos/processes.ts';
import type { Answer, Calls } from './calls.ts';
import { adNameOf, holdsForeign, type Tenant } from './tenants.ts';

/** Launches under way at the same time, and readers beside them. */
const LAUNCHERS = 4;
const READERS = 4;

export interface Accepted {
  readonly tenant: Tenant;
  readonly batchId: number;
  readonly adNames: readonly string[];
}

export interface SoakClient {
  accepted(): readonly Accepted[];
  /** Sends nothing more; resolves when everything under way was answered. */
  stop(): Promise<void>;
  unfinished(): Promise<number>;
  /** Names of ads the service itself reported as failed. */
  failedNames(): Promise<ReadonlySet<string>>;
  /** Answers that held something of another company, or let one into another's account. */
  crossTenant(): number;
}

interface Options {
  readonly calls: Calls;
  readonly tenants: readonly Tenant[];
  readonly random: () => number;
  readonly told: (line: string) => void;
}

/** Companies that launch, read, and ask for what belongs to others. */
export function startClients({ calls, tenants, random, told }: Options): SoakClient {
  const accepted: Accepted[] = [];
  const ended = new Map<Accepted, readonly string[]>();
  let [stopping, number, crossTenant] = [false, 0, 0];

  const any = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const leaked = (tenant: Tenant, path: string): void => {
    crossTenant += 1;
    told(`Company ${tenant.number} was given something of another: ${path}`);
  };
  const callAs = async (
    tenant: Tenant,
    method: string,
    path: string,
    body?: object,
  ): Promise<Answer> => {
    const answer = await calls.call(tenant.key, method, path, body);
    if (holdsForeign(tenants, tenant, answer.body)) leaked(tenant, path);
    return answer;
  };

  const launchOne = async (): Promise<void> => {
    const count = 1 + Math.floor(random() * 3);
    const tenant = any(tenants.filter(({ room }) => room.length >= count));
    if (tenant === undefined) return;
    const ads = tenant.room.splice(0, count).map((adSetId) => ({
      adName: adNameOf(tenant, ++number),
      adAccountId: tenant.accountId,
      adSets: [adSetId],
      media: [{ url: tenant.image }],
      link: 'https://example.com',
    }));
    const { status, body } = await callAs(tenant, 'POST', '/v1/launch', { useDefaults: true, ads });
    if (status !== 202) throw new Error(`A launch was refused: ${JSON.stringify(body)}`);
    accepted.push({
      tenant,
      batchId: Number(body.adBatchId),
      adNames: ads.map(({ adName }) => adName),
    });
  };
  const launcher = async (): Promise<void> => {
    while (!stopping) {
      await launchOne();
      await pause(50 + random() * 400);
    }
  };

  const readOwn = async (tenant: Tenant): Promise<void> => {
    const some = any(accepted.filter((each) => each.tenant === tenant));
    const today = new Date().toISOString().slice(0, 10);
    const paths = [
      '/v1/batches?limit=20',
      '/v1/adaccounts?limit=200',
      `/v1/reports/query?accountIds=${tenant.accountId}&startDate=${today}&endDate=${today}`,
      ...(some ? [`/v1/batch-status/${some.batchId}`] : []),
    ];
    await callAs(tenant, 'GET', any(paths) ?? '/v1/me');
  };
  const askForOthers = async (tenant: Tenant): Promise<void> => {
    const other = any(tenants.filter((each) => each !== tenant));
    if (other === undefined) return;
    const theirs = any(accepted.filter((each) => each.tenant === other));
    const paths = [
      `/v1/campaigns?accountId=${other.accountId}`,
      `/v1/adsets?accountId=${other.accountId}`,
      ...(theirs ? [`/v1/batch-status/${theirs.batchId}`] : []),
    ];
    const path = any(paths) ?? '';
    // The number of a batch may be one of the company's own too; the ids of ad accounts are not.
    const { status } = await callAs(tenant, 'GET', path);
    if (status < 400 && path.includes(other.accountId)) leaked(tenant, path);
  };
  const reader = async (): Promise<void> => {
    while (!stopping) {
      const tenant = any(tenants);
      if (tenant !== undefined) await (random() < 0.3 ? askForOthers(tenant) : readOwn(tenant));
      await pause(20 + random() * 200);
    }
  };
  const loops = Promise.all([
    ...Array.from({ length: LAUNCHERS }, launcher),
    ...Array.from({ length: READERS }, reader),
  ]);
  loops.catch(() => {
    stopping = true;
  });

  const lookAt = async (launch: Accepted): Promise<void> => {
    if (ended.has(launch)) return;
    const { body } = await callAs(launch.tenant, 'GET', `/v1/batch-status/${launch.batchId}`);
    if (body.status !== 'success' && body.status !== 'error') return;
    const failed = body.failedAds as { adName: string }[];
    ended.set(
      launch,
      failed.map(({ adName }) => adName),
    );
  };
  const lookAtAll = async (): Promise<void> => {
    for (const each of accepted) await lookAt(each);
  };

  return {
    accepted: () => accepted,
    async stop() {
      stopping = true;
      await loops;
    },
    async unfinished() {
      await lookAtAll();
      return accepted.length - ended.size;
    },
    async failedNames() {
      await lookAtAll();
      return new Set([...ended.values()].flat());
    },
    crossTenant: () => crossTenant,
  };
}
