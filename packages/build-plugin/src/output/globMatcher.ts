const SPECIAL = /[.+^$()|[\]\\]/g;

function expressionOf(glob: string): RegExp {
  // A glob without a slash matches at every depth.
  const whole = glob.includes('/') ? glob.replace(/^\.?\//, '') : `**/${glob}`;
  let depth = 0;
  const source = whole.replace(SPECIAL, '\\$&').replace(/\*\*\/|\*\*|[*?{},]/g, (token) => {
    switch (token) {
      case '**/':
        return '(?:.*/)?';
      case '**':
        return '.*';
      case '*':
        return '[^/]*';
      case '?':
        return '[^/]';
      case '{':
        depth += 1;
        return '(?:';
      case '}':
        return depth-- > 0 ? ')' : '\\}';
      default:
        return depth > 0 ? '|' : ',';
    }
  });
  return new RegExp(`^${source}$`);
}

/**
 * Returns a function that tests whether a path matches a glob (`*` within a directory, `**` across directories, `?`, `{a,b}`; a
 * glob without `/` matches at every depth) or a regular expression.
 */
export function globMatcher(patterns: readonly (string | RegExp)[]): (path: string) => boolean {
  const expressions = patterns.map((pattern) => (typeof pattern === 'string' ? expressionOf(pattern) : pattern));
  // `search` ignores `lastIndex`, which expressions with the flag `g` keep.
  return (path) => expressions.some((expression) => path.search(expression) !== -1);
}
