export function base64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  // A multiple of three, so that pieces can be joined.
  for (let start = 0; start < bytes.length; start += 24_576)
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(start, start + 24_576))));
  return pieces.join('');
}
