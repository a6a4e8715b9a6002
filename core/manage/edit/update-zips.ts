import type { Actor } from '../../access/caller.ts';
import { offeredGroup } from '../../accounts/capabilities.ts';
import { PlatformError } from '../../base/errors.ts';
import { breaks, refuseFaults } from '../../base/refusal.ts';
import { sentName } from '../../base/schema/aliases.ts';
import type { EntityFacts } from '../../ports/platform-reads.ts';
import type { Once } from '../../records/once.ts';
import { changeOnce } from '../change/change.ts';
import type { Changing } from '../change/changing.ts';
import { type ManagePorts, type Opened, openToChange } from '../open-account.ts';
import type { UpdateZipsRequest, UpdateZipsResponse } from '../schema/edit.ts';
import { readOne } from './entities.ts';
import { keepNarrowed, narrowedCountries } from './narrowed.ts';

type Counts = Pick<UpdateZipsResponse, 'zipCount' | 'added' | 'removed'>;
/** `narrowed`: countries that these codes stand for now. */
type Own = Counts & { readonly narrowed?: readonly string[] };

export async function updateZips(
  ports: ManagePorts,
  caller: Actor,
  request: UpdateZipsRequest,
  once?: Once,
): Promise<UpdateZipsResponse> {
  const codes = readCodes(request.zips, request.country ?? 'US');
  if (codes.keys.length === 0) {
    const message = `None of these is a postal code of ${request.country ?? 'US'}. Give codes like US:94304, or name their country.`;
    throw breaks(sentName(request, 'zips'), 'no_valid_zip', message);
  }
  return changeOnce(ports, caller, () => placing(ports, caller, request, codes), once);
}

/** From wherever the ad set stands: a repetition finds it as wanted or takes it there. */
async function placing(
  ports: ManagePorts,
  caller: Actor,
  request: UpdateZipsRequest,
  { keys, invalid }: ReturnType<typeof readCodes>,
): Promise<Changing<Own, UpdateZipsResponse, Opened<'edit'>>> {
  const { adSetId, mode = 'replace' } = request;
  const opened = await openToChange(ports, caller, request, 'edit');
  const location = offeredGroup(opened.platform, 'location', sentName(request, 'accountId'));
  const path = sentName(request, 'zips');
  const keptId = `${opened.key} ${adSetId}`;
  const wanted = async (account: Opened<'edit'>) => {
    const adSet = await readOne(account, request, { type: 'adset', id: adSetId, field: 'adSetId' });
    refuseGone(adSet, sentName(request, 'adSetId'));
    const kept = await narrowedCountries(ports.store, caller.companyId, keptId);
    const changed = location.withZips(adSet.targeting ?? {}, keys, mode, kept);
    if (changed === undefined) {
      const message =
        'That would leave the ad set without any place. Name others first, or replace the codes.';
      throw breaks(path, 'no_geo', message);
    }
    const {
      had,
      has,
      targeting,
      narrowed = [],
    } = { ...changed, had: new Set(changed.had), has: new Set(changed.has) };
    const added = [...has].filter((key) => !had.has(key)).length;
    const removed = [...had].filter((key) => !has.has(key)).length;
    return {
      adSet,
      kept,
      targeting,
      narrowed,
      had: had.size,
      counts: { zipCount: has.size, added, removed },
    };
  };
  let drawn: Awaited<ReturnType<typeof wanted>> | undefined;
  return {
    account: opened,
    inTurn: false,
    at: { missing: sentName(request, 'adSetId'), fields: { targeting: path } },
    async draw(account, former) {
      drawn = await wanted(account);
      const { adSet, counts, had, narrowed } = drawn;
      const { zipCount: zips, added, removed } = counts;
      const own = { ...(former ?? counts), ...(narrowed.length > 0 && { narrowed }) };
      const isAsWanted = added === 0 && removed === 0 && mode !== 'replace';
      const step = { id: adSetId, type: 'adset' as const, name: adSet.name, action: 'adset.zips' };
      return {
        steps: isAsWanted
          ? []
          : [{ ...step, before: { zips: had }, after: { zips, added, removed, mode } }],
        own,
      };
    },
    async send(account) {
      const { kept, narrowed, targeting } = drawn ?? (await wanted(account));
      const keep = (countries: readonly string[]) =>
        keepNarrowed(ports.store, caller.companyId, keptId, countries);
      // Before the platform is asked, so that a lost answer loses nothing of what was there.
      await keep([...new Set([...kept, ...narrowed])]);
      const [result] = await location.set(account.access, [{ adSetId, targeting }]);
      if (result?.failure !== undefined) throw new PlatformError(result.failure);
      await keep(narrowed);
      return [{ id: adSetId }];
    },
    async look(account) {
      const { added, removed } = (await wanted(account)).counts;
      return [added === 0 && removed === 0 ? 'after' : 'before'];
    },
    async answer({ steps, own: { narrowed = [], zipCount, added, removed } }) {
      const warned = steps.length > 0 &&
        narrowed.length > 0 && { warnings: [narrowedWarning(path, narrowed)] };
      return { answer: { success: true, adSetId, zipCount, added, removed, ...warned, invalid } };
    },
  };
}

function refuseGone({ status }: EntityFacts, path: string): void {
  if (status !== 'DELETED' && status !== 'ARCHIVED') return;
  refuseFaults([{ path, code: 'gone', message: `This ad set is ${status.toLowerCase()}.` }]);
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

function readCodes(
  codes: readonly string[],
  country: string,
): { keys: string[]; invalid: string[] } {
  const keys = new Set<string>();
  const invalid: string[] = [];
  for (const sent of codes) {
    // Spreadsheets drop the leading zero of American codes, which also have a longer form.
    const padded =
      /^\d{4}$/.test(sent) && country === 'US' ? `0${sent}` : sent.replace(/^(\d{5})-\d{4}$/, '$1');
    const key = zipKey(padded.replace(/-/g, ''), country);
    const [prefix = '', code = ''] = key.split(':');
    if ((shapes[prefix] ?? /^[A-Z\d]{2,10}$/).test(code)) keys.add(key);
    else invalid.push(sent);
  }
  return { keys: [...keys], invalid };
}
