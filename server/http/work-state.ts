/** Due work of one queue that no worker has taken for a minute. */
export interface WaitingWork {
  readonly queue: string;
  readonly reason: keyof typeof sentences;
  /** Counted up to some thousands. */
  readonly jobs: number;
  readonly since: number;
}

/** Work of one queue that failed too often and is tried no more until it is put back. */
export interface DeadWork {
  readonly queue: string;
  /** Counted up to a thousand. */
  readonly jobs: number;
  /** When the first of them died, milliseconds since 1970. */
  readonly since: number;
}

/** Work of one queue whose time has come and that no worker has yet. */
export interface DueWork {
  readonly queue: string;
  /** Counted up to some hundreds, of late ones up to some thousands. */
  readonly jobs: number;
  /** How long the oldest of them has waited. */
  readonly oldestMs: number;
}

export interface WorkState {
  /** How long the oldest job that is due has been waiting. */
  readonly oldestDueJobMs: number;
  readonly due: readonly DueWork[];
  readonly waiting: readonly WaitingWork[];
  readonly dead: readonly DeadWork[];
}

export interface WorkWatch {
  /** Looks, and logs what has changed since the last look. */
  look(): Promise<WorkState>;
}

/** What an operator can do. */
export const sentences = {
  no_worker:
    'No worker takes them: start one, or see in the log of the workers why they take nothing.',
  silent_worker: 'Their worker has stopped and no other has taken them over: start a worker.',
  unknown_queue:
    'This version does not know them, a newer one has left them behind: start that version to have them done.',
} as const;

export const sentenceOf = ({ queue, jobs, since, reason }: WaitingWork): string =>
  `${jobs} ${queue} ${jobs === 1 ? 'job waits' : 'jobs wait'} since ${new Date(since).toISOString()}. ${sentences[reason]}`;

export const deathSentenceOf = ({ queue, jobs, since }: DeadWork): string =>
  `${jobs} ${queue} ${jobs === 1 ? 'job' : 'jobs'} failed too often and ${jobs === 1 ? 'is' : 'are'} dead since ${new Date(since).toISOString()}. ${PUT_BACK}`;

const PUT_BACK = '`slipway jobs` shows why; `slipway jobs retry` puts them back.';
