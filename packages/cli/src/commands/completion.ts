import { Argument, type Command } from 'commander';
import { command, type AnswerWith } from '../cli.js';
import { completions } from '../completions.js';

/** The hidden command that completion scripts call. */
const ASK = '__complete';

/**
 * Completion script per shell. It calls the typed program and falls back to file names if no candidate matches; fish also
 * offers file names beside options.
 */
const SCRIPTS = {
  bash: `_sluice() {
  local IFS=$'\\n' current="\${COMP_WORDS[COMP_CWORD]#=}"
  COMPREPLY=($(compgen -W "$("\${COMP_WORDS[0]}" ${ASK} -- "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null)" -- "$current"))
}
complete -o default -F _sluice sluice`,
  zsh: `_sluice() {
  local -a offered=(\${(f)"$(\${words[1]} ${ASK} -- \${words[2,CURRENT-1]} 2>/dev/null)"})
  compadd -- $offered || _files
}
compdef _sluice sluice`,
  fish: `function __sluice_complete
  set -l words (commandline -opc)
  $words[1] ${ASK} -- $words[2..] 2>/dev/null
end
function __sluice_has_words
  __sluice_complete | string match -qr '^[^-]'
end
complete -c sluice -f -n __sluice_has_words
complete -c sluice -a '(__sluice_complete)'`,
} as const;

type Shell = keyof typeof SCRIPTS;

/** `sluice completion <shell>`. */
export const completion = (answer: AnswerWith): Command =>
  command('completion', 'Print a script that completes commands, options and their values in a shell', [
    ['sluice completion bash >> ~/.bashrc', 'then open a new shell'],
    ['sluice completion zsh >> ~/.zshrc', 'after compinit'],
    ['sluice completion fish > ~/.config/fish/completions/sluice.fish', 'read at the next start'],
  ])
    .addArgument(new Argument('<shell>', 'which shell').choices(Object.keys(SCRIPTS)))
    .action((shell: Shell) => answer(() => Promise.resolve({ value: SCRIPTS[shell], human: () => SCRIPTS[shell] })));

/** Called by the scripts of {@link completion}: `sluice __complete -- <words…>` prints candidates, one per line. */
export const complete = (answer: AnswerWith): Command =>
  command(ASK, 'Print completion candidates', [[`sluice ${ASK} -- issues`, 'called by the shell']])
    .argument('[words...]', 'typed so far')
    .action((words: readonly string[], _options: object, self: Command) => {
      const offered = completions(self.parent ?? self, words);
      return answer(() => Promise.resolve({ value: offered, human: () => offered.join('\n') }));
    });
