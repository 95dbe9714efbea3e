/** A shop whose visits have events of all types, and a bad release: `sluice demo`, the history of screenshots, and the first batch of a new installation. */
export { createPacer } from './createPacer.js';
export { createHistory } from './history.js';
export { failedVisit, nextVisit } from './nextVisit.js';
export { createRandom, type Random } from './random.js';
export { curlLine } from './sampleBatch.js';
export { type DemoBatch, type Sent, sendBatch } from './sendBatch.js';
export { SendError } from './sendError.js';
export { sendPatiently } from './sendPatiently.js';
export { setUpShop } from './setUpShop.js';
