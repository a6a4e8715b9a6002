/** For queues whose jobs are queued again by what needs them next. */
export const nothingWaits = async (): Promise<undefined> => undefined;

/** Said of work that the operator of a service gave up. */
export const DROPPED = 'The service failed at it again and again, and its operator ended it. Ask for it again.';
