import { captureException } from '../capture/captureException.js';
import type { Integration } from '../core/client.js';

/** Reports uncaught errors and unhandled rejections of a worker. Edge runtimes without these events report none. */
export const workerErrors = (): Integration => ({
  name: 'workerErrors',
  setup: (client) => {
    const report = (event: Event): void => {
      const { error, reason, message } = event as Partial<Record<'error' | 'reason' | 'message', unknown>>;
      client.guard(() => captureException(error ?? reason ?? message, { handled: false }));
    };
    const types = typeof addEventListener === 'function' ? ['error', 'unhandledrejection'] : [];
    for (const type of types) addEventListener(type, report);
    return () => {
      for (const type of types) removeEventListener(type, report);
    };
  },
});
