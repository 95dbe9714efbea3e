import { RedisQueueBackend } from 'bullmq';
import type { RedisClient } from '@sluice/redis';
import { failPoint } from '@sluice/runtime';
import { moveToFinished } from './bullmqScripts.js';
import { composeFinishScript, FINISH_KEYS } from './composeFinishScript.js';

const FINISH = 'finishAndCount';
const FINISH_SOURCE = composeFinishScript(moveToFinished.source);

/** Keys that the finishing script needs in addition to BullMQ's. */
export interface FinishKeys {
  readonly client: RedisClient;
  /** Key of the shard's counts. */
  readonly counts: string;
  /** Field of the counts for finished events of this queue's type. */
  readonly field: string;
  /** Key of the queue's requeued jobs. */
  readonly requeued: string;
}

type Finish = (args: unknown[]) => Promise<unknown>;

/** BullMQ's backend with one difference: the script that removes a finished job counts its events as well. */
export class ShardBackend extends RedisQueueBackend {
  private readonly finish: Finish;

  constructor(
    private readonly finishKeys: FinishKeys,
    ...rest: ConstructorParameters<typeof RedisQueueBackend>
  ) {
    super(...rest);
    const { client } = finishKeys;
    client.defineCommand(FINISH, { numberOfKeys: FINISH_KEYS, lua: FINISH_SOURCE });
    this.finish = (client as unknown as Record<typeof FINISH, Finish>)[FINISH].bind(client);
  }

  /** BullMQ runs every script through this method, by its name: keys first, then arguments. */
  override execCommand(...[client, name, args]: Parameters<RedisQueueBackend['execCommand']>): unknown {
    if (name !== 'moveToFinished') return super.execCommand(client, name, args) as unknown;
    const { counts, field, requeued } = this.finishKeys;
    const own = args as unknown[];
    const keys = [...own.slice(0, moveToFinished.keys), counts, requeued];
    failPoint('between-finish-and-fetch', 'soon');
    return this.finish([...keys, ...own.slice(moveToFinished.keys), field]);
  }
}
