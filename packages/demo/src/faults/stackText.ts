import type { Engine } from '../shop/browsers.js';

/** A call: function, file, 1-based line and column. */
export interface Call {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Returns `Error.stack` in the format of an engine, newest call first. Only V8 includes type and message. */
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
