import { RedisQueueBackend } from 'bullmq';
import { FINISH_KEYS, composeFinishScript, type RedisClient } from '@sluice/redis';
import { failPoint } from '@sluice/runtime';
import { moveToFinished } from './bullmqScripts.js';

const FINISH = 'finishAndCount';
const FINISH_SOURCE = composeFinishScript(moveToFinished.source);

/** Where finished events are counted, and what else is to be told of a finished job. */
export interface FinishKeys {
  readonly client: RedisClient;
  /** Key of the shard's counts, and the field of this queue's type. */
  readonly counts: string;
  readonly field: string;
  /** Key of the queue's jobs that were put back. */
  readonly requeued: string;
}

type Finish = (args: unknown[]) => Promise<unknown>;

/** BullMQ's backend, except that the script that removes a finished job counts its events as well. */
export class ShardBackend extends RedisQueueBackend {
  private readonly finish: Finish;

  constructor(
    private readonly finished: FinishKeys,
    ...rest: ConstructorParameters<typeof RedisQueueBackend>
  ) {
    super(...rest);
    const { client } = finished;
    client.defineCommand(FINISH, { numberOfKeys: FINISH_KEYS, lua: FINISH_SOURCE });
    this.finish = (client as unknown as Record<typeof FINISH, Finish>)[FINISH].bind(client);
  }

  /** Every script of BullMQ is run through here, by its name: keys first, then arguments. */
  override execCommand(...[client, name, args]: Parameters<RedisQueueBackend['execCommand']>): unknown {
    if (name !== 'moveToFinished') return super.execCommand(client, name, args) as unknown;
    const { counts, field, requeued: returned } = this.finished;
    const given = args as unknown[];
    const keys = [...given.slice(0, moveToFinished.keys), counts, returned];
    failPoint('between-finish-and-fetch', 'soon');
    return this.finish([...keys, ...given.slice(moveToFinished.keys), field]);
  }
}
