import type { Row } from '../../kit/json.ts';
import type { Params } from '../../kit/params.ts';

/** Readable and not writable. All else is sent back: a write loses what it leaves out. */
const readOnly: readonly string[] = [
  ...['created_at', 'updated_at', 'created_by_app_id', 'created_by_user', 'last_updated_by_app_id', 'last_updated_by_user'],
  ...['delivery_status', 'review_status', 'review_status_reasons', 'review_status_details', 'effective_status', 'creation_state'],
  ...['targeting_reach_status', 'delivery_properties_version', 'packaging_status', 'semantic_id', 'render_type', 'deleted'],
];

export function writable(row: Row): Params {
  const isKept = ([field, value]: readonly [string, unknown]): boolean =>
    !readOnly.includes(field) &&
    value !== undefined &&
    value !== null &&
    // New ad squads have this instead of the old placement.
    !(field === 'placement' && value === 'UNSUPPORTED');
  return Object.fromEntries(Object.entries(row).filter(isKept));
}
