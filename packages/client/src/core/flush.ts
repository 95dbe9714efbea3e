import { getClient } from './client.js';

/** Sends buffered events; resolves when they are sent or lost. Never rejects. */
export const flush = async (): Promise<void> => getClient()?.flush();

/** Flushes and stops the client. Later events are ignored until `init`. */
export const close = async (): Promise<void> => getClient()?.close();
