import * as v from 'valibot';
import { SlipwayError } from '../../../../core/base/errors.ts';
import { breaks } from '../../../../core/base/refusal.ts';
import type { PublicFetch } from '../../../../core/ports/media-files.ts';
import type { Secrets } from '../../../../core/ports/secrets.ts';
import { SYSTEM } from '../../../../core/ports/store.ts';

/** A program that asks to be let in, by what it says of itself. */
interface Client {
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
}

const PURPOSE = { companyId: SYSTEM, use: 'program' } as const;
const PREFIX = 'client_';
const MOST_DOCUMENT_BYTES = 32 * 1024;

const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100));
const metadata = v.object({
  client_name: v.optional(name, 'A program without a name'),
  redirect_uris: v.pipe(
    v.array(
      v.pipe(
        v.string(),
        v.maxLength(500),
        v.check(
          (uri) => isRedirect(uri),
          'A redirect address must be https, http of this machine, or of an app with a dot in its scheme (com.example.app:/).',
        ),
      ),
    ),
    v.minLength(1),
    v.maxLength(10),
  ),
});

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
/**
 * A scheme of an app is a domain name turned round (RFC 8252, 7.1): those without a dot may belong
 * to the system.
 */
const OF_AN_APP = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+:$/;

/** Written as a browser writes it: `https:evil.example` reads like something else than it is. */
function isRedirect(uri: string): boolean {
  const url = URL.canParse(uri) ? new URL(uri) : undefined;
  if (url === undefined || url.hash !== '' || url.username !== '' || url.password !== '')
    return false;
  if (url.href !== uri && url.href !== `${uri}/`) return false;
  if (url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.includes(url.hostname)))
    return true;
  return OF_AN_APP.test(url.protocol) && uri.startsWith(`${url.protocol}/`);
}

/** Describes a new client: its id is the description, sealed. Throws `unprocessable_entity`. */
export async function registerClient(
  { secrets }: { readonly secrets: Secrets },
  given: unknown,
): Promise<Client> {
  const client = described(given);
  return { ...client, id: PREFIX + (await secrets.seal(JSON.stringify(client), PURPOSE)) };
}

/**
 * The client with an id. Undefined where it was not registered here and is no address of a
 * description.
 */
export async function clientOf(
  { secrets, publicFetch }: { readonly secrets: Secrets; readonly publicFetch: PublicFetch },
  id: string,
): Promise<Client | undefined> {
  try {
    if (isAddress(id)) return { ...(await describedAt(publicFetch, id)), id };
    if (!id.startsWith(PREFIX)) return undefined;
    return {
      ...(JSON.parse(await secrets.open(id.slice(PREFIX.length), PURPOSE)) as Omit<Client, 'id'>),
      id,
    };
  } catch (error) {
    if (error instanceof SlipwayError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * A client id that is an address has a path, and names no other place (client id metadata
 * documents).
 */
function isAddress(id: string): boolean {
  const url = URL.canParse(id) ? new URL(id) : undefined;
  return (
    url?.protocol === 'https:' &&
    url.href === id &&
    url.pathname !== '/' &&
    url.hash === '' &&
    url.username === ''
  );
}

async function describedAt(publicFetch: PublicFetch, address: string): Promise<Omit<Client, 'id'>> {
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for await (const chunk of (await publicFetch.get(address)).chunks) {
    bytes += chunk.length;
    if (bytes > MOST_DOCUMENT_BYTES) throw unusable('The description of this program is too long.');
    text += decoder.decode(chunk, { stream: true });
  }
  const document = JSON.parse(text) as { readonly client_id?: unknown };
  if (document.client_id !== address)
    throw unusable('The description of this program names another client id.');
  return described(document);
}

function described(given: unknown): Omit<Client, 'id'> {
  const { success, output, issues } = v.safeParse(metadata, given);
  if (!success) throw unusable(issues[0].message);
  return { name: output.client_name, redirectUris: output.redirect_uris };
}

const unusable = (message: string) => breaks('', 'unknown_program', message);

/**
 * Whether a client may be sent to an address. On the person's own machine it may listen at any
 * port.
 */
export const mayRedirectTo = ({ redirectUris }: Client, uri: string): boolean =>
  isRedirect(uri) &&
  redirectUris.some(
    (known) => isSame(known, uri) || (isLoopback(known) && withoutPort(known) === withoutPort(uri)),
  );

const isSame = (one: string, other: string): boolean => new URL(one).href === new URL(other).href;

const isLoopback = (uri: string): boolean => new URL(uri).protocol === 'http:';

function withoutPort(uri: string): string {
  const url = new URL(uri);
  url.port = '';
  return url.href;
}

/** Where answers go, for people: an address of an app has a scheme of its own instead of a host. */
export function hostOfRedirect(uri: string): string {
  const { protocol, host } = new URL(uri);
  return protocol === 'https:' || protocol === 'http:' ? host : `${protocol}//${host}`;
}
