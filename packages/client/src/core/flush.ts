import { getClient } from './client.js';

/** Sends what is buffered; resolves when it was sent, or given up on. Never rejects. */
export const flush = async (): Promise<void> => getClient()?.flush();

/** Sends what there is, and stops; resolves as `flush` does. What is captured afterwards is ignored, until `init`. */
export const close = async (): Promise<void> => getClient()?.close();
