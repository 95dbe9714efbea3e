export { createConsumer, type ConsumerOptions } from './consuming/createConsumer.js';
export { createDepthReader, type DepthReaderOptions } from './createDepthReader.js';
export { shardOf } from './shardOf.js';
export { PublishFailed } from './publishFailed.js';
export { createPublisher, type PublisherOptions } from './publishing/createPublisher.js';
export { RequeueLater } from './requeueLater.js';
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
