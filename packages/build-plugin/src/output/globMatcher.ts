const SPECIAL = /[.+^$()|[\]\\]/g;

function expressionOf(glob: string): RegExp {
  // Without a slash it holds at every depth.
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
 * Whether a path matches one of these: globs (`*` within a folder, `**` over folders, `?`, `{a,b}`; one without a `/` holds
 * at every depth) or expressions.
 */
export function globMatcher(patterns: readonly (string | RegExp)[]): (path: string) => boolean {
  const expressions = patterns.map((pattern) => (typeof pattern === 'string' ? expressionOf(pattern) : pattern));
  // `search` minds no state: an expression with the flag `g` has one.
  return (path) => expressions.some((expression) => path.search(expression) !== -1);
}
