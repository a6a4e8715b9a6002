import { meta } from '../../../../adapters/platforms/meta/index.ts';
import { appSecret } from '../../../../adapters/sandbox/meta/graph/tokens.ts';
import { seed } from '../../../../adapters/sandbox/meta/seed/names.ts';
import type { SignedNotice } from '../../../../adapters/sandbox/stage.ts';
import { connectPlatform } from '../../../../core/accounts/connect.ts';
import type { AccountKey } from '../../../../core/base/account-key.ts';
import { forgetLeads } from '../../../../core/features/leads/forget.ts';
import { listLeads } from '../../../../core/features/leads/list.ts';
import { runLeadsPass } from '../../../../core/features/leads/pass.ts';
import type { LeadQuery, LeadRow } from '../../../../core/features/leads/schema.ts';
import { setWatch } from '../../../../core/features/leads/watch.ts';
import { deliveryKind } from '../../../../core/features/webhooks/records.ts';
import { createWebhook } from '../../../../core/features/webhooks/webhooks.ts';
import { allOf } from '../../../../core/records/list.ts';
import {
  createTestService,
  type TestService,
  type TestServiceOptions,
} from '../../../test-service.ts';

export const eur = seed.accounts.eur;
export const account: AccountKey = `primary:${eur}`;

export interface Arrived {
  readonly formId: string;
  readonly leadIds: readonly string[];
  readonly notices: readonly SignedNotice[];
}

export interface LeadsFixture extends TestService {
  arrive(order?: object): Promise<Arrived>;
  /** Passes over the account as its job would. */
  pass(): Promise<void>;
  /** Lets time pass, then passes. */
  later(ms?: number): Promise<void>;
  forget(): Promise<void>;
  rows(query?: LeadQuery): Promise<readonly LeadRow[]>;
  /** Ids of leads that the webhook was told of. */
  told(): Promise<readonly string[]>;
}

/**
 * A service with the primary platform, a company whose leads are read, and a webhook that wants
 * them.
 */
export async function leadsFixture(
  options: Partial<TestServiceOptions> = {},
): Promise<LeadsFixture> {
  const service = await createTestService({ platforms: [meta], ...options });
  const { ports, companyId, caller, clock } = service;
  await connectPlatform(ports, caller, {
    platform: 'primary',
    credentials: { accessToken: seed.token, appSecret },
  });
  await createWebhook(ports, caller, { url: 'https://crm.example/hook', events: ['lead.created'] });
  await setWatch(ports, caller, { accountId: account });
  const fixture: LeadsFixture = {
    ...service,
    arrive: async (order = {}) =>
      (await service.control('POST', 'leads', { platform: 'meta', ...order })) as Arrived,
    pass: async () => void (await runLeadsPass(ports, companyId, account, () => false)),
    async later(ms = 61 * 60_000) {
      await clock.sleep(ms);
      await fixture.pass();
    },
    async forget() {
      while ((await forgetLeads(ports, companyId)) === 'more');
    },
    rows: async (query = {}) => (await listLeads(ports, caller, { limit: 200, ...query })).data,
    told: async () =>
      (await allOf(service.store, deliveryKind, companyId)).map(
        ({ doc }) => (doc.data as { readonly lead: { readonly id: string } }).lead.id,
      ),
  };
  return fixture;
}
