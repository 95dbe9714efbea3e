import { watchBehavior } from './vitals/chunk.js';
import type { SluiceWindow } from './tag/loadLater.js';

(window as SluiceWindow)['sluice:vitals'] = { watchBehavior };
