/** `fetch` over XMLHttpRequest, which reports how much of a body has been sent. */
export const fetchWithProgress =
  (onSent: (percent: number) => void) =>
  (url: string, init: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init.method ?? 'POST', url);
      for (const [name, value] of Object.entries((init.headers ?? {}) as { readonly [name: string]: string }))
        request.setRequestHeader(name, value);
      let told = -1;
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        const percent = Math.floor((loaded / Math.max(1, total)) * 100);
        if (percent !== told) onSent(percent);
        told = percent;
      });
      request.addEventListener('load', () => resolve(responseOf(request)));
      request.addEventListener('error', () => reject(new TypeError('The request could not be sent.')));
      request.addEventListener('abort', () => reject(init.signal?.reason ?? new TypeError('The request was stopped.')));
      init.signal?.addEventListener('abort', () => request.abort());
      request.send(init.body as XMLHttpRequestBodyInit);
    });

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const at = line.indexOf(': ');
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 2));
  }
  return new Response(request.response as string, { status: request.status, headers });
}
