/** Encodings of responses. */
export type ContentEncoding = 'br' | 'gzip';

/**
 * Returns the encoding for a response by the `Accept-Encoding` header (RFC 9110, 12.5.3): the one with the higher
 * weight, Brotli if equal; `undefined` if neither is accepted.
 */
export function acceptedEncoding(header: string | undefined): ContentEncoding | undefined {
  if (header === undefined) return undefined;
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim());
    const weight = parameters.find((each) => each.startsWith('q='));
    weights.set(name === 'x-gzip' ? 'gzip' : name, weight === undefined ? 1 : Number(weight.slice(2)) || 0);
  }
  const weightOf = (name: ContentEncoding): number => weights.get(name) ?? weights.get('*') ?? 0;
  const [br, gzip] = [weightOf('br'), weightOf('gzip')];
  if (br <= 0 && gzip <= 0) return undefined;
  return br >= gzip ? 'br' : 'gzip';
}
