export { type EnrichedEvent, UnstorableEventError, enrichEvent } from './enrichEvent.js';

export { readText, readTime, readLevel, isObject, readAsText } from './readText.js';
