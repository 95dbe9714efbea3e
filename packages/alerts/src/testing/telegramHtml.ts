const TAGS = new Set(['b', 'i', 'u', 's', 'a', 'code', 'pre']);
const TAG = /<(\/?)([a-z]+)((?: href="[^"<>]*")?)>/y;
const ENTITY = /&(?:lt|gt|amp|quot|#\d+);/y;

/** Reads a text as Telegram reads HTML. Returns its length without markup, or why Telegram refuses it. */
export function readTelegramHtml(html: string): { readonly length: number } | { readonly problem: string } {
  const open: string[] = [];
  let length = 0;
  let at = 0;
  while (at < html.length) {
    const char = html.charAt(at);
    if (char === '<') {
      TAG.lastIndex = at;
      const [whole, slash, name = ''] = TAG.exec(html) ?? [];
      if (whole === undefined || !TAGS.has(name)) return { problem: `unsupported start tag at byte offset ${at}` };
      if (slash === '') open.push(name);
      else if (open.pop() !== name) return { problem: `unexpected end tag at byte offset ${at}` };
      at += whole.length;
      continue;
    }
    ENTITY.lastIndex = at;
    const entity = char === '&' ? ENTITY.exec(html)?.[0] : undefined;
    if (char === '&' && entity === undefined) return { problem: `unknown entity at byte offset ${at}` };
    at += entity?.length ?? 1;
    length += 1;
  }
  return open.length === 0 ? { length } : { problem: `can't find end tag corresponding to ${open.at(-1)}` };
}
