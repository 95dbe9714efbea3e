import { compressWith, type FetchWrapper } from '../transport/withCompression.js';
import type { Client, Integration } from '../core/client.js';
import { setContext } from '../core/scope.js';
import type { Recording, RecordingOptions } from './recording.js';
import { createSessions, type SessionRules, type Sessions } from './session.js';

/** The recorder code: `chunk.ts` or a bundle of it. */
export interface ReplayChunk {
  startRecording(client: Client, sessions: Sessions, options: RecordingOptions): Recording;
  /** Compresses request bodies. */
  readonly gzipFetch?: FetchWrapper;
}

export interface ReplayOptions extends Partial<SessionRules>, Partial<RecordingOptions> {
  /** Loads the recorder; by default a separate chunk, by `import()`. */
  readonly load?: () => Promise<ReplayChunk>;
}

type LoadingOptions = ReplayOptions & Required<Pick<ReplayOptions, 'load'>>;

/** Creates the integration. @param load default loader of the recorder */
export const createReplay =
  (load: () => Promise<ReplayChunk>) =>
  (options: ReplayOptions = {}): Integration => ({
    name: 'replay',
    setup: (client) => {
      const { sampleRate = 0.1, errorSampleRate = 1, maxMinutes = 60 } = options;
      const sessions = createSessions({ sampleRate, errorSampleRate, maxMinutes });
      return sessions.current().kind === 'none'
        ? undefined
        : recordVisit(client, sessions, { ...options, load: options.load ?? load });
    },
  });

function recordVisit(client: Client, sessions: Sessions, options: LoadingOptions): () => void {
  const { mask = true, block, segmentMs = 5_000, load } = options;
  let recording: Recording | undefined;
  let isStopped = false;
  const forget = client.onCapture((type) => {
    const session = sessions.current();
    const isRecorded = type === 'exception' && session.kind !== 'none' && !sessions.isOver(Date.now());
    setContext('replay.id', isRecorded ? session.id : undefined);
    if (!isRecorded || session.kind === 'session') return undefined;
    return () => {
      sessions.change('session');
      recording?.promote();
    };
  });
  void client.guard(
    async () => {
      const chunk = await load();
      compressWith(chunk.gzipFetch);
      if (!isStopped) recording = chunk.startRecording(client, sessions, { mask, block, segmentMs });
    },
    () => sessions.change('none'),
  );
  return () => {
    isStopped = true;
    forget();
    setContext('replay.id', undefined);
    recording?.stop();
  };
}
