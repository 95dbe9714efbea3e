import type { Platform } from '../core/client.js';
import { unwrapped } from '../core/unwrapped.js';
import { createBatchTransport } from '../transport/createBatchTransport.js';

/** Platform of a worker or edge runtime: contexts and transport. */
export const workerPlatform = (): Platform => {
  const contexts = contextsOf(globalThis);
  return {
    contexts: () => contexts,
    createTransport: (...all) => createBatchTransport(...all, { fetch: unwrapped(fetch) }),
  };
};

interface WorkerGlobals {
  readonly navigator?: { readonly userAgent?: string };
  /** Vercel's edge runtime. */
  readonly EdgeRuntime?: string;
}

/** The user agent of a browser describes the device; that of an edge runtime is its name, such as `Cloudflare-Workers`. */
function contextsOf({ navigator, EdgeRuntime }: WorkerGlobals): Readonly<Record<string, string>> {
  const { userAgent = '' } = navigator ?? {};
  if (userAgent.startsWith('Mozilla/')) return { 'device.userAgent': userAgent };
  return { 'runtime.name': EdgeRuntime ?? (userAgent === '' ? 'worker' : userAgent) };
}
