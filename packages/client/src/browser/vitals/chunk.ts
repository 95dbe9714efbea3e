export { watchBehavior } from './watchBehavior.js';
