export { type EnrichedEvent, UnstorableEventError, enrichEvent } from './enrichEvent.js';

export { readAgent } from './readAgent.js';

export { userOfPayload } from './userOfPayload.js';

export { readText, readTime, readLevel, readAsText } from './readText.js';
