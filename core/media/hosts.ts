import { auditWrite } from '../access/audit.ts';
import { type Actor, isModel } from '../access/caller.ts';
import { SlipwayError } from '../base/errors.ts';
import type { Preview } from '../gate/preview.ts';
import type { Clock } from '../ports/clock.ts';
import type { FetchedFile, PublicFetch } from '../ports/media-files.ts';
import type { Secrets } from '../ports/secrets.ts';
import { kind, type Store } from '../ports/store.ts';
import { changeDocument } from '../records/change.ts';
import { parseMediaUrl } from './filename.ts';
import type { ImportRequest } from './import/schema.ts';

/**
 * Hosts that a company asks for files. People and programs ask any; the hosts they ask are written down. Models ask
 * those alone: what stands in an address leaves with it, and no person has seen that.
 */
interface KnownHostsRecord {
  /** `name` or `name:port`, in small letters; the latest last. */
  readonly hosts: readonly string[];
}

export const knownHostsKind = kind<KnownHostsRecord>('known-hosts');

/** Hosts of one company. Beyond them the oldest are forgotten: models then wait for a person again. */
const MOST_HOSTS = 1_000;

const ID = 'hosts';
/** Hosts that one line names. */
const MOST_NAMED = 10;

interface HostPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly secrets: Secrets;
}

export const readHosts = async ({ store }: Pick<HostPorts, 'store'>, companyId: string): Promise<readonly string[]> =>
  (await store.get(knownHostsKind, companyId, ID))?.doc.hosts ?? [];

/** Puts a list in the place of the one there is. */
export async function setHosts(ports: HostPorts, caller: Actor, hosts: readonly string[]): Promise<readonly string[]> {
  const distinct = [...new Set(hosts.map((host) => host.toLowerCase()))];
  await changeDocument(ports.store, knownHostsKind, caller.companyId, ID, (current) => {
    const details = { before: [...(current?.doc.hosts ?? [])], after: distinct };
    return { doc: { hosts: distinct }, also: [auditWrite(ports, caller, 'media.set-hosts', ID, details)] };
  });
  return distinct;
}

/** Writes down that a company asks these hosts. */
export async function noteHosts(ports: HostPorts, caller: Actor, asked: readonly string[]): Promise<void> {
  if (asked.length === 0 || isModel(caller)) return;
  const known = await readHosts(ports, caller.companyId);
  const added = [...new Set(asked)].filter((host) => !known.includes(host));
  if (added.length === 0) return;
  await changeDocument(ports.store, knownHostsKind, caller.companyId, ID, (current) => {
    const before = current?.doc.hosts ?? [];
    const fresh = added.filter((host) => !before.includes(host));
    return {
      doc: { hosts: [...before, ...fresh].slice(-MOST_HOSTS) },
      also: fresh.length === 0 ? [] : [auditWrite(ports, caller, 'media.ask-hosts', ID, { added: fresh })],
    };
  });
}

/**
 * The host of an address, as it is written down; undefined where the address is not written so plainly that any reader
 * finds the same host in it.
 */
export function hostOf(address: string): string | undefined {
  const [, scheme = '', name, port] = /^(https?):\/\/([a-z\d.-]+)(?::(\d{1,5}))?(?=[/?#]|$)/i.exec(address.trim()) ?? [];
  if (name === undefined) return undefined;
  const usual = scheme.toLowerCase() === 'https' ? '443' : '80';
  return `${name.toLowerCase()}${port === undefined || port === usual ? '' : `:${port}`}`;
}

/**
 * Decides whether an address may be asked for this caller, wherever one is about to be: throws `unprocessable_entity`
 * (`unknown_host`) where a model names a host that the company has not asked before.
 */
export function askFor(
  ports: Pick<HostPorts, 'store'>,
  caller: Actor,
  usualPath = 'url',
): (host: string, path?: string) => Promise<void> {
  let known: Promise<readonly string[]> | undefined;
  return async (host, path = usualPath) => {
    if (!isModel(caller)) return;
    known ??= readHosts(ports, caller.companyId);
    if (!(await known).includes(host)) throw unknownHost(host, path);
  };
}

/** The same for addresses that are asked later. Those of our own are read here, and asked nowhere. */
export async function refuseUnknown(
  ports: Pick<HostPorts, 'store'> & { readonly publicUrl: string },
  caller: Actor,
  addresses: readonly { readonly address: string; readonly path?: string }[],
): Promise<void> {
  const ask = askFor(ports, caller);
  for (const { address, path } of addresses)
    if (parseMediaUrl(ports.publicUrl, address) === undefined) await ask(hostOf(address) ?? address.slice(0, 100), path);
}

/** Fetches a file for a caller, if every host on the way may be asked. */
export async function fetchFor(
  ports: HostPorts & { readonly publicFetch: PublicFetch; readonly publicUrl: string },
  caller: Actor,
  address: string,
): Promise<FetchedFile> {
  await refuseUnknown(ports, caller, [{ address }]);
  const ask = askFor(ports, caller);
  const first = hostOf(address);
  const asked = new Set(first === undefined ? [] : [first]);
  const file = await ports.publicFetch.get(address, async (host) => {
    await ask(host);
    asked.add(host);
  });
  await noteHosts(ports, caller, [...asked]);
  return file;
}

/**
 * What fetching these would be, for the person who approves it. Throws where a model sends more than a path to a host
 * that the company does not know.
 */
export async function previewFetch(
  ports: Pick<HostPorts, 'store'> & { readonly publicUrl: string },
  caller: Actor,
  { urls = [], drive, dropbox }: ImportRequest,
): Promise<Preview> {
  const shared = dropbox?.sharedLink === undefined ? [] : [dropbox.sharedLink];
  const addresses = [...urls, ...shared].filter((url) => parseMediaUrl(ports.publicUrl, url) === undefined);
  const more = addresses.filter((url) => /[?#]/.test(url));
  await refuseUnknown(
    ports,
    caller,
    more.map((address) => ({ address })),
  );
  const hosts = [...new Set(addresses.map((url) => hostOf(url) ?? url.slice(0, 100)))];
  const folders = [...(drive ? ['a folder of Drive'] : []), ...(dropbox?.path === undefined ? [] : ['a folder of Dropbox'])];
  const named = [...hosts.slice(0, MOST_NAMED), ...folders].join(', ');
  const others = hosts.length > MOST_NAMED ? ` and ${hosts.length - MOST_NAMED} more hosts` : '';
  const what =
    urls.length === 1 && addresses.length === 1
      ? `the file ${addresses[0]?.slice(0, 300)}`
      : `${addresses.length || 'the'} files`;
  return {
    ...{ guards: [], moneyAtStake: [], startsDelivering: false },
    summary: `Fetch ${what} from ${named}${others} into the library`,
  };
}

function unknownHost(host: string, path: string): SlipwayError {
  const message = `${host} is no host that this company has fetched files from. A model's address is not asked there before a person agrees: plan media.uploadUrl and have it approved, or have an admin add the host (PUT /v1/media/hosts).`;
  return new SlipwayError('unprocessable_entity', message, {
    details: [{ path, code: 'unknown_host', message, hint: 'ask-admin' }],
  });
}
