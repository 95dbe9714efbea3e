/** The parts of the package that need Node. */
export { type ParsedProjectKey, parseProjectKey } from './parseProjectKey.js';
