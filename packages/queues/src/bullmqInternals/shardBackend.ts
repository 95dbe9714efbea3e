import { RedisQueueBackend } from 'bullmq';
import { setTimeout as delay } from 'node:timers/promises';
import { isSlotUnavailable, type RedisServer } from '@sluice/redis';
import { failPoint } from '@sluice/runtime';
import { moveToFinished } from './bullmqScripts.js';
import { composeFinishScript, FINISH_KEYS } from './composeScripts.js';

const FINISH = 'finishAndCount';
const FINISH_SOURCE = composeFinishScript(moveToFinished.source);

/** How long a job's end is repeated while its slot moves or has no master: the lock of the job. Milliseconds. */
const MOVING_MS = 10_000;
const RETRY_MS = 200;

/** Keys that the finishing script needs in addition to BullMQ's. */
export interface FinishKeys {
  readonly client: RedisServer;
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
    const all = [...keys, ...own.slice(moveToFinished.keys), field];
    return this.finish([...all]).catch((error: unknown) => this.finishLater(all, error));
  }

  /** Repeats a call that Redis did not execute while its slot moves: the job would otherwise be handled a second time. */
  private async finishLater(args: readonly unknown[], first: unknown): Promise<unknown> {
    let error = first;
    for (const deadline = performance.now() + MOVING_MS; performance.now() < deadline;) {
      if (!isSlotUnavailable(error)) break;
      await delay(RETRY_MS);
      try {
        return await this.finish([...args]);
      } catch (again) {
        error = again;
      }
    }
    throw error;
  }
}
