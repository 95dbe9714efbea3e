import { Cluster, Command, type Redis } from 'ioredis';

/** A connection to one server, or to all masters of a cluster. */
export type RedisClient = Redis | Cluster;

/** Returns a connection to each server that `client` writes to: one, or every known master of a cluster. */
export const serversOf = (client: RedisClient): readonly Redis[] =>
  client instanceof Cluster ? client.nodes('master') : [client];

/** Address of the server behind a connection, for messages. */
export function addressOf(client: Redis): string {
  const { host = 'localhost', port, sentinels } = client.options;
  // ioredis sets it to null where there are none, which its types do not say.
  if (!Array.isArray(sentinels)) return `${host}:${port}`;
  // With sentinels, the options name no server.
  const { stream } = client as { readonly stream?: Redis['stream'] };
  return stream?.remoteAddress === undefined ? 'the master' : `${stream.remoteAddress}:${stream.remotePort}`;
}

/** Returns the slot of a key in a cluster: that of its hash tag if it has one. */
export const slotOf = (key: string): number => new Command('get', [key]).getSlot();

/** Address of the master that has the slot of `key`; `undefined` if it is not known, or there is no cluster. */
export const ownerOf = (client: RedisClient, key: string): string | undefined =>
  client instanceof Cluster ? client.slots[slotOf(key)]?.[0] : undefined;
