import type { HostPort } from '@sluice/runtime';

/** Resend the command after the connection is open again; it was not executed. */
const RESEND = 2;
/** Shortest time between two such reconnections: a server that stays read-only must not cause a storm. Milliseconds. */
const PAUSE_MS = 1_000;

const REDIRECTION = /^MOVED \d+ (\S*):(\d+)$/;

/**
 * Returns `reconnectOnError` of a connection that leaves a server which is not the master any more: `READONLY` of a demoted
 * one, `MOVED` of one whose slot moved. Redis executed nothing, so the command is sent again.
 * @param onMoved gets the new node of the slot
 */
export function followMaster(onMoved?: (node: HostPort) => void): (error: Error) => 2 | false {
  let reconnectedAt = -Infinity;
  return ({ message }) => {
    const [, host, port] = (onMoved === undefined ? null : REDIRECTION.exec(message)) ?? [];
    if (port === undefined && !message.startsWith('READONLY')) return false;
    if (host !== undefined && host !== '') onMoved?.({ host, port: Number(port) });
    const now = performance.now();
    if (now - reconnectedAt < PAUSE_MS) return false;
    reconnectedAt = now;
    return RESEND;
  };
}
