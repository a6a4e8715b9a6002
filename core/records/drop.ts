/** For queues whose jobs are asked for again by what needs them next. */
export const nothingWaits = async (): Promise<undefined> => undefined;

/** What is said of work that the operator of a service gave up. */
export const DROPPED = 'The service failed at it again and again, and its operator ended it. Ask for it again.';
