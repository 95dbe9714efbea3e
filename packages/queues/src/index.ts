export { batchesIn } from './jobs/batchesIn.js';
export { createConsumer, type ConsumerOptions } from './consuming/createConsumer.js';
export { createDepthReader, type DepthReaderOptions } from './createDepthReader.js';
export { PublishFailedError } from './publishFailedError.js';
export { createPublisher, type PublisherOptions } from './publishing/createPublisher.js';
export { RequeueLaterError } from './requeueLaterError.js';
export type {
  AcquiredJob,
  Consumer,
  DepthReader,
  HandleJob,
  PublishBatch,
  Publisher,
  PublishResult,
  QueueDepth,
} from './types.js';
