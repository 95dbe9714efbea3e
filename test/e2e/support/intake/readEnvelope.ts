export type Fields = Readonly<Record<string, unknown>>;

export interface EnvelopeItem {
  readonly header: Fields;
  readonly payload: Buffer;
}

export interface Envelope {
  readonly header: Fields;
  readonly items: readonly EnvelopeItem[];
}

/** Returns the parsed JSON of an item. */
export const jsonOf = ({ payload }: Pick<EnvelopeItem, 'payload'>): Fields => JSON.parse(payload.toString()) as Fields;

/** Returns an object's field as an object; `{}` if it is none. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** Returns the list in a field: a list, or an object with `values`. */
export function listOf(value: unknown): readonly Fields[] {
  const list = Array.isArray(value) ? (value as unknown[]) : (fieldsOf(value)['values'] as unknown[] | undefined);
  return (list ?? []).filter((item): item is Fields => typeof item === 'object' && item !== null);
}

export const textOr = <Otherwise>(value: unknown, otherwise: Otherwise): string | Otherwise =>
  typeof value === 'string' ? value : otherwise;

/**
 * Reads an envelope as the documents of Sentry describe it, for expectations of tests: a line of JSON, then items, each a line of
 * JSON and a payload of `length` bytes, or up to the end of the line.
 */
export function readEnvelope(bytes: Buffer): Envelope {
  let at = 0;
  const takeLine = (): Buffer => {
    const end = bytes.indexOf(0x0a, at);
    const line = bytes.subarray(at, end < 0 ? bytes.length : end);
    at = end < 0 ? bytes.length : end + 1;
    return line;
  };
  const header = jsonOf({ payload: takeLine() });
  const items: EnvelopeItem[] = [];
  while (at < bytes.length) {
    const line = takeLine();
    if (line.length === 0) continue;
    const itemHeader = jsonOf({ payload: line });
    const { length } = itemHeader;
    if (typeof length !== 'number') {
      items.push({ header: itemHeader, payload: takeLine() });
      continue;
    }
    items.push({ header: itemHeader, payload: bytes.subarray(at, at + length) });
    at += length;
    if (bytes[at] === 0x0a) at++;
  }
  return { header, items };
}
