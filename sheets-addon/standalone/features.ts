import { alone as adCopy } from '../../core/features/ad-copy/door.ts';
import { checks } from '../../core/features/checks/feature.ts';
import { alone as connections } from '../../core/features/connections/door.ts';
import { alone as launch } from '../../core/features/launch/door.ts';
import { alone as leads } from '../../core/features/leads/door.ts';
import { alone as library } from '../../core/features/library/door.ts';
import { alone as manage } from '../../core/features/manage/door.ts';
import { alone as naming } from '../../core/features/naming/door.ts';
import { alone as presets } from '../../core/features/presets/door.ts';
import { repeats } from '../../core/features/repeats/feature.ts';
import { alone as reports } from '../../core/features/reports/door.ts';
import { alone as rowClaims } from '../../core/features/row-claims/door.ts';
import { tracking } from '../../core/features/tracking/feature.ts';
import { alone as utm } from '../../core/features/utm/door.ts';
import type { Alone } from '../../core/operations/feature.ts';

/** The features that a spreadsheet without a server has, in the order of the service. */
export const features: readonly Alone[] = [
  launch,
  repeats,
  tracking,
  checks,
  rowClaims,
  manage,
  library,
  reports,
  leads,
  connections,
  presets,
  adCopy,
  naming,
  utm,
];
