import { useEffect, useState } from 'preact/hooks';
import { duration } from '../base/words.ts';

const LONG_MS = 15_000;

/** Nothing at first; then how long it has taken, and a way on. */
export function LongWait({ onRetry }: { onRetry: () => void }) {
  const [since, setSince] = useState(() => Date.now());
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const again = () => {
    setSince(Date.now());
    onRetry();
  };
  if (now - since < LONG_MS) return null;
  return (
    <p class="hint">
      No answer for {duration(now - since)}: the platform is slow, or does not answer. The page
      waits on.{' '}
      <button type="button" class="link" onClick={again}>
        Try again now
      </button>
    </p>
  );
}
