export { createConsumer, type ConsumerOptions } from './consuming/createConsumer.js';
export { createDepthReader, type DepthReaderOptions } from './createDepthReader.js';
export { laneOf } from './laneOf.js';
export { PublishFailed } from './publishFailed.js';
export { createPublisher, type PublisherOptions } from './publishing/createPublisher.js';
export { TakeLater } from './takeLater.js';
export * from './types.js';
