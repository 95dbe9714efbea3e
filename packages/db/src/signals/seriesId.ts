import { hash } from 'node:crypto';

/**
 * Returns the name under which workers count what a condition watches. It changes when the condition does, so that what was
 * counted for another condition is not compared with its threshold.
 */
export const seriesId = (ruleId: string, conditionIndex: number, condition: object): string =>
  uuidOf([ruleId, String(conditionIndex), stableJson(condition)]);

/** Returns a UUID of version 8 (RFC 9562) from a hash of texts. Each is preceded by its length: no two lists have the same text. */
export function uuidOf(parts: readonly string[]): string {
  const text = parts.map((part) => `${Buffer.byteLength(part)}:${part}`).join('');
  const hex = hash('sha256', text, 'hex');
  const variant = ((parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function stableJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stableJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const record = value as Readonly<Record<string, unknown>>;
  let fields = '';
  for (const key of Object.keys(record).sort()) {
    if (record[key] === undefined) continue;
    fields += `${fields === '' ? '' : ','}${JSON.stringify(key)}:${stableJson(record[key])}`;
  }
  return `{${fields}}`;
}
