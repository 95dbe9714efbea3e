import { readFile } from 'node:fs/promises';

/** Whether a file is a source map: a JSON object with `mappings`, or `sections` for index maps. */
export async function isSourceMap(absolute: string): Promise<boolean> {
  try {
    const text = (await readFile(absolute, 'utf8')).replace(/^\uFEFF?(?:\)\]\}'[^\n]*\n)?/, '');
    const { mappings, sections } = Object(JSON.parse(text)) as {
      readonly mappings?: unknown;
      readonly sections?: unknown;
    };
    return typeof mappings === 'string' || Array.isArray(sections);
  } catch {
    return false;
  }
}
