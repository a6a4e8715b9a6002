import { type Command, commonFlags, UsageFault } from './command.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

export const completionCommand = (commands: () => readonly Command[]): Command => ({
  name: 'completion',
  summary: 'Print what lets a shell complete commands and flags',
  usage: 'bash|zsh|fish',
  words: 1,
  examples: [
    'slipway completion bash >> ~/.bashrc',
    'slipway completion zsh > ~/.zfunc/_slipway      # a folder of your fpath',
    'slipway completion fish > ~/.config/fish/completions/slipway.fish',
  ],
  async run({ words, screen }) {
    const shell = SHELLS.find((each) => each === words[0]);
    if (shell === undefined) throw new UsageFault('Which shell? bash, zsh or fish.');
    const text = { bash, zsh, fish }[shell](commands());
    screen.print(text);
    return screen.tell({ success: true, shell });
  },
});

const flagsOf = ({ flags = {} }: Command): string[] =>
  Object.keys({ ...commonFlags, ...flags }).map((name) => `--${name}`);
const firstWords = (commands: readonly Command[]): string[] => [
  ...new Set(commands.map(({ name }) => name.split(' ')[0] ?? name)),
];

/** The flags of every command that begins with a word, and its second words. */
const afterFirst = (commands: readonly Command[], first: string): string[] => {
  const own = commands.filter(({ name }) => name.split(' ')[0] === first);
  return [
    ...new Set([...own.flatMap(({ name }) => name.split(' ').slice(1)), ...own.flatMap(flagsOf)]),
  ];
};

const bash = (commands: readonly Command[]): string => `_slipway() {
  local word="\${COMP_WORDS[COMP_CWORD]}"
  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W "${firstWords(commands).join(' ')}" -- "$word")); return; fi
  case "\${COMP_WORDS[1]}" in
${firstWords(commands)
  .map(
    (first) =>
      `    ${first}) COMPREPLY=($(compgen -f -W "${afterFirst(commands, first).join(' ')}" -- "$word")) ;;`,
  )
  .join('\n')}
  esac
}
complete -o filenames -F _slipway slipway
`;

const zsh = (commands: readonly Command[]): string => `#compdef slipway
_slipway() {
  if (( CURRENT == 2 )); then compadd ${firstWords(commands).join(' ')}; return; fi
  case "$words[2]" in
${firstWords(commands)
  .map((first) => `    ${first}) compadd -- ${afterFirst(commands, first).join(' ')}; _files ;;`)
  .join('\n')}
  esac
}
compdef _slipway slipway
`;

const fish = (commands: readonly Command[]): string =>
  [
    ...firstWords(commands).map(
      (first) => `complete -c slipway -n __fish_use_subcommand -a ${first}`,
    ),
    ...firstWords(commands).flatMap((first) =>
      afterFirst(commands, first).map((word) =>
        word.startsWith('--')
          ? `complete -c slipway -n '__fish_seen_subcommand_from ${first}' -l ${word.slice(2)}`
          : `complete -c slipway -n '__fish_seen_subcommand_from ${first}' -a ${word}`,
      ),
    ),
    '',
  ].join('\n');
