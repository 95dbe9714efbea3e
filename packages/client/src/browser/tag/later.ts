import { createReplay } from '../../replay/createReplay.js';
import { createWebVitals } from '../integrations/createWebVitals.js';
import { loadLater } from './loadLater.js';

/** As for bundlers, with what is loaded later from beside the script. */
export const replay = createReplay(() => loadLater('replay'));
export const webVitals = createWebVitals(() => loadLater('vitals'));
