import { PublishFailedError } from '../publishFailedError.js';

/** Nothing was written, because the publisher's epoch is over in the queue shard: the number of shards changes. */
export class ShardFencedError extends PublishFailedError {
  constructor() {
    super(true);
    this.name = 'ShardFencedError';
  }
}
