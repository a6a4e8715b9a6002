/**
 * Lets work in, in order of arrival, while the sum of weights is within `capacity`. Heavier work
 * goes in alone.
 */
export function createWeightedLine(
  capacity: number,
): <T>(weight: number, work: () => Promise<T>) => Promise<T> {
  const waiting: { readonly weight: number; readonly enter: () => void }[] = [];
  let inside = 0;

  const letIn = () => {
    for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
      if (inside > 0 && inside + first.weight > capacity) return;
      waiting.shift();
      inside += first.weight;
      first.enter();
    }
  };

  return async (weight, work) => {
    await new Promise<void>((enter) => {
      waiting.push({ weight, enter });
      letIn();
    });
    try {
      return await work();
    } finally {
      inside -= weight;
      letIn();
    }
  };
}
