export { type WorkerConfig, workerSettings, WORKER_SETTINGS, DEFAULT_WORKER_CONFIG } from './config.js';
export { type WorkerDeps, type Worker, createWorker } from './createWorker.js';
export {
  type DeriveContext,
  type RowFacts,
  type StoredRow,
  type StoreDefinition,
  type StoredRows,
  noDetails,
} from './definition.js';
export { makeRow, jsonColumn } from './makeRow.js';
export { runWorkerProcess } from './runWorkerProcess.js';
