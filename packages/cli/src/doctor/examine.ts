import type { Database } from '@sluice/db';
import { createDepthReader } from '@sluice/queues';
import { closeRedis, connectPatientRedis, readPlacement, type RedisClient } from '@sluice/redis';
import { defineSettings, QUEUE_SHARDS, readSettings, silentLogger } from '@sluice/runtime';
import type { Answer, CommandContext } from '../context.js';
import { checkAccounting } from './checkAccounting.js';
import { checkAlerts } from './checkAlerts.js';
import { checkClocks } from './checkClocks.js';
import { checkDatabase } from './checkDatabase.js';
import { checkGateway } from './checkGateway.js';
import { checkRecordedShards, checkShards } from './checkShards.js';
import { checkLimits } from './checkLimits.js';
import { checkLosses } from './checkLosses.js';
import { checkNames } from './checkNames.js';
import { checkPartitions } from './checkPartitions.js';
import { checkProjection } from './checkProjection.js';
import { checkQueues } from './checkQueues.js';
import { checkRedis } from './checkRedis.js';
import { explainSettings } from './explainSettings.js';
import { findingLines, type Finding } from './finding.js';
import { runCheck } from './runCheck.js';

/** Timeout of a Redis command in milliseconds. */
const REDIS_MS = 3_000;

/** Runs all checks: settings, PostgreSQL, the running system, Redis, clocks, queues, partitions, projection, hourly limits, accounting, losses, alerts and names. */
export async function examine(context: CommandContext): Promise<Answer> {
  const { shards } = readSettings(defineSettings({ shards: QUEUE_SHARDS }), context.env);
  const db = context.database();
  const database = await runCheck('database', () => checkDatabase(db));
  const usable = database.every(({ status }) => status !== 'fail');
  const findings = [
    ...explainSettings(context.place, shards),
    ...database,
    ...(usable ? await runCheck('clock and postgres', () => checkClocks(context.clock, db, undefined)) : []),
    ...(await runCheck('gateway', () => checkGateway(context.place))),
    ...(await examineRedis(context, shards, usable ? db : undefined)),
    ...(usable ? await runCheck('partitions', () => checkPartitions(db, context.clock())) : []),
    ...(usable ? await runCheck('accounting', () => checkAccounting(db, context.clock())) : []),
    ...(usable ? await runCheck('losses', () => checkLosses(db, context.clock())) : []),
    ...(usable ? await runCheck('alerts', () => checkAlerts(db, mailSettings(context))) : []),
    ...(usable ? await runCheck('names', () => checkNames(db, context.clock())) : []),
  ];
  const failed = findings.some(({ status }) => status === 'fail');
  return { value: { ok: !failed, checks: findings }, human: (style) => findingLines(findings, style), failed };
}

async function examineRedis(
  context: CommandContext,
  shards: number,
  db: Database | undefined,
): Promise<readonly Finding[]> {
  const { redisUrl, queueRedisUrl = redisUrl } = context.place;
  if (redisUrl === undefined || queueRedisUrl === undefined) return [];
  const connect = (url: string): RedisClient => {
    const client = connectPatientRedis({ url, name: 'sluice-cli', commandTimeoutMs: REDIS_MS });
    context.closeLater(() => closeRedis(client));
    return client;
  };
  const client = connect(redisUrl);
  const allowance = await runCheck('redis', () => checkRedis('redis', client));
  const queueClient = queueRedisUrl === redisUrl ? client : connect(queueRedisUrl);
  const queues =
    queueClient === client ? [] : await runCheck('queue redis', () => checkRedis('queue redis', queueClient));
  const findings = [...allowance, ...queues];
  if (findings.some(({ name, status }) => status === 'fail' && (name === 'redis' || name === 'queue redis'))) {
    return findings;
  }
  const readQueues = async (): Promise<readonly Finding[]> => {
    // The recorded number: a reader with another one refuses to start.
    const recorded = (await readPlacement(queueClient).catch(() => undefined))?.shards ?? shards;
    const depth = createDepthReader({
      url: queueRedisUrl,
      shards: recorded,
      clock: context.clock,
      logger: silentLogger,
    });
    context.closeLater(depth.stop);
    await depth.start();
    return checkQueues(depth, client);
  };
  return [
    ...findings,
    ...(await runCheck('recorded shards', () => checkRecordedShards(queueClient, shards))),
    ...(await runCheck('clock and redis', () => checkClocks(context.clock, undefined, client))),
    ...(await runCheck('queues', readQueues)),
    ...(await runCheck('queue shards', () => checkShards(queueClient, shards))),
    ...(db === undefined ? [] : await runCheck('projection', () => checkProjection(db, client))),
    ...(db === undefined ? [] : await runCheck('limits', () => checkLimits(db, client, context.clock()))),
  ];
}

const mailSettings = ({ env }: CommandContext) => {
  const isSet = (name: string): boolean => (env[name] ?? '') !== '';
  return { hasServer: isSet('SMTP_URL') || isSet('SMTP_URL_FILE'), hasPublicUrl: isSet('PUBLIC_URL') };
};
