import type { Row } from '../../kit/json.ts';
import type { Params } from '../../kit/params.ts';

/** What can be read and not written. Everything else of an object is sent back: what a write leaves out is lost. */
const readOnly: readonly string[] = [
  ...['created_at', 'updated_at', 'created_by_app_id', 'created_by_user', 'last_updated_by_app_id', 'last_updated_by_user'],
  ...['delivery_status', 'review_status', 'review_status_reasons', 'review_status_details', 'effective_status', 'creation_state'],
  ...['targeting_reach_status', 'delivery_properties_version', 'packaging_status', 'semantic_id', 'render_type', 'deleted'],
];

/** An object as it is written back. */
export function writable(row: Row): Params {
  const isKept = ([field, value]: readonly [string, unknown]): boolean =>
    !readOnly.includes(field) &&
    value !== undefined &&
    value !== null &&
    // What ad squads of today have instead of the placement of old ones.
    !(field === 'placement' && value === 'UNSUPPORTED');
  return Object.fromEntries(Object.entries(row).filter(isKept));
}
