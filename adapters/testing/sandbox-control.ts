/** The control endpoints of the sandbox behind an adapter. */
export interface SandboxControl {
  control(method: string, path: string, body?: object): Promise<Record<string, unknown>>;
  clearFaults(): Promise<void>;
  /** Deleted ones too. */
  objects(kind: string): Promise<readonly Held[]>;
  counts(): Promise<{ readonly calls: number; readonly requests: number }>;
}

export type Held = { readonly id: string; readonly [field: string]: unknown };

export function sandboxControl(sandbox: {
  fetch(request: Request): Promise<Response>;
}): SandboxControl {
  const control: SandboxControl['control'] = async (method, path, body) => {
    const init = { method, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await sandbox.fetch(new Request(`http://sandbox.test/_sandbox/${path}`, init));
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  };
  return {
    control,
    clearFaults: async () => void (await control('DELETE', 'faults')),
    async objects(kind) {
      const { list } = (await control('GET', 'state?objects=1')) as {
        list: Record<string, Held[]>;
      };
      return list[kind] ?? [];
    },
    async counts() {
      const { counted, requests } = (await control('GET', 'state')) as {
        counted: number;
        requests: number;
      };
      return { calls: counted, requests };
    },
  };
}
