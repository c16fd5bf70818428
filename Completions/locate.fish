# fish completion for locate (LocationKit); made by "locate completions fish".
complete -c locate -e
complete -c locate -f
complete -c locate -n '__fish_use_subcommand' -a reverse -d 'say what a place is called'
complete -c locate -n '__fish_use_subcommand' -a data -d 'look at the built-in places, or build a file of them'
complete -c locate -n '__fish_use_subcommand' -a help -d 'show the help of a command'
complete -c locate -n '__fish_use_subcommand' -a completions -d 'print the completion script for a shell'
complete -c locate -n '__fish_use_subcommand' -l timeout -x -d 'give up after S seconds (default: 30; with --watch: never)'
complete -c locate -n '__fish_use_subcommand' -l no-satellite-timeout -x -d 'give up after S seconds with no satellite in view (default: off)'
complete -c locate -n '__fish_use_subcommand' -l accuracy -x -d 'end once the accuracy is M metres or better; 0: never early (default: 100)'
complete -c locate -n '__fish_use_subcommand' -l max-age -x -d 'take no position older than S seconds (default: 5)'
complete -c locate -n '__fish_use_subcommand' -l settle -x -d 'once accurate enough, keep the best for S seconds more (default: 0)'
complete -c locate -n '__fish_use_subcommand' -l require -x -a '2d 3d dgps rtk' -d 'take no fix of less than this'
complete -c locate -n '__fish_use_subcommand' -l strict -d 'end with status 75 when the accuracy was not reached in time'
complete -c locate -n '__fish_use_subcommand' -l watch -d 'print each update until interrupted'
complete -c locate -n '__fish_use_subcommand' -l count -x -d 'end after N updates; implies --watch'
complete -c locate -n '__fish_use_subcommand' -l gpsd -x -d 'the gpsd to ask (default: localhost:2947)'
complete -c locate -n '__fish_use_subcommand' -l device -r -F -d 'use only this receiver, as gpsd names it'
complete -c locate -n '__fish_use_subcommand' -l replay -r -F -d 'play a recording (gpsd JSON, NMEA or GPX) without gpsd'
complete -c locate -n '__fish_use_subcommand' -l speed -x -d 'play X times as fast; 0: as fast as possible (default: 1)'
complete -c locate -n '__fish_use_subcommand' -l simulate -r -F -d 'play a recording through a private gpsd of its own'
complete -c locate -n '__fish_use_subcommand' -l record -r -F -d 'keep the raw session for --replay and bug reports'
complete -c locate -n '__fish_use_subcommand' -l no-address -d 'do not look up the address'
complete -c locate -n '__fish_use_subcommand' -l language -x -d 'languages of the address, best first'
complete -c locate -n '__fish_use_subcommand' -l format -x -a 'text json geojson csv nmea' -d 'form of the output (default: text)'
complete -c locate -n '__fish_use_subcommand' -l json -d 'the same as --format json'
complete -c locate -n '__fish_use_subcommand' -l template -x -d 'print STRING, each %keyword replaced by its value; %% is a percent sign'
complete -c locate -n '__fish_use_subcommand' -l quiet -d 'print neither hints nor progress on standard error'
complete -c locate -n '__fish_use_subcommand' -s h -l help -d 'show help'
complete -c locate -n '__fish_use_subcommand' -l version -d 'show the version'
complete -c locate -n '__fish_seen_subcommand_from reverse' -s i -l input -r -F -d 'read points from FILE, or from standard input for -'
complete -c locate -n '__fish_seen_subcommand_from reverse' -l input-format -x -a 'csv ndjson geojson gpx' -d 'what the input is (default: by its name, else by its beginning)'
complete -c locate -n '__fish_seen_subcommand_from reverse' -l provider -x -a 'auto world' -d 'who is asked (default: auto, the built-in world)'
complete -c locate -n '__fish_seen_subcommand_from reverse' -l language -x -d 'languages of the names, best first (default: the environment'\''s)'
complete -c locate -n '__fish_seen_subcommand_from reverse' -l format -x -a 'text json csv ndjson geojson' -d 'form of the output (default: text for one point, for a file the form of the input, csv for gpx)'
complete -c locate -n '__fish_seen_subcommand_from reverse' -l json -d 'the same as --format json'
complete -c locate -n '__fish_seen_subcommand_from reverse' -l template -x -d 'print STRING, each %keyword replaced by its value; %% is a percent sign'
complete -c locate -n '__fish_seen_subcommand_from reverse' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from data; and not __fish_seen_subcommand_from info' -a info -d 'say what the built-in places are, where they come from and under which licence'
complete -c locate -n '__fish_seen_subcommand_from data; and not __fish_seen_subcommand_from info' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from data; and __fish_seen_subcommand_from info' -l json -d 'print one JSON object'
complete -c locate -n '__fish_seen_subcommand_from data; and __fish_seen_subcommand_from info' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from help' -a reverse
complete -c locate -n '__fish_seen_subcommand_from help' -a data
complete -c locate -n '__fish_seen_subcommand_from help' -a help
complete -c locate -n '__fish_seen_subcommand_from help' -a completions
complete -c locate -n '__fish_seen_subcommand_from help' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from completions' -a bash
complete -c locate -n '__fish_seen_subcommand_from completions' -a zsh
complete -c locate -n '__fish_seen_subcommand_from completions' -a fish
complete -c locate -n '__fish_seen_subcommand_from completions' -s h -l help -d 'show help'
