import type { RedisSettings } from '@sluice/embedded';
import { startTcpProxy } from './tcpProxy.js';

/** A proxy in front of the bus of a node: what the other nodes of its cluster send to it passes through. */
export interface BusProxy {
  /** Where the other nodes connect. */
  readonly port: number;
  /** Settings of the node. */
  readonly conf: RedisSettings;
  readonly close: () => Promise<void>;
}

/** Address from which a node connects to others, so that their proxies can tell who sends. */
export const addressOfNode = (index: number): string => `127.0.0.${index + 2}`;

/**
 * Starts the proxy of the node with this index.
 * @param cutOff addresses of nodes that neither reach others nor are reached
 */
export async function startBusProxy(index: number, busPort: number, cutOff: ReadonlySet<string>): Promise<BusProxy> {
  const own = addressOfNode(index);
  const proxy = await startTcpProxy(busPort, { isSilenced: (from) => cutOff.has(own) || cutOff.has(from) });
  const port = Number(new URL(proxy.urlFor('redis://localhost')).port);
  return {
    port,
    // In protected mode, a server serves 127.0.0.1 only.
    conf: {
      'protected-mode': 'no',
      'bind-source-addr': own,
      'cluster-announce-ip': '127.0.0.1',
      'cluster-announce-bus-port': String(port),
    },
    close: proxy.close,
  };
}
