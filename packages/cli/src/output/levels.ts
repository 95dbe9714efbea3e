import type { Style } from './style.js';

/** How a log's level is coloured; blue where it is none that is known. */
export function levelStyle(level: string, style: Style): (text: string) => string {
  switch (level.toLowerCase()) {
    case 'fatal':
    case 'error':
      return style.red;
    case 'warn':
    case 'warning':
      return style.yellow;
    case 'debug':
    case 'trace':
      return style.dim;
    default:
      return style.blue;
  }
}
