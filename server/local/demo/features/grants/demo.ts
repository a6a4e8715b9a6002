import { createHash, randomBytes } from 'node:crypto';
import type { DemoPart, House } from '../../part.ts';

const BACK = 'https://assistant.example/back';

/** Connects an assistant as a person does: it registers, they allow it, it redeems the code. */
async function connectProgram({ client, url }: House): Promise<void> {
  const registered = await fetch(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Planning assistant', redirect_uris: [BACK] }),
  });
  const { client_id } = (await registered.json()) as { readonly client_id: string };
  const code_verifier = randomBytes(32).toString('base64url');
  const question = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri: BACK,
    scope: 'read plan',
    code_challenge_method: 'S256',
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
  });
  const asked = await fetch(`${url}/oauth/authorize?${question}`, { redirect: 'manual' });
  const request = asked.headers.get('location')?.split('#/connect/')[1] ?? '';
  const { redirect } = await client.grants.allow({
    request,
    decision: 'allow',
    may: ['read', 'plan'],
  });
  const code = new URL(redirect).searchParams.get('code') ?? '';
  const redeemed = {
    grant_type: 'authorization_code',
    code,
    client_id,
    redirect_uri: BACK,
    code_verifier,
  };
  await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(redeemed) });
}

export const demo: DemoPart = { furnish: connectProgram };
