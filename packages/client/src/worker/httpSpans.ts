import type { HttpSpansOptions } from '../browser/integrations/httpSpans.js';
import type { Integration } from '../core/client.js';

export type { HttpSpansOptions };

/** Does nothing in a worker or an edge runtime: `asyncSpan` and `traceparentOf` trace a request there. */
export const httpSpans: (options?: HttpSpansOptions) => Integration = () => ({
  name: 'httpSpans',
  setup: () => undefined,
});
