interface ImageFacts {
  readonly format: 'png' | 'jpeg' | 'gif' | 'webp';
  readonly width?: number;
  readonly height?: number;
}

/** Undefined where the bytes are no image. */
export function imageFacts(bytes: Uint8Array): ImageFacts | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (starts(bytes, [0x89, 0x50, 0x4e, 0x47]))
    return {
      format: 'png',
      ...(bytes.length >= 24 && { width: view.getUint32(16), height: view.getUint32(20) }),
    };
  if (starts(bytes, [0xff, 0xd8, 0xff])) return { format: 'jpeg', ...jpegSize(view) };
  if (starts(bytes, [0x47, 0x49, 0x46, 0x38]))
    return {
      format: 'gif',
      ...(bytes.length >= 10 && {
        width: view.getUint16(6, true),
        height: view.getUint16(8, true),
      }),
    };
  if (starts(bytes, [0x52, 0x49, 0x46, 0x46]) && bytes[8] === 0x57 && bytes[9] === 0x45)
    return { format: 'webp' };
  return undefined;
}

const starts = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, index) => bytes[index] === byte);

function jpegSize(view: DataView): { readonly width?: number; readonly height?: number } {
  let at = 2;
  while (at + 9 < view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    at += 2 + view.getUint16(at + 2);
  }
  return {};
}

/** 32 hex digits over all bytes. */
export function contentHash(bytes: Uint8Array): string {
  let [a, b, c, d] = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 0xdeadbeef];
  for (const byte of bytes) {
    a = Math.imul(a ^ byte, 597399067);
    b = Math.imul(b ^ byte ^ (a >>> 13), 2869860233);
    c = Math.imul(c ^ byte ^ (b >>> 11), 951274213);
    d = Math.imul(d ^ byte ^ (c >>> 15), 2716044179);
  }
  return [a, b, c, d]
    .map((part) => ((part ^ (part >>> 16)) >>> 0).toString(16).padStart(8, '0'))
    .join('');
}

export function fromBase64(value: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(value.replace(/\s/g, '')), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}
