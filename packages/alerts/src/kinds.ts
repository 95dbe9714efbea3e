/** Kinds of conditions and drops with their words, for pages: without I/O, for a browser's bundle. */
export { CONDITIONS, conditionKind } from './conditions/conditions.js';
export { DROPS, dropOf } from './drops/drops.js';
