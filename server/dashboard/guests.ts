import type { Hono } from 'hono';
import { SlipwayError } from '../../core/base/errors.ts';
import { breaks } from '../../core/base/refusal.ts';
import { parseRequest } from '../../core/base/schema/parse.ts';
import { decideByLink, guestBody, openLink } from '../../core/features/approvals/door.ts';
import { operationsFor } from '../../core/features/registry.ts';
import type { Operation } from '../../core/operations/operation.ts';
import type { ServicePorts } from '../../core/operations/ports.ts';
import { unkeyed } from '../../core/records/once.ts';
import type { Respond } from '../http/reply.ts';
import type { Service } from '../http/route.ts';
import type { AppEnv } from '../http/settings.ts';
import { posting } from './people.ts';

const MOST_SHOWN = 10;

/**
 * For a person with a link to one plan (core/features/approvals/links.ts). The link is all there
 * is: no session, no cookie.
 */
export function mountGuests(app: Hono<AppEnv>, service: Service, respond: Respond): void {
  const { ports, refusals } = service;
  const operations = operationsFor(Object.values(ports.platforms), ports.features);
  const known = new Map(operations.map((each) => [each.name, each]));
  posting(
    app,
    service,
    respond,
  )('/dashboard/approval', async (request, body, reply) => {
    const { token, decision, name, comment } = parseRequest(guestBody, body);
    const opener = {
      address: reply.address(),
      agent: request.headers.get('user-agent') ?? undefined,
    };
    try {
      if (decision === undefined) {
        const {
          companyId,
          operations: steps,
          ...plan
        } = await openLink(ports, known, token, opener);
        return {
          ...plan,
          previews: await previewsOf(ports, known.get('previews.launch'), companyId, steps),
        };
      }
      if (name === undefined)
        throw breaks('name', 'missing_field', 'Give your name: it is kept with your decision.');
      return await decideByLink(ports, known, token, { decision, name, comment, ...opener });
    } catch (error) {
      if (error instanceof SlipwayError && error.code === 'unauthorized')
        refusals.count(reply.address(), reply.headers);
      throw error;
    }
  });
}

type Steps = readonly {
  readonly operation: string;
  readonly input: { readonly [name: string]: unknown };
}[];

/** How the ads of a plan will look; without a picture where a file is gone. */
async function previewsOf(
  ports: ServicePorts,
  previews: Operation | undefined,
  companyId: string,
  steps: Steps,
) {
  const none = { data: [], total: 0 };
  const [launch] = steps.filter(({ operation }) => operation === 'launch');
  if (launch === undefined || previews === undefined) return none;
  const { planDigest: _, ...input } = launch.input;
  const onceFor = async () => unkeyed(ports.store);
  const call = {
    subject: undefined,
    input,
    options: { limit: MOST_SHOWN },
    once: await onceFor(),
    onceFor,
  };
  // The link was made by one who may see the plan: it shows what is in it, and nothing else of the
  // company.
  const shown = await previews
    .run(ports, { companyId, keyId: 'link', scopes: ['read'] }, call)
    .catch(() => none);
  const { data, total } = shown as { readonly data: readonly object[]; readonly total: number };
  return { data, total };
}
