# fish completion for locate (LocationKit); made by "locate completions fish".
complete -c locate -e
complete -c locate -f
complete -c locate -n '__fish_use_subcommand' -a reverse -d 'name the place at a position'
complete -c locate -n '__fish_use_subcommand' -a search -d 'say where the place of a name is'
complete -c locate -n '__fish_use_subcommand' -a format -d 'write addresses in the form of their countries'
complete -c locate -n '__fish_use_subcommand' -a photos -d 'list, watch and show photos in folders, and write where they were taken'
complete -c locate -n '__fish_use_subcommand' -a track -d 'record where it goes, and look at and export what was recorded'
complete -c locate -n '__fish_use_subcommand' -a data -d 'look at the built-in places, or build a file of them'
complete -c locate -n '__fish_use_subcommand' -a settings -d 'keep other defaults for options'
complete -c locate -n '__fish_use_subcommand' -a help -d 'show the help of a command'
complete -c locate -n '__fish_use_subcommand' -a completions -d 'print the completion script for a shell'
complete -c locate -n '__fish_use_subcommand' -l timeout -x -d 'give up after S seconds (default: 30; with --watch: never)'
complete -c locate -n '__fish_use_subcommand' -l no-satellite-timeout -x -d 'give up after S seconds with no satellite in view (default: off)'
complete -c locate -n '__fish_use_subcommand' -l accuracy -x -d 'end once the accuracy is M metres or better; 0: never early (default: 100)'
complete -c locate -n '__fish_use_subcommand' -l max-age -x -d 'ignore positions older than S seconds (default: 5)'
complete -c locate -n '__fish_use_subcommand' -l settle -x -d 'once accurate enough, keep the best for S seconds more (default: 0)'
complete -c locate -n '__fish_use_subcommand' -l require -x -a '2d 3d dgps rtk' -d 'accept no fix of a lower kind'
complete -c locate -n '__fish_use_subcommand' -l strict -d 'end with status 75 when the accuracy was not reached in time'
complete -c locate -n '__fish_use_subcommand' -l watch -d 'print each update until interrupted'
complete -c locate -n '__fish_use_subcommand' -s n -l count -x -d 'end after N updates; implies --watch'
complete -c locate -n '__fish_use_subcommand' -l gpsd -x -d 'the gpsd to ask (default: localhost:2947)'
complete -c locate -n '__fish_use_subcommand' -l device -r -F -d 'use only this receiver, as gpsd names it'
complete -c locate -n '__fish_use_subcommand' -l replay -r -F -d 'play a recording (gpsd JSON, NMEA or GPX) without gpsd; - is standard input'
complete -c locate -n '__fish_use_subcommand' -l speed -x -d 'play X times as fast; 0: as fast as possible (default: 1)'
complete -c locate -n '__fish_use_subcommand' -l simulate -r -F -d 'play a recording through a private gpsd of its own; - is standard input'
complete -c locate -n '__fish_use_subcommand' -l record -r -F -d 'keep the raw session for --replay and bug reports'
complete -c locate -n '__fish_use_subcommand' -l no-address -d 'do not look up the address'
complete -c locate -n '__fish_use_subcommand' -l provider -x -a 'auto world nominatim photon' -d 'what answers (default: auto, the built-in world; a web service only when it is named)'
complete -c locate -n '__fish_use_subcommand' -l language -x -d 'languages of the address, best first'
complete -c locate -n '__fish_use_subcommand' -s f -l format -x -a 'text json csv geojson nmea' -d 'output format (default: text)'
complete -c locate -n '__fish_use_subcommand' -l json -d 'the same as --format json'
complete -c locate -n '__fish_use_subcommand' -l template -x -d 'print STRING, each %keyword replaced by its value; %% is a percent sign'
complete -c locate -n '__fish_use_subcommand' -l csv-safe -d 'in CSV, put '\'' in front of texts that a spreadsheet would take for formulas'
complete -c locate -n '__fish_use_subcommand' -s q -l quiet -d 'print neither hints nor progress on standard error'
complete -c locate -n '__fish_use_subcommand' -l corrections -r -F -d 'names of your own for areas and points, which outrank all others: GeoJSON; none for no file of the settings'
complete -c locate -n '__fish_use_subcommand' -l salvage -d 'of a damaged file of corrections use the sound features, and say so'
complete -c locate -n '__fish_use_subcommand' -l server -x -d 'address of the web service (default: the public one, which requires --user-agent)'
complete -c locate -n '__fish_use_subcommand' -l user-agent -x -d 'identity to send, which public services require: '\''NAME/VERSION (MAIL OR PAGE)'\'''
complete -c locate -n '__fish_use_subcommand' -l web-timeout -x -d 'print the built-in address when the web has none after S seconds (default: 10)'
complete -c locate -n '__fish_use_subcommand' -l no-cache -d 'neither take answers of the web from the cache nor keep them there'
complete -c locate -n '__fish_use_subcommand' -l privacy -x -d 'round points to a grid of METERS before they leave this machine (default: 0)'
complete -c locate -n '__fish_use_subcommand' -l color -x -a 'auto always never' -d 'colours: on a terminal, always or never (default: auto)'
complete -c locate -n '__fish_use_subcommand' -s h -l help -d 'show help'
complete -c locate -n '__fish_use_subcommand' -s V -l version -d 'show the version'
complete -c locate -n '__fish_seen_subcommand_from reverse' -s i -l input -r -F -d 'read points from FILE, or from standard input for -'
complete -c locate -n '__fish_seen_subcommand_from reverse' -l input-format -x -a 'csv json ndjson geojson gpx' -d 'what the input is (default: by its name, else by its beginning); json is an array, ndjson one object a line'
complete -c locate -n '__fish_seen_subcommand_from reverse' -l provider -x -a 'auto world nominatim photon' -d 'what answers (default: auto, the built-in world; a web service only when it is named)'
complete -c locate -n '__fish_seen_subcommand_from reverse' -l language -x -d 'languages of the names, best first (default: settings, then environment)'
complete -c locate -n '__fish_seen_subcommand_from reverse' -s f -l format -x -a 'text json csv ndjson geojson' -d 'output format (default: text for one point, for a file the form of the input, csv for gpx)'
complete -c locate -n '__fish_seen_subcommand_from reverse' -l json -d 'the same as --format json'
complete -c locate -n '__fish_seen_subcommand_from reverse' -l template -x -d 'print STRING, each %keyword replaced by its value; %% is a percent sign'
complete -c locate -n '__fish_seen_subcommand_from reverse' -l csv-safe -d 'in CSV, put '\'' in front of texts that a spreadsheet would take for formulas'
complete -c locate -n '__fish_seen_subcommand_from reverse' -s q -l quiet -d 'print neither hints nor progress nor a summary on standard error; errors still are'
complete -c locate -n '__fish_seen_subcommand_from reverse' -l corrections -r -F -d 'names of your own for areas and points, which outrank all others: GeoJSON; none for no file of the settings'
complete -c locate -n '__fish_seen_subcommand_from reverse' -l salvage -d 'of a damaged file of corrections use the sound features, and say so'
complete -c locate -n '__fish_seen_subcommand_from reverse' -l server -x -d 'address of the web service (default: the public one, which requires --user-agent)'
complete -c locate -n '__fish_seen_subcommand_from reverse' -l user-agent -x -d 'identity to send, which public services require: '\''NAME/VERSION (MAIL OR PAGE)'\'''
complete -c locate -n '__fish_seen_subcommand_from reverse' -l timeout -x -d 'give a question to the web up after S seconds (default: 30; setting: web-timeout)'
complete -c locate -n '__fish_seen_subcommand_from reverse' -l no-cache -d 'neither take answers of the web from the cache nor keep them there'
complete -c locate -n '__fish_seen_subcommand_from reverse' -l privacy -x -d 'round points to a grid of METERS before they leave this machine (default: 0)'
complete -c locate -n '__fish_seen_subcommand_from reverse' -l color -x -a 'auto always never' -d 'colours: on a terminal, always or never (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from reverse' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from search' -l language -x -d 'languages of the names, best first (default: settings, then environment)'
complete -c locate -n '__fish_seen_subcommand_from search' -s n -l limit -x -d 'print at most N matches (default: 10; for each line of --input: 1)'
complete -c locate -n '__fish_seen_subcommand_from search' -l near -x -d 'print the matches nearest to this point first, with their distance'
complete -c locate -n '__fish_seen_subcommand_from search' -s i -l input -r -F -d 'read names from FILE, one a line, or from standard input for -'
complete -c locate -n '__fish_seen_subcommand_from search' -s f -l format -x -a 'text json csv ndjson geojson' -d 'output format; json and ndjson print one object a line (default: text)'
complete -c locate -n '__fish_seen_subcommand_from search' -l json -d 'the same as --format json'
complete -c locate -n '__fish_seen_subcommand_from search' -l template -x -d 'print STRING, each %keyword replaced by its value; %% is a percent sign'
complete -c locate -n '__fish_seen_subcommand_from search' -l csv-safe -d 'in CSV, put '\'' in front of texts that a spreadsheet would take for formulas'
complete -c locate -n '__fish_seen_subcommand_from search' -l provider -x -a 'auto world nominatim photon' -d 'what answers (default: auto, the built-in world; a web service only when it is named)'
complete -c locate -n '__fish_seen_subcommand_from search' -s q -l quiet -d 'print neither hints nor a summary on standard error; errors still are'
complete -c locate -n '__fish_seen_subcommand_from search' -l server -x -d 'address of the web service (default: the public one, which requires --user-agent)'
complete -c locate -n '__fish_seen_subcommand_from search' -l user-agent -x -d 'identity to send, which public services require: '\''NAME/VERSION (MAIL OR PAGE)'\'''
complete -c locate -n '__fish_seen_subcommand_from search' -l timeout -x -d 'give a question to the web up after S seconds (default: 30; setting: web-timeout)'
complete -c locate -n '__fish_seen_subcommand_from search' -l no-cache -d 'neither take answers of the web from the cache nor keep them there'
complete -c locate -n '__fish_seen_subcommand_from search' -l color -x -a 'auto always never' -d 'colours: on a terminal, always or never (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from search' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from format' -s i -l input -r -F -d 'read FILE, or standard input for - (default: standard input)'
complete -c locate -n '__fish_seen_subcommand_from format' -l style -x -a 'display postal' -d 'to be read, or for a letter (default: display)'
complete -c locate -n '__fish_seen_subcommand_from format' -l language -x -d 'language of the form, where a country has several (default: that of the names)'
complete -c locate -n '__fish_seen_subcommand_from format' -l abbreviate -d 'shorten words of streets: Ave, Str., Bd'
complete -c locate -n '__fish_seen_subcommand_from format' -l no-country -d 'leave the country out'
complete -c locate -n '__fish_seen_subcommand_from format' -l json -d 'print {"lines":[...],"string":"..."}, one object a line'
complete -c locate -n '__fish_seen_subcommand_from format' -s q -l quiet -d 'print neither hints nor a summary on standard error; errors still are'
complete -c locate -n '__fish_seen_subcommand_from format' -l color -x -a 'auto always never' -d 'colours: on a terminal, always or never (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from format' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from photos; and not __fish_seen_subcommand_from list geotag place tag strip sort undo watch thumbnail' -a list -d 'list photos and videos, with when and where they were taken'
complete -c locate -n '__fish_seen_subcommand_from photos; and not __fish_seen_subcommand_from list geotag place tag strip sort undo watch thumbnail' -a geotag -d 'write into photos where they were taken, by when they were taken and where a track was then'
complete -c locate -n '__fish_seen_subcommand_from photos; and not __fish_seen_subcommand_from list geotag place tag strip sort undo watch thumbnail' -a place -d 'write a position that you give into photos'
complete -c locate -n '__fish_seen_subcommand_from photos; and not __fish_seen_subcommand_from list geotag place tag strip sort undo watch thumbnail' -a tag -d 'write the names of their places into photos that have a position'
complete -c locate -n '__fish_seen_subcommand_from photos; and not __fish_seen_subcommand_from list geotag place tag strip sort undo watch thumbnail' -a strip -d 'take out of photos where they were taken, as before sharing them'
complete -c locate -n '__fish_seen_subcommand_from photos; and not __fish_seen_subcommand_from list geotag place tag strip sort undo watch thumbnail' -a sort -d 'move photos into folders by when and where they were taken'
complete -c locate -n '__fish_seen_subcommand_from photos; and not __fish_seen_subcommand_from list geotag place tag strip sort undo watch thumbnail' -a undo -d 'make photos byte for byte what they were before geotag, place, tag or strip, and put sorted ones back'
complete -c locate -n '__fish_seen_subcommand_from photos; and not __fish_seen_subcommand_from list geotag place tag strip sort undo watch thumbnail' -a watch -d 'print what happens to photos until interrupted'
complete -c locate -n '__fish_seen_subcommand_from photos; and not __fish_seen_subcommand_from list geotag place tag strip sort undo watch thumbnail' -a thumbnail -d 'write a small image of a photo or video'
complete -c locate -n '__fish_seen_subcommand_from photos; and not __fish_seen_subcommand_from list geotag place tag strip sort undo watch thumbnail' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from list' -l group -x -a 'all year month week day hour moment place' -d 'put together what belongs together: by the calendar, weeks from Monday on; by moments, at about the same time and place; by country, state and city'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from list' -l filter -x -a 'photo video screenshot located jpeg png webp gif tiff heic avif raw mp4 mov mkv' -d 'list only what one of the words fits (may be repeated)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from list' -l sort -x -a 'ascending descending' -d 'oldest or newest first (default: ascending)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from list' -l near -x -d 'list only what was taken within RADIUS metres of a point'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from list' -l place -x -d 'list only what was taken there: a city, a state, a country or its code'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from list' -l language -x -d 'languages of the names of positions, best first (default: settings, then environment)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from list' -s q -l quiet -d 'print neither progress nor a summary on standard error; errors still are'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from list' -l corrections -r -F -d 'names of your own for areas and points, which outrank all others: GeoJSON; none for no file of the settings'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from list' -l salvage -d 'of a damaged file of corrections use the sound features, and say so'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from list' -s f -l format -x -a 'text json csv geojson' -d 'output format; json prints one object a line (default: text)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from list' -l json -d 'the same as --format json'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from list' -l template -x -d 'print STRING, each %keyword replaced by its value; %% is a percent sign'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from list' -l csv-safe -d 'in CSV, put '\'' in front of texts that a spreadsheet would take for formulas'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from list' -l files-from -r -F -d 'take folders and photos also from a list, one path a line; - is standard input'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from list' -s 0 -l null -d 'the paths of the list end with a zero byte, as find -print0 writes them'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from list' -l color -x -a 'auto always never' -d 'colours: on a terminal, always or never (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from list' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -l track -r -F -d 'a file of tracks (may be repeated); - is standard input'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -l from-photos -r -F -d 'photos that have positions, such as those of a phone, which place others taken near their time (may be repeated)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -l salvage -d 'of a damaged file of tracks use what is whole, and say so'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -l offset -x -d 'add seconds, or hours, minutes and seconds, to the times of cameras, or find out how many (default: 0)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -l camera -x -d 'write only photos of cameras whose make or model has NAME in it; others still help'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -l time-zone -x -d 'the zone of clocks that state none, such as Asia/Tokyo or +09:00'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -l max-gap -x -d 'interpolate between points that are at most S seconds apart, and take the positions of photos that far away (default: 1800)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -l max-extrapolation -x -d 'let the nearest point stand for S seconds beside it (default: 1800)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -l policy -x -a 'keep replace replace-if-worse' -d 'what happens to photos that have a position (default: keep); worse is what says that it is less accurate'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -l sidecar -d 'write sidecars only, and never a photo'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -s n -l dry-run -d 'print what would be done, and write nothing; what an interrupted run has left stays there as well'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -s j -l jobs -x -d 'write N photos at the same time (default: as many as there are processors)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -l keep-time -d 'keep the files'\'' time of modification (default: backups see the change)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -s f -l format -x -a 'text json csv' -d 'output format; json prints one object a line (default: text)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -l json -d 'the same as --format json'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -l template -x -d 'print STRING, each %keyword replaced by its value; %% is a percent sign'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -l csv-safe -d 'in CSV, put '\'' in front of texts that a spreadsheet would take for formulas'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -s q -l quiet -d 'print neither progress nor a summary on standard error; errors still are'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -l files-from -r -F -d 'take folders and photos also from a list, one path a line; - is standard input'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -s 0 -l null -d 'the paths of the list end with a zero byte, as find -print0 writes them'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -l color -x -a 'auto always never' -d 'colours: on a terminal, always or never (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from place' -l at -x -d 'the position, or the name of a place'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from place' -l like -r -F -d 'the position of another photo'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from place' -l language -x -d 'languages of messages about a name, best first (default: settings, then environment)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from place' -l policy -x -a 'keep replace replace-if-worse' -d 'what happens to photos that have a position (default: keep); worse is what says that it is less accurate'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from place' -l sidecar -d 'write sidecars only, and never a photo'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from place' -s n -l dry-run -d 'print what would be done, and write nothing; what an interrupted run has left stays there as well'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from place' -s j -l jobs -x -d 'write N photos at the same time (default: as many as there are processors)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from place' -l keep-time -d 'keep the files'\'' time of modification (default: backups see the change)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from place' -s f -l format -x -a 'text json csv' -d 'output format; json prints one object a line (default: text)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from place' -l json -d 'the same as --format json'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from place' -l template -x -d 'print STRING, each %keyword replaced by its value; %% is a percent sign'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from place' -l csv-safe -d 'in CSV, put '\'' in front of texts that a spreadsheet would take for formulas'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from place' -s q -l quiet -d 'print neither progress nor a summary on standard error; errors still are'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from place' -l files-from -r -F -d 'take folders and photos also from a list, one path a line; - is standard input'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from place' -s 0 -l null -d 'the paths of the list end with a zero byte, as find -print0 writes them'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from place' -l color -x -a 'auto always never' -d 'colours: on a terminal, always or never (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from place' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -l provider -x -a 'auto world nominatim photon' -d 'what answers (default: auto, the built-in world; a web service only when it is named)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -l language -x -d 'languages of the names, best first (default: settings, then environment)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -l policy -x -a 'keep replace' -d 'what happens to names that a photo has (default: keep)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -l keywords -d 'add the names to the photo'\''s keywords too'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -l sidecar -d 'write sidecars only, and never a photo'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -l corrections -r -F -d 'names of your own for areas and points, which outrank all others: GeoJSON; none for no file of the settings'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -l salvage -d 'of a damaged file of corrections use the sound features, and say so'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -s n -l dry-run -d 'print what would be done, and write nothing; what an interrupted run has left stays there as well'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -s j -l jobs -x -d 'write N photos at the same time (default: as many as there are processors)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -l keep-time -d 'keep the files'\'' time of modification (default: backups see the change)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -s f -l format -x -a 'text json csv' -d 'output format; json prints one object a line (default: text)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -l json -d 'the same as --format json'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -l template -x -d 'print STRING, each %keyword replaced by its value; %% is a percent sign'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -l csv-safe -d 'in CSV, put '\'' in front of texts that a spreadsheet would take for formulas'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -s q -l quiet -d 'print neither progress nor a summary on standard error; errors still are'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -l files-from -r -F -d 'take folders and photos also from a list, one path a line; - is standard input'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -s 0 -l null -d 'the paths of the list end with a zero byte, as find -print0 writes them'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -l server -x -d 'address of the web service (default: the public one, which requires --user-agent)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -l user-agent -x -d 'identity to send, which public services require: '\''NAME/VERSION (MAIL OR PAGE)'\'''
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -l timeout -x -d 'give a question to the web up after S seconds (default: 30; setting: web-timeout)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -l no-cache -d 'neither take answers of the web from the cache nor keep them there'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -l privacy -x -d 'round points to a grid of METERS before they leave this machine (default: 0)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -l color -x -a 'auto always never' -d 'colours: on a terminal, always or never (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from strip' -l forget -d 'remove what locate photos undo would need, in the folders and all below'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from strip' -s n -l dry-run -d 'print what would be done, and write nothing; what an interrupted run has left stays there as well'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from strip' -s j -l jobs -x -d 'write N photos at the same time (default: as many as there are processors)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from strip' -l keep-time -d 'keep the files'\'' time of modification (default: backups see the change)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from strip' -s f -l format -x -a 'text json csv' -d 'output format; json prints one object a line (default: text)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from strip' -l json -d 'the same as --format json'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from strip' -l template -x -d 'print STRING, each %keyword replaced by its value; %% is a percent sign'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from strip' -l csv-safe -d 'in CSV, put '\'' in front of texts that a spreadsheet would take for formulas'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from strip' -s q -l quiet -d 'print neither progress nor a summary on standard error; errors still are'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from strip' -l files-from -r -F -d 'take folders and photos also from a list, one path a line; - is standard input'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from strip' -s 0 -l null -d 'the paths of the list end with a zero byte, as find -print0 writes them'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from strip' -l color -x -a 'auto always never' -d 'colours: on a terminal, always or never (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from strip' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from sort' -l into -x -a '(__fish_complete_directories)' -d 'the folder in which the pattern'\''s folders are made'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from sort' -l by -x -d 'what folders, and perhaps names, are made of, such as %country/%city/%Y-%m'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from sort' -l copy -d 'copy photos, and leave them where they are'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from sort' -l language -x -d 'languages of the names of places, best first (default: settings, then environment)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from sort' -s n -l dry-run -d 'print what would be moved, and move nothing'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from sort' -l corrections -r -F -d 'names of your own for areas and points, which outrank all others: GeoJSON; none for no file of the settings'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from sort' -l salvage -d 'of a damaged file of corrections use the sound features, and say so'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from sort' -s f -l format -x -a 'text json csv' -d 'output format; json prints one object a line (default: text)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from sort' -l json -d 'the same as --format json'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from sort' -l template -x -d 'print STRING, each %keyword replaced by its value; %% is a percent sign'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from sort' -l csv-safe -d 'in CSV, put '\'' in front of texts that a spreadsheet would take for formulas'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from sort' -s q -l quiet -d 'print neither progress nor a summary on standard error; errors still are'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from sort' -l files-from -r -F -d 'take folders and photos also from a list, one path a line; - is standard input'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from sort' -s 0 -l null -d 'the paths of the list end with a zero byte, as find -print0 writes them'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from sort' -l color -x -a 'auto always never' -d 'colours: on a terminal, always or never (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from sort' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from undo' -l all -d 'take back all runs, not only the newest'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from undo' -s j -l jobs -x -d 'write N photos at the same time (default: as many as there are processors)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from undo' -s f -l format -x -a 'text json csv' -d 'output format; json prints one object a line (default: text)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from undo' -l json -d 'the same as --format json'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from undo' -l template -x -d 'print STRING, each %keyword replaced by its value; %% is a percent sign'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from undo' -l csv-safe -d 'in CSV, put '\'' in front of texts that a spreadsheet would take for formulas'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from undo' -s q -l quiet -d 'print neither progress nor a summary on standard error; errors still are'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from undo' -l files-from -r -F -d 'take folders and photos also from a list, one path a line; - is standard input'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from undo' -s 0 -l null -d 'the paths of the list end with a zero byte, as find -print0 writes them'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from undo' -l color -x -a 'auto always never' -d 'colours: on a terminal, always or never (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from undo' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from watch' -l tag -d 'write the names of their places into photos that arrive'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from watch' -l provider -x -a 'auto world nominatim photon' -d 'what answers (default: auto, the built-in world; a web service only when it is named)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from watch' -l language -x -d 'languages of the names, best first (default: settings, then environment)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from watch' -s q -l quiet -d 'print neither progress nor hints on standard error; errors still are'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from watch' -l corrections -r -F -d 'names of your own for areas and points, which outrank all others: GeoJSON; none for no file of the settings'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from watch' -l salvage -d 'of a damaged file of corrections use the sound features, and say so'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from watch' -s f -l format -x -a 'text json csv' -d 'output format; json prints one object a line (default: text)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from watch' -l json -d 'the same as --format json'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from watch' -l template -x -d 'print STRING, each %keyword replaced by its value; %% is a percent sign'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from watch' -l csv-safe -d 'in CSV, put '\'' in front of texts that a spreadsheet would take for formulas'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from watch' -l files-from -r -F -d 'take folders and photos also from a list, one path a line; - is standard input'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from watch' -s 0 -l null -d 'the paths of the list end with a zero byte, as find -print0 writes them'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from watch' -l server -x -d 'address of the web service (default: the public one, which requires --user-agent)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from watch' -l user-agent -x -d 'identity to send, which public services require: '\''NAME/VERSION (MAIL OR PAGE)'\'''
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from watch' -l timeout -x -d 'give a question to the web up after S seconds (default: 30; setting: web-timeout)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from watch' -l no-cache -d 'neither take answers of the web from the cache nor keep them there'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from watch' -l privacy -x -d 'round points to a grid of METERS before they leave this machine (default: 0)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from watch' -l color -x -a 'auto always never' -d 'colours: on a terminal, always or never (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from watch' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from thumbnail' -s o -l output -r -F -d 'the file to write; - is standard output, as PNG unless --format says otherwise'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from thumbnail' -l size -x -d 'the longest side at most, in pixels (default: 256)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from thumbnail' -l square -d 'the middle as a square of N pixels; the rest is cut off evenly'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from thumbnail' -s f -l format -x -a 'png jpeg' -d 'what is written (default: by the name of the output)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from thumbnail' -l color -x -a 'auto always never' -d 'colours: on a terminal, always or never (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from thumbnail' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from track; and not __fish_seen_subcommand_from record export info repair' -a record -d 'record a track until interrupted, into a file that survives crashes and power failures'
complete -c locate -n '__fish_seen_subcommand_from track; and not __fish_seen_subcommand_from record export info repair' -a export -d 'write a track in a format of other programs'
complete -c locate -n '__fish_seen_subcommand_from track; and not __fish_seen_subcommand_from record export info repair' -a info -d 'say how long, how far, how fast and how high a track is'
complete -c locate -n '__fish_seen_subcommand_from track; and not __fish_seen_subcommand_from record export info repair' -a repair -d 'save what is whole of a damaged track into a new file'
complete -c locate -n '__fish_seen_subcommand_from track; and not __fish_seen_subcommand_from record export info repair' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from record' -l interval -x -d 'keep a point S seconds after the last one (default: 0, each)'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from record' -l distance -x -d 'keep a point M metres from the last one (default: 0, each)'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from record' -l accuracy -x -d 'keep no point whose accuracy is worse than M metres or unknown (default: any; setting: track-accuracy)'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from record' -l duration -x -d 'end after S seconds'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from record' -l name -x -d 'what the track is called'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from record' -l explain -d 'say at the end how many fixes were not kept, and why'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from record' -l gpsd -x -d 'the gpsd to ask (default: localhost:2947)'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from record' -l device -r -F -d 'use only this receiver, as gpsd names it'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from record' -l replay -r -F -d 'play a recording (gpsd JSON, NMEA or GPX) without gpsd; - is standard input'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from record' -l speed -x -d 'play X times as fast; 0: as fast as possible (default: 1)'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from record' -l simulate -r -F -d 'play a recording through a private gpsd of its own; - is standard input'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from record' -s q -l quiet -d 'print neither progress nor a summary on standard error'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from record' -l color -x -a 'auto always never' -d 'colours: on a terminal, always or never (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from record' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from export' -s f -l format -x -a 'gpx geojson kml csv nmea' -d 'the format (default: by the name of the output)'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from export' -s o -l output -r -F -d 'the file to write; - is standard output, the default'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from export' -l salvage -d 'of a damaged file use what is whole, and say so'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from export' -l csv-safe -d 'in CSV, put '\'' in front of texts that a spreadsheet would take for formulas'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from export' -l color -x -a 'auto always never' -d 'colours: on a terminal, always or never (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from export' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from info' -s f -l format -x -a 'text json csv' -d 'output format; json prints one object a line (default: text)'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from info' -l json -d 'the same as --format json'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from info' -l template -x -d 'print STRING, each %keyword replaced by its value; %% is a percent sign'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from info' -l csv-safe -d 'in CSV, put '\'' in front of texts that a spreadsheet would take for formulas'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from info' -l salvage -d 'of a damaged file use what is whole, and say so'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from info' -l color -x -a 'auto always never' -d 'colours: on a terminal, always or never (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from info' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from repair' -s o -l output -r -F -d 'the file to make'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from repair' -l color -x -a 'auto always never' -d 'colours: on a terminal, always or never (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from repair' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from data; and not __fish_seen_subcommand_from info build-world' -a info -d 'say what the built-in places are, where they come from and under which licence'
complete -c locate -n '__fish_seen_subcommand_from data; and not __fish_seen_subcommand_from info build-world' -a build-world -d 'build a file of places from the names and settlements of GeoNames'
complete -c locate -n '__fish_seen_subcommand_from data; and not __fish_seen_subcommand_from info build-world' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from data; and __fish_seen_subcommand_from info' -l json -d 'print one JSON object'
complete -c locate -n '__fish_seen_subcommand_from data; and __fish_seen_subcommand_from info' -l color -x -a 'auto always never' -d 'colours: on a terminal, always or never (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from data; and __fish_seen_subcommand_from info' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from data; and __fish_seen_subcommand_from build-world' -l geonames -x -a '(__fish_complete_directories)' -d 'folder with cities500.json, countries.json and locale'
complete -c locate -n '__fish_seen_subcommand_from data; and __fish_seen_subcommand_from build-world' -s o -l output -r -F -d 'the file to write'
complete -c locate -n '__fish_seen_subcommand_from data; and __fish_seen_subcommand_from build-world' -l boundaries -r -F -d 'country areas of your own, GeoPackage or GeoJSON, such as OpenStreetMap'\''s of admin_level=2; they go before the borders of the folder (may be repeated)'
complete -c locate -n '__fish_seen_subcommand_from data; and __fish_seen_subcommand_from build-world' -l hold-out -x -d 'write nothing; leave out a share of the settlements, such as 1,20%, and print how many of them are told to be in a wrong country or division'
complete -c locate -n '__fish_seen_subcommand_from data; and __fish_seen_subcommand_from build-world' -l check-names -d 'write nothing; print how well names without a language are told, as a table'
complete -c locate -n '__fish_seen_subcommand_from data; and __fish_seen_subcommand_from build-world' -l color -x -a 'auto always never' -d 'colours: on a terminal, always or never (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from data; and __fish_seen_subcommand_from build-world' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from settings; and not __fish_seen_subcommand_from list get set reset' -a list -d 'show all settings, their values, and whether they are set or defaults'
complete -c locate -n '__fish_seen_subcommand_from settings; and not __fish_seen_subcommand_from list get set reset' -a get -d 'print the value of a setting, or its default; an empty line where there is none'
complete -c locate -n '__fish_seen_subcommand_from settings; and not __fish_seen_subcommand_from list get set reset' -a set -d 'keep a value as the default of an option'
complete -c locate -n '__fish_seen_subcommand_from settings; and not __fish_seen_subcommand_from list get set reset' -a reset -d 'go back to the built-in default of one option, or of all'
complete -c locate -n '__fish_seen_subcommand_from settings; and not __fish_seen_subcommand_from list get set reset' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from list' -s f -l format -x -a 'text json csv' -d 'output format; json prints one object a line (default: text)'
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from list' -l json -d 'the same as --format json'
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from list' -l template -x -d 'print STRING, each %keyword replaced by its value; %% is a percent sign'
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from list' -l csv-safe -d 'in CSV, put '\'' in front of texts that a spreadsheet would take for formulas'
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from list' -l color -x -a 'auto always never' -d 'colours: on a terminal, always or never (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from list' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a timeout
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a no-satellite-timeout
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a accuracy
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a max-age
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a settle
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a require
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a gpsd
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a device
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a no-address
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a provider
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a language
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a format
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a quiet
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a corrections
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a server
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a user-agent
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a web-timeout
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a no-cache
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a privacy
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a style
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a abbreviate
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a no-country
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a sort
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a time-zone
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a max-gap
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a max-extrapolation
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a policy
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a sidecar
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a jobs
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a keep-time
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a keywords
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a size
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a interval
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a distance
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a track-accuracy
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -l color -x -a 'auto always never' -d 'colours: on a terminal, always or never (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a timeout
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a no-satellite-timeout
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a accuracy
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a max-age
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a settle
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a require
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a gpsd
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a device
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a no-address
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a provider
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a language
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a format
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a quiet
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a corrections
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a server
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a user-agent
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a web-timeout
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a no-cache
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a privacy
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a style
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a abbreviate
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a no-country
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a sort
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a time-zone
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a max-gap
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a max-extrapolation
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a policy
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a sidecar
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a jobs
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a keep-time
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a keywords
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a size
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a interval
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a distance
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a track-accuracy
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -l color -x -a 'auto always never' -d 'colours: on a terminal, always or never (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a timeout
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a no-satellite-timeout
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a accuracy
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a max-age
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a settle
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a require
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a gpsd
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a device
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a no-address
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a provider
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a language
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a format
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a quiet
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a corrections
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a server
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a user-agent
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a web-timeout
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a no-cache
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a privacy
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a style
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a abbreviate
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a no-country
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a sort
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a time-zone
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a max-gap
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a max-extrapolation
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a policy
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a sidecar
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a jobs
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a keep-time
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a keywords
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a size
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a interval
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a distance
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a track-accuracy
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -l color -x -a 'auto always never' -d 'colours: on a terminal, always or never (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from help' -a reverse
complete -c locate -n '__fish_seen_subcommand_from help' -a search
complete -c locate -n '__fish_seen_subcommand_from help' -a format
complete -c locate -n '__fish_seen_subcommand_from help' -a photos
complete -c locate -n '__fish_seen_subcommand_from help' -a track
complete -c locate -n '__fish_seen_subcommand_from help' -a data
complete -c locate -n '__fish_seen_subcommand_from help' -a settings
complete -c locate -n '__fish_seen_subcommand_from help' -a help
complete -c locate -n '__fish_seen_subcommand_from help' -a completions
complete -c locate -n '__fish_seen_subcommand_from help' -l color -x -a 'auto always never' -d 'colours: on a terminal, always or never (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from help' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from completions' -a bash
complete -c locate -n '__fish_seen_subcommand_from completions' -a zsh
complete -c locate -n '__fish_seen_subcommand_from completions' -a fish
complete -c locate -n '__fish_seen_subcommand_from completions' -l color -x -a 'auto always never' -d 'colours: on a terminal, always or never (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from completions' -s h -l help -d 'show help'
