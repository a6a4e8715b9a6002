/** Why events are uncertain that no answer came for: what keeps them from being sent again. */
export const uncertainCauses = ['not_deduplicated', 'window_over', 'connection_lost', 'dropped'] as const;
export type UncertainCause = (typeof uncertainCauses)[number];
