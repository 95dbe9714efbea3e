import { InvalidArgumentError, type Command } from 'commander';

/** `-x`, `-xyz`, `--word` and the bare `--`; not a negative number, and not a single dash. */
const OPTION = /^-(?:-|[a-z])/i;

/**
 * Makes a command reject empty arguments, empty option values, and options in the place of a value. An unset shell variable
 * produces an empty word or shifts the next option into the place of the value:
 * `--release $UNSET --dry-run` would upload for real, as release `--dry-run`.
 * @param words the whole command line: a value that looks like an option is accepted as `--option=value`
 */
export function requireValues(command: Command, words: readonly string[]): void {
  for (const option of command.options) {
    const { long } = option;
    if (!option.required || long === undefined) continue;
    option.parseArg = checked(option.parseArg, (value) => {
      if (value.trim() === '') throw new InvalidArgumentError(EMPTY);
      if (!OPTION.test(value) || words.includes(`${long}=${value}`)) return;
      throw new InvalidArgumentError(
        `The value is missing: an option follows. If ${value} is the value, write ${long}=${value}`,
      );
    });
  }
  for (const argument of command.registeredArguments) {
    const collect: Parse = (value, previous) => [...((previous as readonly string[] | undefined) ?? []), value];
    argument.parseArg = checked(argument.parseArg ?? (argument.variadic ? collect : undefined), (value) => {
      if (value === '') throw new InvalidArgumentError(EMPTY);
    });
  }
}

const EMPTY = 'The value is empty. Is a shell variable unset?';

type Parse = (value: string, previous: unknown) => unknown;

/** Commander passes the previous value, which has any type. */
type CommanderParse = <Value>(value: string, previous: Value) => Value;

function checked(parse: CommanderParse | Parse | undefined, check: (value: string) => void): CommanderParse {
  const parsing: Parse = (value, previous) => {
    check(value);
    return parse === undefined ? value : parse(value, previous);
  };
  return parsing as CommanderParse;
}
