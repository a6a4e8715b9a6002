import { writeFileSync } from 'node:fs';

/**
 * Loaded before a service: notes in the file `ROUND_METER` how much processor time its thread took
 * at most between two looks of a timer of one millisecond. Whoever asks the service something waits
 * for that at most, however busy the machine is with other things.
 */
const file = process.env.ROUND_METER ?? '';
const used = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
let [last, longest] = [used(), 0];
setInterval(() => {
  const now = used();
  if (now - last > longest) {
    longest = now - last;
    writeFileSync(file, String(longest));
    last = used();
  } else last = now;
}, 1).unref();
process.on('SIGUSR2', () => {
  longest = 0;
  writeFileSync(file, '0');
});
