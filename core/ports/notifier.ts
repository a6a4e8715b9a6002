/**
 * Best-effort notifications between the processes of one service that something changed. Messages
 * may be lost: subscribers must also poll.
 */
export interface Notifier {
  /**
   * Reaches every subscriber in every process, this one included. `payload` is short. Never
   * rejects.
   */
  notify(channel: string, payload: string): Promise<void>;
  /** Returns the function that ends the subscription. */
  subscribe(channel: string, heard: (payload: string) => void): () => void;
}
