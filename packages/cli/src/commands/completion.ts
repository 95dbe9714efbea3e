import { Argument, type Command } from 'commander';
import { command, type AnswerWith } from '../cli.js';

/** What each shell is given. Every script asks the program that is typed, by `completion words`, for what may follow the words typed so far. */
const SCRIPTS = {
  bash: `_sluice() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$("\${COMP_WORDS[0]}" completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _sluice sluice`,
  zsh: `_sluice() {
  compadd -- \${(f)"$(\${words[1]} completion words -- \${words[2,CURRENT-1]} 2>/dev/null)"}
}
compdef _sluice sluice`,
  fish: `complete -c sluice -f -a '((commandline -opc)[1] completion words -- (commandline -opc)[2..] 2>/dev/null)'`,
} as const;

type Shell = keyof typeof SCRIPTS;

/** `sluice completion <shell>`. */
export const completion = (answer: AnswerWith): Command =>
  command('completion', 'Print a script that completes commands and options in a shell', [
    ['sluice completion bash >> ~/.bashrc', 'then open a new shell'],
    ['sluice completion zsh >> ~/.zshrc', 'after compinit'],
    ['sluice completion fish > ~/.config/fish/completions/sluice.fish', 'read at the next start'],
  ])
    .addArgument(new Argument('<shell>', 'which shell').choices([...Object.keys(SCRIPTS), 'words']))
    .argument('[words...]', 'with `words`: what was typed so far')
    .action((shell: Shell | 'words', words: readonly string[], _options: object, self: Command) => {
      const text = shell === 'words' ? completions(self.parent ?? self, words).join('\n') : SCRIPTS[shell];
      return answer(() => Promise.resolve({ value: text, human: () => text }));
    });

/** Names of commands and options that may follow the words. @param program the whole command line */
function completions(program: Command, words: readonly string[]): readonly string[] {
  const current = words.reduce<Command>(
    (at, word) => at.commands.find((child) => child.name() === word) ?? at,
    program,
  );
  const names = current.commands.map((child) => child.name());
  const options = current.options.flatMap(({ long }) => (typeof long === 'string' ? [long] : []));
  return [...names, ...(current === program ? ['help'] : []), ...options, '--help'];
}
