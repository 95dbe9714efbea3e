import type { HttpSpansOptions } from '../browser/integrations/httpSpans.js';
import type { Integration } from '../core/client.js';

export type { HttpSpansOptions };

/** Does nothing in workers and edge runtimes; use `asyncSpan` and `traceparentOf` there. */
export const httpSpans: (options?: HttpSpansOptions) => Integration = () => ({
  name: 'httpSpans',
  setup: () => undefined,
});
