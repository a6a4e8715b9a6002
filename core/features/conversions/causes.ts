/** Why unanswered events are not sent again. */
export const uncertainCauses = ['not_deduplicated', 'window_over', 'connection_lost', 'dropped'] as const;
export type UncertainCause = (typeof uncertainCauses)[number];
