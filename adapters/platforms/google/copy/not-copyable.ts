/** One sentence: why the platform's own rules, or ours, keep it from being copied. */
export class NotCopyable extends Error {}
