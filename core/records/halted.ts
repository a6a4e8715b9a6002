import * as v from 'valibot';

export const halted = v.pipe(
  v.object({ since: v.string(), message: v.string(), fix: v.string() }),
  v.description(
    'The service failed at it for more than a day. Nothing is lost: it goes on once its operator puts the job back.',
  ),
);

export type Halted = v.InferOutput<typeof halted>;
