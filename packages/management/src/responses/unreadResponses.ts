import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '../apiError.js';
import { createUnreadBytes, type Reader, type UnreadLimits } from './unreadBytes.js';

/** Limits how many bytes of responses wait in memory until clients read them. */
export interface UnreadResponses {
  /** @throws ApiError 429 `unread_responses` or 503 `busy` if a response of this size would exceed a limit */
  readonly assertRoom: (reader: Reader, bytes: number) => void;
  /** Counts a response until the operating system has taken it or its connection is closed. */
  readonly follow: (reader: Reader, response: ServerResponse, bytes: number) => void;
}

const RETRY = { 'retry-after': '5' } as const;
const UNREAD = new ApiError(
  429,
  'unread_responses',
  'Too many response bytes of this access token are unread; read them or close their connections, then try again.',
  RETRY,
);
const BUSY = new ApiError(
  503,
  'busy',
  'Too many response bytes are unread by clients; try again in a few seconds.',
  RETRY,
);

/** Tracks the responses of one service. */
export function createUnreadResponses(limits: UnreadLimits): UnreadResponses {
  const unread = createUnreadBytes(limits);
  const sockets = new WeakMap<Socket, Set<() => void>>();
  /** A pipelined response that waits behind another one gets no `close` event, so the socket's event ends all of them. */
  const endsOf = (socket: Socket): Set<() => void> => {
    const known = sockets.get(socket);
    if (known !== undefined) return known;
    const ends = new Set<() => void>();
    sockets.set(socket, ends);
    socket.once('close', () => {
      for (const end of ends) end();
    });
    return ends;
  };
  return {
    assertRoom: (reader, bytes) => {
      const refusal = unread.limitReached(reader, bytes);
      if (refusal !== undefined) throw refusal === 'token' ? UNREAD : BUSY;
    },
    follow: (reader, response, bytes) => {
      const { socket } = response.req;
      if (socket.destroyed) return;
      const ends = endsOf(socket);
      const end = (): void => {
        if (ends.delete(end)) unread.remove(reader, bytes);
      };
      unread.add(reader, bytes);
      ends.add(end);
      response.once('close', end);
    },
  };
}
