/** Which events a project's filters drop, and which origins may send: pure functions of events, requests and settings. */
export { type AgentClass, createAgentClassifier } from './agents/classifyAgent.js';
export { compileFilters, type FindEntry, type ProjectFilters } from './compileFilters.js';
export { compileGlobs } from './globs/compileGlobs.js';
export { compileOrigins, isAllowedOrigin, type OriginRules } from './compileOrigins.js';
export { type FilterFacts, filterEvent, type FilterMatch } from './filterEvent.js';
export { filterInSteps } from './filterInSteps.js';
export { isBrowserExtension } from './isBrowserExtension.js';
export { isLocalhost, type PageFacts } from './isLocalhost.js';
export { parsePageUrl } from './parsePageUrl.js';
