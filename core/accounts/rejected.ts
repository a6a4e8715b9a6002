const WORDS = ['DISAPPROVED', 'REJECTED', 'AUDIT_DENY'];

/** Whether a platform's word for the state of an ad means rejection by its review. */
export const isRejected = (effectiveStatus: string): boolean => {
  const word = effectiveStatus.toUpperCase();
  return WORDS.some((each) => word.includes(each));
};
