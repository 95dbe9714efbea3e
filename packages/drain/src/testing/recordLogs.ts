import type { Logger } from '@sluice/runtime';

/** A line of a log. */
export type LogLine = Readonly<Record<string, unknown>> & { readonly level: string; readonly msg: string };

/** Returns a logger of all levels that adds its lines to `lines`, with the bindings of its children. */
export function recordLogs(lines: LogLine[], bindings: object = {}): Logger {
  const at =
    (level: string) =>
    (fields: object | string, msg = ''): unknown =>
      lines.push(
        typeof fields === 'string' ? { ...bindings, level, msg: fields } : { ...bindings, ...fields, level, msg },
      );
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    isLevelEnabled: () => true,
    child: (more: object) => recordLogs(lines, { ...bindings, ...more }),
  } as unknown as Logger;
}
