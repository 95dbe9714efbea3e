export { readEnvelope, type Envelope, type EnvelopeItem } from './envelope/readEnvelope.js';
export { parseSentryDsn, readTunnelDsn, type SentryDsn } from './keys/parseSentryDsn.js';
export { readSentryKeys } from './keys/readSentryKeys.js';
export { type Problem } from './problem.js';
export { CATEGORIES_OF, sentryRateLimits, UNTAKEN_CATEGORIES } from './rateLimits.js';
