import { gzipFetch, startRecording } from '../replay/chunk.js';
import type { SluiceWindow } from './tag/loadLater.js';

(window as SluiceWindow)['sluice:replay'] = { startRecording, gzipFetch };
