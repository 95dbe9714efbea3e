import { Client } from 'pg';
import type { ConnectionGate } from './connectionGate.js';

type Connected = (error: Error | null, client?: Client) => void;

/** Returns the class of a pool's connections: each asks `gate` before it opens a socket, and closes it if the attempt fails. */
export function gatedClient(gate: ConnectionGate): typeof Client {
  return class extends Client {
    override connect(): Promise<Client>;
    override connect(connected: Connected): void;
    override connect(connected?: Connected): Promise<Client> | void {
      // Pools pass a callback.
      if (connected === undefined) return super.connect();
      const refusal = gate.admit();
      if (refusal !== undefined) return process.nextTick(connected, refusal);
      let isPending = true;
      const settle: Connected = (error, client) => {
        if (!isPending) return;
        isPending = false;
        if (error === null) gate.succeeded();
        else {
          gate.failed(error);
          socketOf(this).destroy();
        }
        connected(error, client);
      };
      super.connect(settle as (error: Error) => void);
    }
  };
}

/** The driver keeps the socket of a failed attempt open if the error was not the socket's. */
const socketOf = (client: Client): { destroy: () => void } =>
  (client as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream;
