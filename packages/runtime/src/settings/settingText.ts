import { readFileSync } from 'node:fs';

/** Suffix of the variable that names a file with the value of a setting. */
const FILE = '_FILE';

/**
 * Returns the text of the variable `name`: its own, or the content of the file that `<name>_FILE` names; `undefined` if it is
 * unset or blank. Spaces and newlines around it are removed. The message of an error does not contain the text.
 * @throws Error if both variables are set, and if the file is empty or cannot be read
 */
export function settingText(env: Readonly<Record<string, string | undefined>>, name: string): string | undefined {
  const text = env[name]?.trim() || undefined;
  const file = env[`${name}${FILE}`]?.trim() || undefined;
  if (file === undefined) return text;
  if (text !== undefined) throw new Error(`${name} and ${name}${FILE} are both set: remove one of them`);
  const content = readSecret(name, file).trim();
  if (content === '') throw new Error(`${name}${FILE}=${file}: the file is empty`);
  return content;
}

function readSecret(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new Error(`${name}${FILE}=${file}: the file cannot be read (${code})`, { cause: error });
  }
}
