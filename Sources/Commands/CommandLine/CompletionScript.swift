// SPDX-License-Identifier: Apache-2.0

/// The script that makes a shell ask this program what may stand at the cursor.
///
/// The parser's own scripts take the first word after `plan` for its folder, whatever it is, and so
/// know nothing of `plan diff`. These hold no list of commands at all: they cannot go stale.
enum CompletionScript {
    /// The script for `shell`.
    static func text(for shell: Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    private static let bash = #"""
        # Completion of cleanrules for bash 4.4 or later.
        _cleanrules() {
            local program="${1/#\~\//$HOME/}" current="$2" line name
            [ "$current" = = ] && current=''
            COMPREPLY=()
            while IFS='' read -r line; do
                case "$line" in
                :files | :folders)
                    compopt -o filenames 2>/dev/null
                    while IFS='' read -r name; do
                        COMPREPLY+=("$name")
                    done < <(compgen "-$([ "$line" = :files ] && echo f || echo d)" -- "$current")
                    ;;
                *) COMPREPLY+=("${line%%$'\t'*}") ;;
                esac
            done < <("$program" completions bash -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
        }
        complete -F _cleanrules cleanrules
        """#

    private static let zsh = #"""
        #compdef cleanrules
        # Completion of cleanrules for zsh.
        _cleanrules() {
            local line
            local -a described
            local -i found=1
            for line in "${(@f)$(${~words[1]} completions zsh -- \
                "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}"; do
                case "$line" in
                :files) _files && found=0 ;;
                :folders) _files -/ && found=0 ;;
                ?*) described+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}") ;;
                esac
            done
            (( $#described )) && _describe -V cleanrules described && found=0
            return found
        }
        if [ "$funcstack[1]" = _cleanrules ]; then
            _cleanrules "$@"
        else
            compdef _cleanrules cleanrules
        fi
        """#

    private static let fish = #"""
        # Completion of cleanrules for fish.
        function __cleanrules_complete
            set -l words (commandline -opc)
            set -l program (string replace -r '^~/' "$HOME/" -- $words[1])
            set -e words[1]
            set -l current (commandline -ct)
            for line in ($program completions fish -- $words "$current" 2>/dev/null)
                switch $line
                    case ':files'
                        __fish_complete_path "$current"
                    case ':folders'
                        __fish_complete_directories "$current" ''
                    case '*'
                        echo $line
                end
            end
        end
        complete -c cleanrules -f -a '(__cleanrules_complete)'
        """#
}
