/**
 * News between the processes of one service: that there is something to look at, never the thing itself. It
 * may be lost; whoever needs certainty looks for himself from time to time.
 */
export interface Bell {
  /** Tells every listener in every process, this one included. `news` is short. Never rejects. */
  ring(channel: string, news: string): Promise<void>;
  /** Answers how to stop listening. */
  listen(channel: string, heard: (news: string) => void): () => void;
}
