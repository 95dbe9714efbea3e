import type { Style } from './style.js';

/** Color of a log or exception level; blue if unknown. */
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

/** Color of the status of an issue, span, trace, key or token; none if unknown. */
export function stateStyle(state: string, style: Style): (text: string) => string {
  if (/^(?:open again|error|expired|revoked|disabled)$/.test(state)) return style.red;
  if (/^(?:open|cancelled|waiting|retrying)$/.test(state)) return style.yellow;
  if (/^(?:ok|active|enabled|resolved)\b/.test(state)) return style.green;
  return /^(?:ignored|discarded)$/.test(state) ? style.dim : (text) => text;
}
