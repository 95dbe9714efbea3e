import { createReplay } from '../../replay/createReplay.js';
import { createWebVitals } from '../integrations/createWebVitals.js';
import { loadLater } from './loadLater.js';

/** Like the API for bundlers, with deferred files loaded from beside the script. */
export const replay = createReplay(() => loadLater('replay'));
export const webVitals = createWebVitals(() => loadLater('vitals'));
