import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ChainableCommander, Redis } from 'ioredis';
import { serversOf, type RedisClient } from './connection/redisClient.js';

/** A Lua script. */
export interface Script {
  readonly name: string;
  /** How many of its arguments are keys; they share one hash tag. */
  readonly keys: number;
  readonly source: string;
  /** SHA-1 of the source: the name `EVALSHA` knows it by. */
  readonly sha: string;
}

const DEFINED = new Map<string, Script>();

/** The script `scripts/<name>-<keys>.lua`, defined as {@link defineSource} does. */
export const defineScript = (name: string, keys: number): Script =>
  defineSource(name, keys, readFileSync(new URL(`./scripts/${name}-${keys}.lua`, import.meta.url), 'utf8'));

/**
 * Defines a script. Every connection of this package loads all defined scripts into each of its servers when it becomes
 * ready, so that an `EVALSHA` inside a `MULTI` finds its script after a restart of Redis and on a new master too.
 */
export function defineSource(name: string, keys: number, source: string): Script {
  const script = { name, keys, source, sha: createHash('sha1').update(source).digest('hex') };
  DEFINED.set(name, script);
  return script;
}

/** Loads every defined script into one server. */
export async function loadScripts(client: Redis): Promise<void> {
  await Promise.all([...DEFINED.values()].map(({ source }) => client.script('LOAD', source)));
}

/** Loads every defined script into all servers of `client`. Rejects if one does not answer. */
export async function reloadScripts(client: RedisClient): Promise<void> {
  await Promise.all(serversOf(client).map(loadScripts));
}

type ScriptArgument = string | number;

/**
 * Runs a script, with up to a million arguments: they are handed on as one list, for spreading that many over a call
 * overflows the stack. Where the server does not know it (yet), its source is sent. Rejects with what Redis or ioredis said.
 */
export async function runScript(
  client: RedisClient,
  script: Script,
  keys: readonly string[],
  args: readonly ScriptArgument[],
): Promise<unknown> {
  assertKeys(script, keys);
  const passed = [keys.length, ...keys, ...args];
  try {
    return await client.call('EVALSHA', [script.sha, ...passed]);
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
    return client.call('EVAL', [script.source, ...passed]);
  }
}

/**
 * Adds a script to a transaction or pipeline. It must have been loaded: use connections of which `isRedisUsable` is
 * true, because a `NOSCRIPT` inside a `MULTI` does not stop its neighbours.
 */
export function addScript(
  transaction: ChainableCommander,
  script: Script,
  keys: readonly string[],
  args: readonly ScriptArgument[],
): ChainableCommander {
  assertKeys(script, keys);
  return transaction.call('EVALSHA', [script.sha, keys.length, ...keys, ...args]);
}

function assertKeys(script: Script, keys: readonly string[]): void {
  if (keys.length !== script.keys) throw new RangeError(`${script.name} takes ${script.keys} keys, not ${keys.length}`);
}
