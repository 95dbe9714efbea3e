import { record } from '@rrweb/record';
import type { Client } from '../core/client.js';
import { startRecordingWith, type Recording, type RecordingOptions } from './recording.js';
import type { Sessions } from './session.js';

export { gzipFetch } from '../transport/gzipFetch.js';

/** Starts recording this page. Entry of the deferred replay code. */
export const startRecording = (client: Client, sessions: Sessions, options: RecordingOptions): Recording =>
  startRecordingWith(record, { client, sessions, options });
