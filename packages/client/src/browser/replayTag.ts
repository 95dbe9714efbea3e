import { startRecording } from '../replay/chunk.js';
import type { SluiceWindow } from './tag/loadLater.js';

(window as SluiceWindow).sluiceReplay = { startRecording };
