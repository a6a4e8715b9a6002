import type { Context } from 'hono';
import type { Envelope } from '../http/errors.ts';
import type { Reply } from '../http/reply.ts';
import type { AppEnv } from '../http/settings.ts';
export type Respond = (
  c: Context<AppEnv>,
  where: { readonly label: string; readonly envelope: Envelope },
  work: (reply: Reply) => Promise<Response>,
) => Promise<Response>;
