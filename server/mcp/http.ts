import type { Context, Hono } from 'hono';
import type { Caller } from '../../core/access/caller.ts';
import { SlipwayError } from '../../core/base/errors.ts';
import { optionalPart } from '../../core/base/optional-part.ts';
import { type Operations, operationsFor } from '../../core/features/registry.ts';
import {
  type CallOptions,
  groupedByName,
  type Operation,
} from '../../core/operations/operation.ts';
import type { ServicePorts } from '../../core/operations/ports.ts';
import { allow } from '../http/allowance.ts';
import { identified } from '../http/auth.ts';
import { type Respond, whoOf } from '../http/reply.ts';
import type { Service } from '../http/route.ts';
import type { AppEnv } from '../http/settings.ts';
import { invoke } from '../invoke.ts';
import { VERSION } from '../version.ts';
import type { Asked, StateCodec } from './apply-tool.ts';
import { resourceOf } from './feature.ts';
import { programs } from './features/registry.ts';
import type { McpSession } from './tool.ts';

const MOST_BYTES = 4 * 1024 * 1024;
const STATE_MS = 15 * 60_000;

/** MCP over streamable HTTP at /mcp: the same keys, limits and operations as the API. */
export function mountMcp(app: Hono<AppEnv>, service: Service, respond: Respond): void {
  const { ports, settings } = service;
  const operations = operationsFor(Object.values(ports.platforms), ports.features);
  // Loaded by the first request that needs it.
  let loading: Promise<ReturnType<typeof openHandler>> | undefined;
  const opened = () => {
    loading ??= optionalPart('MCP', () => import('@modelcontextprotocol/server')).then(
      async (sdk) => openHandler(sdk, (await import('./server.ts')).createMcpServer),
    );
    return loading;
  };
  const openHandler = (
    sdk: typeof import('@modelcontextprotocol/server'),
    createMcpServer: typeof import('./server.ts').createMcpServer,
  ) => {
    const handler = sdk.createMcpHandler(
      ({ authInfo }) =>
        createMcpServer({
          ...(authInfo?.extra?.parts as Pick<
            Parameters<typeof createMcpServer>[0],
            'session' | 'codec'
          >),
          version: VERSION,
          log: ports.log,
        }),
      {
        maxRequestBodySize: MOST_BYTES,
        onerror: (error) => ports.log.debug('mcp.refused', { error: error.message }),
      },
    );
    settings.ending?.addEventListener('abort', () => void handler.close());
    return { handler, originRefusal: sdk.originValidationResponse };
  };

  // A person decides about a program on a page of the dashboard.
  const admitted =
    settings.dashboard !== undefined && ports.features.some(({ name }) => name === 'grants')
      ? programs
      : undefined;
  admitted?.mount(app, service, respond);
  app.all('/mcp', (c: Context<AppEnv>) =>
    respond(c, { label: '/mcp', envelope: 'v1' }, async (reply) => {
      const request = c.req.raw;
      // Keys and tokens alone: browsers send the session of the dashboard with requests of any
      // page.
      const presented = {
        authorization: request.headers.get('authorization') ?? undefined,
        resource: resourceOf(ports),
      };
      const caller = await identified(service, presented, reply).catch((error: unknown) => {
        const isUnknown = error instanceof SlipwayError && error.code === 'unauthorized';
        if (isUnknown && admitted !== undefined)
          reply.headers.set(
            'WWW-Authenticate',
            admitted.challengeOf(ports, presented.authorization !== undefined),
          );
        throw error;
      });
      reply.who = whoOf(caller);
      const count = (use: 'read' | 'write') => allow(service, caller, use, reply.headers);
      await count('read');
      c.env?.keepOpen?.();
      const { handler, originRefusal } = await opened();
      const refused = originRefusal(request, [hostOf(ports.publicUrl), '127.0.0.1', 'localhost']);
      if (refused !== undefined) return reply.raw(refused);
      const session = sessionOf(ports, caller, operations, () => count('write'));
      const parts = { session, codec: codecOf(ports, caller) };
      const authInfo = {
        token: '',
        clientId: caller.keyId,
        scopes: [...caller.scopes],
        extra: { parts },
      };
      return reply.raw(await handler.fetch(request, { authInfo }));
    }),
  );
}

/** The operations of a caller; each that writes counts like a request that does. */
function sessionOf(
  ports: ServicePorts,
  caller: Caller,
  operations: ReturnType<typeof operationsFor>,
  countWrite: () => Promise<void>,
): McpSession {
  const call = (operation: Operation) => async (input?: unknown, options?: CallOptions) => {
    if (operation.effects !== 'reads') await countWrite();
    return invoke(ports, operation, { ...caller, door: 'mcp' }, { input, ...options });
  };
  return {
    api: groupedByName(operations, call) as unknown as Operations,
    scopes: caller.scopes,
    mayApprove: caller.grant === undefined,
    operations,
    publicUrl: ports.publicUrl,
  };
}

/**
 * Sealed with the service's secret and bound to company, key and program: any process of the
 * service can open it.
 */
function codecOf(
  { secrets, clock }: ServicePorts,
  { companyId, keyId: holder, grant }: Caller,
): StateCodec {
  const keyId = grant?.id ?? holder;
  const purpose = { companyId, use: 'mcp' } as const;
  return {
    mint: (asked) =>
      secrets.seal(JSON.stringify({ ...asked, keyId, until: clock.now() + STATE_MS }), purpose),
    async verify(sealed) {
      try {
        // What `open` gives back was written by `mint`.
        const state = JSON.parse(await secrets.open(sealed, purpose)) as Asked & {
          readonly keyId: string;
          readonly until: number;
        };
        return state.keyId === keyId && state.until > clock.now()
          ? { digest: state.digest }
          : undefined;
      } catch (error) {
        if (error instanceof SlipwayError || error instanceof SyntaxError) return undefined;
        throw error;
      }
    },
  };
}

const hostOf = (url: string): string => new URL(url).hostname;
