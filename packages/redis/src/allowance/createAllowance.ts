import type { RedisClient } from '../connection/redisClient.js';
import type { Clock } from '@sluice/runtime';
import {
  completeSeed,
  forget,
  forgetRefusals,
  organizationsWithLedger,
  readLedger,
  reanchor,
  seedLedger,
} from './ledger.js';
import { readCaps } from './readCaps.js';
import { chargeSpooled, extend, forgetSpooled, recordedBatch, spend, undo } from './spend.js';
import type { Allowance } from './types.js';

/** Argument with which the scripts read the time from Redis. */
const REDIS_CLOCK: Clock = () => 0;

/**
 * The allowance of all organizations in the Redis behind `client`.
 * @param clock for tests; by default Redis's own clock decides hour and month, the same for all gateways
 */
export function createAllowance(client: RedisClient, clock: Clock = REDIS_CLOCK): Allowance {
  const of = (organizationId: string) => ({ client, organizationId, nowMs: clock() });
  return {
    spend: (request) => spend(client, request, clock()),
    chargeSpooled: (request) => chargeSpooled(client, request, clock()),
    forgetSpooled: (requests) => forgetSpooled(client, requests),
    recordedBatch: (organizationId, hash) => recordedBatch(client, organizationId, hash),
    extend: (request) => extend(client, request),
    undo: (request) => undo(client, request),
    seed: (organizationId, seed) => seedLedger(of(organizationId), seed),
    completeSeed: (organizationId, epoch, seed) => completeSeed(of(organizationId), epoch, seed),
    reanchor: (organizationId, epoch, anchor) => reanchor(of(organizationId), epoch, anchor),
    readCaps: (organizationId, projectIds, hour) => readCaps(client, organizationId, projectIds, hour),
    readLedger: (organizationId) => readLedger(client, organizationId),
    forget: (organizationId, epoch, beforeHour) => forget(of(organizationId), epoch, beforeHour),
    forgetRefusals: (organizationId, epoch, beforeHour) => forgetRefusals(of(organizationId), epoch, beforeHour),
    organizations: () => organizationsWithLedger(client),
  };
}
