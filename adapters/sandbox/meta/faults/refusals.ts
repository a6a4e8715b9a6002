import { refusals } from '../graph/refusals.ts';
import type { LibraryFault } from './kinds.ts';

/** Refusals by subcode at their edges, as `refuse-<subcode>`: without a reason, like the platform's changes of mind. */
const places: readonly (readonly [family: number, path: string, subcodes: readonly number[]])[] = [
  [3, '/{id}', [1487632]],
  [8, '*/adcreatives', [3858258]],
  [
    10,
    '*/adcreatives',
    [
      1443226, 1443048, 2061015, 1487390, 2446173, 1815629, 1885878, 1815199, 2446149, 3858504, 3858082, 2490085, 1373054,
      1815630, 2875030, 3867105, 1885557, 2490155, 2446289, 2446388, 1487202, 1487472, 3858355, 2446580,
    ],
  ],
  [10, '/{id}', [1815573]],
  [11, '*/campaigns', [4834011, 4834002, 4834005, 4834009, 2446307]],
  [11, '/{id}', [4834006]],
  [
    12,
    '*/adsets',
    [
      1870227, 1870188, 1870189, 1870196, 1870247, 2490392, 1885621, 1885272, 1885650, 2238055, 1487094, 1487033, 3858152,
      2446509, 1487929, 2490487, 1870199, 1815946, 1815433, 2641, 2695,
    ],
  ],
  [12, '/{id}', [3260011, 1815198]],
  [13, '*/ads', [1885998, 1885154, 1885029, 1885800, 1487225, 2446493, 1885392, 2446383]],
  [13, '/{id}', [1487007, 2490427, 2490468, 1340029, 1885088]],
  [14, '*/copies', [1885194, 1634013, 3390001, 3858079, 3858081]],
  [16, '/{id}', [1487056, 1487566, 1487990]],
  [18, '*/insights', [1487534, 1504018]],
];

/** Reports are read by both methods; one subcode refuses deletions only. */
function methodOf(family: number, subcode: number): Pick<LibraryFault, 'method'> {
  if (family === 18) return {};
  return { method: subcode === 1340029 ? 'DELETE' : 'POST' };
}

export const refusalFaults: { readonly [name: string]: LibraryFault } = Object.fromEntries(
  places.flatMap(([family, path, subcodes]) =>
    subcodes.map((subcode) => {
      const [code = 100, title = '', userMessage = ''] = refusals[subcode] ?? [];
      const fault: LibraryFault = {
        family,
        what: title,
        effect: 'none',
        refusal: { code, subcode, title, userMessage },
        path,
        ...methodOf(family, subcode),
      };
      return [`refuse-${subcode}`, fault] as const;
    }),
  ),
);
