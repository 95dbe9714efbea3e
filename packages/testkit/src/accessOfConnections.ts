import { Redis } from 'ioredis';
import type { TestRedis } from './startTestRedis.js';

/** Names of the connections of publishers, consumers, readers of depths, and tests. */
const OURS = /\bname=(?:publisher|depth|test|\w+:\d+(?::wait)?)\b/;

/** Returns how the queues' connections to a server are made, each way once: `sluice by TLS` or `default`. */
export async function accessOfConnections({ url, tlsPort }: TestRedis): Promise<readonly string[]> {
  const client = new Redis(url);
  try {
    const lines = String(await client.client('LIST'))
      .split('\n')
      .filter((line) => OURS.test(line));
    const ways = lines.map((line) => {
      const user = /\buser=(\S+)/.exec(line)?.[1] ?? '';
      return tlsPort !== undefined && line.includes(` laddr=127.0.0.1:${tlsPort} `) ? `${user} by TLS` : user;
    });
    return [...new Set(ways)];
  } finally {
    client.disconnect();
  }
}
