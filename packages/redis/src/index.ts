export type { ChainableCommander as RedisTransaction, Redis as RedisServer } from 'ioredis';
export { type RedisClient, addressOf, serversOf } from './connection/redisClient.js';
export { createAllowance } from './allowance/createAllowance.js';
export {
  type SpendRequest,
  type Decision,
  type SpendReply,
  type UndoRequest,
  type LedgerSeed,
  type ProjectCaps,
  type UndoReply,
  type LedgerView,
  type Allowance,
} from './allowance/types.js';
export { type BacklogState, type BacklogFlag, createBacklogFlag } from './backlogFlag.js';
export { type BacklogWaits, type BacklogWaitsStore, createBacklogWaits } from './backlogWaits.js';
export { certainlyNotExecuted } from './connection/certainlyNotExecuted.js';
export { connectRedis, connectPatientRedis, connectWorkerRedis, closeRedis } from './connection/connectRedis.js';
export { isRedisUsable, redisProblem } from './connection/watchHealth.js';
export { isSlotUnavailable } from './connection/isSlotUnavailable.js';
export { probeServers, probeShards } from './probeWrites.js';
export { type Script, defineSource, reloadScripts } from './script.js';
export { findShards } from './shard/findShards.js';
export {
  agreeOnPlacement,
  changeShards,
  changeSpread,
  finishChange,
  narrowIfDrained,
  proposeAboveFences,
  readPlacement,
} from './shard/placement.js';
export { isKnownNumber, shardsInUse, shardsToDrain, type PlacementRecord } from './shard/placementRecord.js';
export { SpreadRefusedError, spreadOf } from './shard/spread.js';
export { shardKeys, shardCounts } from './shard/shardKeys.js';
export { recordRequeued } from './shard/recordRequeued.js';
export { type ShardDepth, readShardDepth } from './shard/readShardDepth.js';
export { type SealReply, addSeal, readSeal } from './shard/sealPublish.js';
export { type MemoryPressure, memoryPressure } from './memoryPressure.js';
export { type VisitorKeys, createVisitorKeys } from './visitorKeys.js';
export { clearProjection, createProjection } from './projection/createProjection.js';
export { type ProjectedKey, type Projection } from './projection/types.js';
