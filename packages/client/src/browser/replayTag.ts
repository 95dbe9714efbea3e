import { startRecording } from '../replay/chunk.js';
import type { ReplayWindow } from './tag/loadReplay.js';

(window as ReplayWindow).sluiceReplay = { startRecording };
