export const nothingWaits = async (): Promise<undefined> => undefined;

export const DROPPED =
  'The service failed at it again and again, and its operator ended it. Ask for it again.';
