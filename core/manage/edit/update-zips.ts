import type { Actor } from '../../access/caller.ts';
import { whileHeld } from '../../accounts/access.ts';
import { offeredGroup } from '../../accounts/capabilities.ts';
import { PlatformError } from '../../base/errors.ts';
import { breaks, refuseFaults } from '../../base/refusal.ts';
import { sentName } from '../../base/schema/aliases.ts';
import { type Once, type Steps, unkeyed } from '../../records/once.ts';
import { type ManagePorts, type Opened, openToChange } from '../open-account.ts';
import type { UpdateZipsRequest, UpdateZipsResponse } from '../schema/edit.ts';
import { readOne } from './entities.ts';
import { keepNarrowed, narrowedCountries } from './narrowed.ts';
import { traced } from './trace.ts';

export async function updateZips(
  ports: ManagePorts,
  caller: Actor,
  request: UpdateZipsRequest,
  once: Once = unkeyed(ports.store),
): Promise<UpdateZipsResponse> {
  const { country = 'US' } = request;
  const { keys, invalid } = readCodes(request.zips, country);
  if (keys.length === 0) {
    const message = `None of these is a postal code of ${country}. Give codes like US:94304, or name their country.`;
    throw breaks(sentName(request, 'zips'), 'no_valid_zip', message);
  }
  return once.inSteps<Counts, UpdateZipsResponse>(async (steps) => {
    const account = whileHeld(await openToChange(ports, caller, request, 'edit'), steps.isHeld);
    const counts = await changeZips(ports, caller, request, { keys, account, steps });
    const answer: UpdateZipsResponse = { success: true, adSetId: request.adSetId, ...counts, invalid };
    await steps.conclude(answer, []);
    return answer;
  });
}

type Counts = Pick<UpdateZipsResponse, 'zipCount' | 'added' | 'removed' | 'warnings'>;

interface ZipChange {
  readonly keys: readonly string[];
  readonly account: Opened<'edit'>;
  readonly steps: Steps<Counts, UpdateZipsResponse>;
}

/** From wherever the ad set stands: a repetition finds it as wanted or takes it there. */
async function changeZips(
  ports: ManagePorts,
  caller: Actor,
  request: UpdateZipsRequest,
  { keys, account, steps }: ZipChange,
): Promise<Counts> {
  const { adSetId, mode = 'replace' } = request;
  const adSet = await readOne(account, request, { type: 'adset', id: adSetId, field: 'adSetId' });
  if (adSet.status === 'DELETED' || adSet.status === 'ARCHIVED')
    refuseFaults([
      { path: sentName(request, 'adSetId'), code: 'gone', message: `This ad set is ${adSet.status.toLowerCase()}.` },
    ]);

  const location = offeredGroup(account.platform, 'location', sentName(request, 'accountId'));
  const id = `${account.key} ${adSetId}`;
  const kept = await narrowedCountries(ports.store, caller.companyId, id);
  const changed = location.withZips(adSet.targeting ?? {}, keys, mode, kept);
  if (changed === undefined) {
    const message = 'That would leave the ad set without any place. Name others first, or replace the codes.';
    throw breaks(sentName(request, 'zips'), 'no_geo', message);
  }
  const [had, has] = [new Set(changed.had), new Set(changed.has)];
  const added = [...has].filter((key) => !had.has(key)).length;
  const removed = [...had].filter((key) => !has.has(key)).length;
  const counts = steps.begun ?? { zipCount: has.size, added, removed };
  if (added === 0 && removed === 0 && mode !== 'replace') return counts;
  const change = {
    action: 'adset.zips',
    subject: adSetId,
    adAccountId: account.access.adAccountId,
    before: { zips: had.size },
    after: { zips: has.size, added, removed, mode },
  };
  // Before the platform is asked, so that a lost answer loses nothing of what was there.
  const narrowed = changed.narrowed ?? [];
  await keepNarrowed(ports.store, caller.companyId, id, [...new Set([...kept, ...narrowed])]);
  const at = { missing: sentName(request, 'adSetId'), fields: { targeting: sentName(request, 'zips') } };
  await traced(ports, caller, { change, at, progress: counts, steps }, async () => {
    const [result] = await location.set(account.access, [{ adSetId, targeting: changed.targeting }]);
    if (result?.failure !== undefined) throw new PlatformError(result.failure);
  });
  await keepNarrowed(ports.store, caller.companyId, id, narrowed);
  return narrowed.length === 0 ? counts : { ...counts, warnings: [narrowedWarning(sentName(request, 'zips'), narrowed)] };
}

const narrowedWarning = (path: string, countries: readonly string[]) => ({
  path,
  code: 'country_narrowed',
  message: `The ad set targeted all of ${countries.join(', ')}; it now targets these postal codes there instead. Removing all of them targets the whole again.`,
});

function zipKey(code: string, country: string): string {
  const key = code.replace(/\s+/g, '').toUpperCase();
  return /^[A-Z]{2}:/.test(key) ? key : `${country}:${key}`;
}

/** Where known for sure; elsewhere two to ten letters and digits. */
const shapes: { readonly [country: string]: RegExp } = {
  US: /^\d{5}$/,
  DE: /^\d{5}$/,
  FR: /^\d{5}$/,
  CA: /^[A-Z]\d[A-Z](\d[A-Z]\d)?$/,
  GB: /^[A-Z]{1,2}\d[A-Z\d]?(\d[A-Z]{2})?$/,
  AU: /^\d{4}$/,
};

function readCodes(codes: readonly string[], country: string): { keys: string[]; invalid: string[] } {
  const keys = new Set<string>();
  const invalid: string[] = [];
  for (const sent of codes) {
    // Spreadsheets drop the leading zero of American codes, which also have a longer form.
    const padded = /^\d{4}$/.test(sent) && country === 'US' ? `0${sent}` : sent.replace(/^(\d{5})-\d{4}$/, '$1');
    const key = zipKey(padded.replace(/-/g, ''), country);
    const [prefix = '', code = ''] = key.split(':');
    if ((shapes[prefix] ?? /^[A-Z\d]{2,10}$/).test(code)) keys.add(key);
    else invalid.push(sent);
  }
  return { keys: [...keys], invalid };
}
