// Memory and append-only file of Redis per queued event, by type: a gateway without workers. Includes what is kept of
// a batch for 15 minutes (its record and its mark), shared by its 20 events.
import { Redis } from 'ioredis';
import { makeProjects, startServers } from '../support/servers.mjs';
import { startService } from '../support/services.mjs';
import { sendType, TABLES, wireBytes } from './disk.mjs';

const numberOf = (info, name) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1]);

async function readRedis(redis) {
  const info = await redis.info();
  return { memory: numberOf(info, 'used_memory'), file: numberOf(info, 'aof_current_size') };
}

/** @returns {Promise<{ type: string, events: number, wireBytes: number, memoryBytes: number, fileBytes: number }[]>} */
export async function measureQueued(directory, events) {
  const servers = await startServers(directory);
  const redis = new Redis(servers.redis.url);
  try {
    const projects = await makeProjects(servers.env.DATABASE_URL, 1);
    const gateway = await startService('gateway', { env: servers.env });
    try {
      const target = { port: Number(new URL(gateway.url).port), keys: projects.map(({ key }) => key) };
      return await measureTypes(redis, target, events);
    } finally {
      await gateway.stop();
    }
  } finally {
    redis.disconnect();
    await servers.stop();
  }
}

async function measureTypes(redis, target, events) {
  const results = [];
  let firstSerial = 1;
  for (const type of Object.keys(TABLES)) {
    // Connections, scripts and the ledger exist before the measurement.
    await sendType({ ...target, firstSerial }, type, 1);
    const before = await readRedis(redis);
    const queued = await sendType({ ...target, firstSerial: firstSerial + 1 }, type, events);
    const after = await readRedis(redis);
    firstSerial += events + 1;
    results.push({
      type,
      events: queued,
      wireBytes: wireBytes(type),
      memoryBytes: (after.memory - before.memory) / queued,
      fileBytes: (after.file - before.file) / queued,
    });
  }
  return results;
}
