import { memoryPressure, type RedisClient } from '@sluice/redis';
import { messageOf } from '../explainError.js';
import { fail, ok, warn, type Finding } from './finding.js';

/** Shares of Redis's memory, see the gateways' `REFUSE_BULKY_PERCENT` and `REFUSE_ALL_PERCENT`. */
const MEMORY = { warn: 0.6, fail: 0.8 } as const;

/** Whether a Redis answers, forgets nothing by itself, survives a restart, and has room. */
export async function checkRedis(name: string, client: RedisClient): Promise<readonly Finding[]> {
  try {
    const info = await client.info();
    const field = (key: string): string => new RegExp(`^${key}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
    return [
      ok(name, `Redis ${field('redis_version')} answers`),
      checkPolicy(name, field('maxmemory_policy')),
      field('aof_enabled') === '1'
        ? ok(`${name} durability`, 'append-only file is on')
        : warn(
            `${name} durability`,
            'append-only file is off',
            'Set appendonly yes, or a restart of Redis loses events',
          ),
      await checkMemory(name, client, Number(field('maxmemory'))),
    ];
  } catch (error) {
    return [fail(name, `Redis does not answer: ${messageOf(error)}`, 'Start it (npm start), or correct REDIS_URL')];
  }
}

function checkPolicy(name: string, policy: string): Finding {
  if (policy === 'noeviction') return ok(`${name} eviction`, 'noeviction');
  return fail(
    `${name} eviction`,
    `maxmemory-policy is ${policy}`,
    'Set maxmemory-policy noeviction: Redis may drop accepted events',
  );
}

async function checkMemory(name: string, client: RedisClient, limit: number): Promise<Finding> {
  const { usedBytes, maxBytes } = await memoryPressure(client);
  const share = maxBytes > 0 ? usedBytes / maxBytes : 0;
  const message = `${megabytes(usedBytes)} of ${megabytes(maxBytes)} used (${Math.round(share * 100)} %)`;
  if (share >= MEMORY.fail) {
    return fail(`${name} memory`, message, 'Everything is refused: start workers, or raise maxmemory');
  }
  if (share >= MEMORY.warn) return warn(`${name} memory`, message, 'Spans and replays are refused: start workers');
  if (limit > 0) return ok(`${name} memory`, message);
  return warn(`${name} memory`, `${message}, without a limit of its own`, 'Set maxmemory below what the machine has');
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MB`;
