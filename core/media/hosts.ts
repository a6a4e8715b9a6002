import { auditWrite } from '../access/audit.ts';
import { type Actor, isModel } from '../access/caller.ts';
import { SlipwayError } from '../base/errors.ts';
import type { Preview } from '../gate/preview.ts';
import type { FetchedFile, PublicFetch } from '../ports/media-files.ts';
import { kind } from '../ports/store.ts';
import type { WritePorts } from '../ports/write-ports.ts';
import { changeDocument } from '../records/change.ts';
import { parseMediaUrl } from './filename.ts';
import type { ImportRequest } from './import/schema.ts';

/**
 * Hosts that a company fetches files from. People and programs may ask any host, which is then
 * recorded. Models may ask recorded hosts only: an address can carry data out, and no person has
 * seen it.
 */
interface KnownHostsRecord {
  /** `name` or `name:port`, in small letters; the latest last. */
  readonly hosts: readonly string[];
}

export const knownHostsKind = kind<KnownHostsRecord>('known-hosts');

/** Beyond them the oldest are forgotten: models then wait for a person again. */
const MOST_HOSTS = 1_000;

const ID = 'hosts';
const MOST_NAMED = 10;

export const readHosts = async (
  { store }: Pick<WritePorts, 'store'>,
  companyId: string,
): Promise<readonly string[]> => (await store.get(knownHostsKind, companyId, ID))?.doc.hosts ?? [];

export async function setHosts(
  ports: WritePorts,
  caller: Actor,
  hosts: readonly string[],
): Promise<readonly string[]> {
  const distinct = [...new Set(hosts.map((host) => host.toLowerCase()))];
  await changeDocument(ports.store, knownHostsKind, {
    companyId: caller.companyId,
    id: ID,
    change: (current) => {
      const details = { before: [...(current?.doc.hosts ?? [])], after: distinct };
      return {
        doc: { hosts: distinct },
        also: [auditWrite(ports, caller, { action: 'media.set-hosts', subject: ID, details })],
      };
    },
  });
  return distinct;
}

export async function noteHosts(
  ports: WritePorts,
  caller: Actor,
  asked: readonly string[],
): Promise<void> {
  if (asked.length === 0 || isModel(caller)) return;
  const known = await readHosts(ports, caller.companyId);
  const added = [...new Set(asked)].filter((host) => !known.includes(host));
  if (added.length === 0) return;
  await changeDocument(ports.store, knownHostsKind, {
    companyId: caller.companyId,
    id: ID,
    change: (current) => {
      const before = current?.doc.hosts ?? [];
      const fresh = added.filter((host) => !before.includes(host));
      return {
        doc: { hosts: [...before, ...fresh].slice(-MOST_HOSTS) },
        also:
          fresh.length === 0
            ? []
            : [
                auditWrite(ports, caller, {
                  action: 'media.ask-hosts',
                  subject: ID,
                  details: { added: fresh },
                }),
              ],
      };
    },
  });
}

/** The host as recorded; undefined where readers could disagree about the host in the address. */
export function hostOf(address: string): string | undefined {
  const [, scheme = '', name, port] =
    /^(https?):\/\/([a-z\d.-]+)(?::(\d{1,5}))?(?=[/?#]|$)/i.exec(address.trim()) ?? [];
  if (name === undefined) return undefined;
  const usual = scheme.toLowerCase() === 'https' ? '443' : '80';
  return `${name.toLowerCase()}${port === undefined || port === usual ? '' : `:${port}`}`;
}

/**
 * A check to call before each fetch: throws `unprocessable_entity` (`unknown_host`) where a model
 * names a host that the company has not asked before.
 */
export function askFor(
  ports: Pick<WritePorts, 'store'>,
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

/** The same for addresses that are fetched later. Our own are never fetched. */
export async function refuseUnknown(
  ports: Pick<WritePorts, 'store'> & { readonly publicUrl: string },
  caller: Actor,
  addresses: readonly { readonly address: string; readonly path?: string }[],
): Promise<void> {
  const ask = askFor(ports, caller);
  for (const { address, path } of addresses)
    if (parseMediaUrl(ports.publicUrl, address) === undefined)
      await ask(hostOf(address) ?? address.slice(0, 100), path);
}

/** Fetches a file if the caller may ask every host on the way. */
export async function fetchFor(
  ports: WritePorts & { readonly publicFetch: PublicFetch; readonly publicUrl: string },
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
 * What fetching these means, for the approver. Throws where a model sends more than a path to an
 * unknown host.
 */
export async function previewFetch(
  ports: Pick<WritePorts, 'store'> & { readonly publicUrl: string },
  caller: Actor,
  { urls = [], drive, dropbox }: ImportRequest,
): Promise<Preview> {
  const shared = dropbox?.sharedLink === undefined ? [] : [dropbox.sharedLink];
  const addresses = [...urls, ...shared].filter(
    (url) => parseMediaUrl(ports.publicUrl, url) === undefined,
  );
  const more = addresses.filter((url) => /[?#]/.test(url));
  await refuseUnknown(
    ports,
    caller,
    more.map((address) => ({ address })),
  );
  const hosts = [...new Set(addresses.map((url) => hostOf(url) ?? url.slice(0, 100)))];
  const folders = [
    ...(drive ? ['a folder of Drive'] : []),
    ...(dropbox?.path === undefined ? [] : ['a folder of Dropbox']),
  ];
  const named = [...hosts.slice(0, MOST_NAMED), ...folders].join(', ');
  const others = hosts.length > MOST_NAMED ? ` and ${hosts.length - MOST_NAMED} more hosts` : '';
  const what =
    urls.length === 1 && addresses.length === 1
      ? `the file ${addresses[0]?.slice(0, 300)}`
      : `${addresses.length || 'the'} files`;
  return {
    guards: [],
    moneyAtStake: [],
    startsDelivering: false,
    summary: `Fetch ${what} from ${named}${others} into the library`,
  };
}

function unknownHost(host: string, path: string): SlipwayError {
  const message = `${host} is no host that this company has fetched files from. A model's address is not asked there before a person agrees: plan media.uploadUrl and have it approved, or have an admin add the host.`;
  return new SlipwayError('unprocessable_entity', message, {
    details: [{ path, code: 'unknown_host', message, hint: 'ask-admin' }],
  });
}
