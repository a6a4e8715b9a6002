export class NotCopyable extends Error {}
