/** Settings of the services other than addresses: the proxy of these tests, and shorter waits than in production. */
export const quickSettings: Readonly<Record<string, string>> = {
  TRUSTED_PROXIES: '127.0.0.1/32',
  /** Milliseconds between two roll-ups of refusals into `usage`. */
  LEDGER_SYNC_MS: '500',
  /** Milliseconds that a body, and before it the headers, may take to arrive. */
  BODY_TIMEOUT_MS: '3000',
  HEADERS_TIMEOUT_MS: '3000',
  /** Milliseconds for which a gateway caches unknown keys: tests create projects and use them at once. */
  UNKNOWN_KEY_MS: '100',
  /** Milliseconds for which a stopping service keeps its port open: no load balancer looks at its readiness. */
  DRAIN_MS: '0',
  /** Invalid tokens per minute: all tests come from one address, and many bring such. */
  MAX_FAILED_TOKENS: '100000',
  /** Age up to which workers store a job: the history of the demo arrives two weeks ago. */
  RECEIPT_HOURS: '400',
  /** Milliseconds between two looks for blobs that nothing names. */
  SOURCEMAPS_MAINTENANCE_MS: '500',
  /** Receivers of webhooks in tests. */
  ALERTS_ALLOWED_ADDRESSES: '127.0.0.1',
};
