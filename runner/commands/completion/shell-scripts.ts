// Writes the completion scripts of three shells from the table of commands.
import type {CommandRow, OptionRow} from './command-table.ts';
import {fishQuoted, singleQuoted} from '../../../base/text/shell-word.ts';

/** Shell → its script. */
export const completionScripts: {readonly [shell: string]: (commands: readonly CommandRow[]) => string} = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

const note = 'Completion of touchstone, made by `touchstone completion`; make it again after an update.';

function bashScript(commands: readonly CommandRow[]): string {
  const cases = commands.map(
    ({name, options}) => `    ${name}) options=${singleQuoted([...namesOf(options), '--help'].join(' '))} ;;`,
  );
  const choices = commands.flatMap(({name, options}) =>
    withChoices(options).flatMap(option =>
      option.names.map(
        flag =>
          `    ${name}\\ ${flag}) COMPREPLY=($(compgen -W ${singleQuoted(option.choices.join(' '))} -- "$word")); return ;;`,
      ),
    ),
  );
  const values = commands.map(({name, options}) => {
    const flags = options.filter(({value}) => value !== undefined).flatMap(({names}) => names);
    return `    ${name}) valued=${singleQuoted(` ${flags.join(' ')} `)} ;;`;
  });
  return `# ${note}
# Use it now:  source <(touchstone completion bash)
_touchstone() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD - 1]}" command="\${COMP_WORDS[1]}"
  local options="" valued=""
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W ${singleQuoted([...commands.map(({name}) => name), '--help', '--version'].join(' '))} -- "$word"))
    return
  fi
  case "$command $before" in
${choices.join('\n')}
  esac
  case "$command" in
${values.join('\n')}
  esac
  # After an option that takes a value, and for operands, the shell offers files.
  if [[ "$valued" == *" $before "* ]]; then return; fi
  case "$command" in
${cases.join('\n')}
  esac
  if [[ "$word" == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$word")); fi
}
complete -o default -o bashdefault -F _touchstone touchstone
`;
}

function zshScript(commands: readonly CommandRow[]): string {
  const rows = commands.map(({name, summary}) => `    ${singleQuoted(`${name}:${withoutColons(summary)}`)}`);
  const cases = commands.map(({name, options}) => {
    const lines = options.flatMap(option =>
      option.names.map(flag => `        ${singleQuoted(zshOption(flag, option))}`),
    );
    return `      ${name})\n        _arguments -s \\\n${[...lines, "        '*:file:_files'"].join(' \\\n')}\n        ;;`;
  });
  return `#compdef touchstone
# ${note}
# Use it now:  source <(touchstone completion zsh)
_touchstone() {
  local -a commands
  local context state line
  commands=(
${rows.join('\n')}
  )
  _arguments -C '1:command:->command' '*::operand:->operand'
  case "$state" in
    command) _describe -t commands 'command' commands ;;
    operand)
      case "$words[1]" in
${cases.join('\n')}
      esac
      ;;
  esac
}
if [ "$funcstack[1]" = "_touchstone" ]; then _touchstone "$@"; else compdef _touchstone touchstone; fi
`;
}

function zshOption(flag: string, {about, value, choices}: OptionRow): string {
  const text = about.replaceAll(/[[\]]/g, '').replaceAll(':', ' -');
  if (value === undefined) return `${flag}[${text}]`;
  const offered = choices.length > 0 ? `(${choices.join(' ')})` : '_files';
  return `${flag}[${text}]:${value.replaceAll(/[<>[\]:]/g, '')}:${offered}`;
}

function fishScript(commands: readonly CommandRow[]): string {
  const lines = commands.flatMap(({name, summary, options}) => [
    `complete -c touchstone -n __fish_use_subcommand -f -a ${name} -d ${fishQuoted(summary)}`,
    ...options.map(option => fishOption(name, option)),
  ]);
  return `# ${note}
# Use it now:  touchstone completion fish | source
${lines.join('\n')}
`;
}

function fishOption(command: string, {names, about, value, choices}: OptionRow): string {
  const flags = names.map(name => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  const values = value === undefined ? '' : choices.length > 0 ? ` -x -a ${fishQuoted(choices.join(' '))}` : ' -r';
  return `complete -c touchstone -n '__fish_seen_subcommand_from ${command}' ${flags.join(' ')}${values} -d ${fishQuoted(about)}`;
}

function namesOf(options: readonly OptionRow[]): readonly string[] {
  return options.flatMap(({names}) => names);
}

function withChoices(options: readonly OptionRow[]): readonly OptionRow[] {
  return options.filter(({choices}) => choices.length > 0);
}

function withoutColons(text: string): string {
  return text.replaceAll(':', ' -');
}
