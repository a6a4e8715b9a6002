const WORDS = ['DISAPPROVED', 'REJECTED', 'AUDIT_DENY'];

/** Whether a platform's own word for the state of an ad says that its review refused it. */
export const isRejected = (effectiveStatus: string): boolean => {
  const word = effectiveStatus.toUpperCase();
  return WORDS.some((each) => word.includes(each));
};
