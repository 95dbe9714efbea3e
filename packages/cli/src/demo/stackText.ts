import type { Engine } from './visitor.js';

/** A call as an engine knows it: function, file, line and column, both from 1. */
export interface Call {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** `Error.stack` as an engine prints it, the newest call first. Only V8 repeats type and message. */
export function stackText(engine: Engine, heading: string, calls: readonly Call[]): string {
  if (engine === 'v8') {
    const lines = calls.map(({ name, file, line, column }) => {
      const place = `${file}:${line}:${column}`;
      return name === '' ? `    at ${place}` : `    at ${name} (${place})`;
    });
    return [heading, ...lines].join('\n');
  }
  return calls.map(({ name, file, line, column }) => `${name}@${file}:${line}:${column}`).join('\n');
}
