# fish completion for locate (LocationKit); made by "locate completions fish".
complete -c locate -e
complete -c locate -f
complete -c locate -n '__fish_use_subcommand' -a reverse -d 'name the place at a position'
complete -c locate -n '__fish_use_subcommand' -a search -d 'find places by name or address'
complete -c locate -n '__fish_use_subcommand' -a format -d 'format addresses as their countries write them'
complete -c locate -n '__fish_use_subcommand' -a photos -d 'list, map, geotag, tag, strip, sort and watch photos in folders'
complete -c locate -n '__fish_use_subcommand' -a track -d 'record, inspect, export, draw and repair tracks'
complete -c locate -n '__fish_use_subcommand' -a data -d 'show what the built-in world contains, or make files of places, streets and houses'
complete -c locate -n '__fish_use_subcommand' -a settings -d 'change the defaults of options'
complete -c locate -n '__fish_use_subcommand' -a help -d 'show the help of a command'
complete -c locate -n '__fish_use_subcommand' -a completions -d 'print the completion script for a shell'
complete -c locate -n '__fish_use_subcommand' -l timeout -x -d 'give up after S seconds (default: 30; with --watch: never)'
complete -c locate -n '__fish_use_subcommand' -l no-satellite-timeout -x -d 'give up after S seconds with no satellite in view (default: off)'
complete -c locate -n '__fish_use_subcommand' -l accuracy -x -d 'stop once the accuracy is M metres or better; 0: never stop early (default: 100)'
complete -c locate -n '__fish_use_subcommand' -l max-age -x -d 'ignore positions older than S seconds (default: 5)'
complete -c locate -n '__fish_use_subcommand' -l settle -x -d 'once accurate enough, look for a better fix for S more seconds (default: 0)'
complete -c locate -n '__fish_use_subcommand' -l require -x -a '2d 3d dgps rtk' -d 'ignore fixes of a lower quality'
complete -c locate -n '__fish_use_subcommand' -l strict -d 'exit with status 75 if the accuracy was not reached in time'
complete -c locate -n '__fish_use_subcommand' -l watch -d 'print each update until interrupted'
complete -c locate -n '__fish_use_subcommand' -s n -l count -x -d 'stop after N updates; implies --watch'
complete -c locate -n '__fish_use_subcommand' -l map -r -F -d 'with --watch, keep a page with the position, the way, the sky and streets of street indexes; it reloads itself'
complete -c locate -n '__fish_use_subcommand' -l gpsd -x -d 'the gpsd to ask (default: localhost:2947)'
complete -c locate -n '__fish_use_subcommand' -l device -r -F -d 'use only this receiver, as gpsd names it'
complete -c locate -n '__fish_use_subcommand' -l replay -r -F -d 'play a recording (gpsd JSON, NMEA or GPX) without gpsd; - is standard input'
complete -c locate -n '__fish_use_subcommand' -l speed -x -d 'play X times as fast; 0: as fast as possible (default: 1)'
complete -c locate -n '__fish_use_subcommand' -l simulate -r -F -d 'play a recording through a private gpsd; - is standard input'
complete -c locate -n '__fish_use_subcommand' -l record -r -F -d 'keep the raw session for --replay and bug reports'
complete -c locate -n '__fish_use_subcommand' -l no-address -d 'do not look up the address'
complete -c locate -n '__fish_use_subcommand' -l provider -x -a 'auto world streets nominatim photon' -d 'what supplies the names (default: auto, which is street indexes where they cover the point, else the built-in world; a web service only if you name it)'
complete -c locate -n '__fish_use_subcommand' -l streets -r -F -d 'answer from a street index that locate data import-osm has made; may be repeated; installed regions answer too, unless FILE is none'
complete -c locate -n '__fish_use_subcommand' -l language -x -d 'languages of the address, in order of preference'
complete -c locate -n '__fish_use_subcommand' -s f -l format -x -a 'text json csv tsv geojson nmea' -d 'output format (default: text)'
complete -c locate -n '__fish_use_subcommand' -l json -d 'the same as --format json'
complete -c locate -n '__fish_use_subcommand' -l template -x -d 'print STRING, each %keyword replaced by its value; %% is a percent sign'
complete -c locate -n '__fish_use_subcommand' -l csv-safe -d 'in CSV and TSV, put '\'' before texts that a spreadsheet would treat as formulas, and replace control characters'
complete -c locate -n '__fish_use_subcommand' -s q -l quiet -d 'suppress hints and progress on standard error, but not errors'
complete -c locate -n '__fish_use_subcommand' -l corrections -r -F -d 'GeoJSON file of your own names for areas and points, which take precedence; none: ignore the file in the settings'
complete -c locate -n '__fish_use_subcommand' -l salvage -d 'use the valid features of a damaged corrections file, with warnings'
complete -c locate -n '__fish_use_subcommand' -l server -x -d 'address of the web service (default: its public server, if it has one, which requires --user-agent)'
complete -c locate -n '__fish_use_subcommand' -l user-agent -x -d 'identity to send, which public services require: '\''NAME/VERSION (MAIL OR PAGE)'\'''
complete -c locate -n '__fish_use_subcommand' -l web-timeout -x -d 'print the built-in address if the web service has not answered after S seconds (default: 10)'
complete -c locate -n '__fish_use_subcommand' -l no-cache -d 'neither read nor write the cache of web answers'
complete -c locate -n '__fish_use_subcommand' -l privacy -x -d 'round points to a grid of METRES before they leave this machine (default: 0)'
complete -c locate -n '__fish_use_subcommand' -l color -x -a 'auto always never' -d 'when to use colours; auto is on a terminal (default: auto)'
complete -c locate -n '__fish_use_subcommand' -s h -l help -d 'show help'
complete -c locate -n '__fish_use_subcommand' -s V -l version -d 'show the version'
complete -c locate -n '__fish_seen_subcommand_from reverse' -s i -l input -r -F -d 'read points from FILE, or from standard input for -'
complete -c locate -n '__fish_seen_subcommand_from reverse' -l input-format -x -a 'csv json ndjson geojson gpx' -d 'format of the input (default: by its name, else by its beginning); json is an array, ndjson one object per line'
complete -c locate -n '__fish_seen_subcommand_from reverse' -l bad-rows -x -a 'fail keep' -d 'exit status where rows of the input cannot be used: fail is 1, keep is 0 (default: fail); both print the row without a place'
complete -c locate -n '__fish_seen_subcommand_from reverse' -l provider -x -a 'auto world streets nominatim photon' -d 'what supplies the names (default: auto, which is street indexes where they cover the point, else the built-in world; a web service only if you name it)'
complete -c locate -n '__fish_seen_subcommand_from reverse' -l language -x -d 'languages of the names, in order of preference (default: settings, then environment)'
complete -c locate -n '__fish_seen_subcommand_from reverse' -s f -l format -x -a 'text json csv tsv ndjson geojson' -d 'output format (default: text for one point; for a file the format of the input, csv for gpx)'
complete -c locate -n '__fish_seen_subcommand_from reverse' -l json -d 'the same as --format json'
complete -c locate -n '__fish_seen_subcommand_from reverse' -l template -x -d 'print STRING, each %keyword replaced by its value; %% is a percent sign'
complete -c locate -n '__fish_seen_subcommand_from reverse' -l csv-safe -d 'in CSV and TSV, put '\'' before texts that a spreadsheet would treat as formulas, and replace control characters'
complete -c locate -n '__fish_seen_subcommand_from reverse' -s q -l quiet -d 'suppress hints, progress and the summary on standard error, but not errors; with --bad-rows keep, bad rows are not errors'
complete -c locate -n '__fish_seen_subcommand_from reverse' -l streets -r -F -d 'answer from a street index that locate data import-osm has made; may be repeated; installed regions answer too, unless FILE is none'
complete -c locate -n '__fish_seen_subcommand_from reverse' -l corners -d 'where no house number is near, name the nearest corner of two streets within 50 m: Main Street & 5th Avenue'
complete -c locate -n '__fish_seen_subcommand_from reverse' -l corrections -r -F -d 'GeoJSON file of your own names for areas and points, which take precedence; none: ignore the file in the settings'
complete -c locate -n '__fish_seen_subcommand_from reverse' -l salvage -d 'use the valid features of a damaged corrections file, with warnings'
complete -c locate -n '__fish_seen_subcommand_from reverse' -l server -x -d 'address of the web service (default: its public server, if it has one, which requires --user-agent)'
complete -c locate -n '__fish_seen_subcommand_from reverse' -l user-agent -x -d 'identity to send, which public services require: '\''NAME/VERSION (MAIL OR PAGE)'\'''
complete -c locate -n '__fish_seen_subcommand_from reverse' -l timeout -x -d 'give up on the web service after S seconds (default: 30; setting: web-timeout)'
complete -c locate -n '__fish_seen_subcommand_from reverse' -l no-cache -d 'neither read nor write the cache of web answers'
complete -c locate -n '__fish_seen_subcommand_from reverse' -l privacy -x -d 'round points to a grid of METRES before they leave this machine (default: 0)'
complete -c locate -n '__fish_seen_subcommand_from reverse' -l color -x -a 'auto always never' -d 'when to use colours; auto is on a terminal (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from reverse' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from search' -l language -x -d 'languages of the names, in order of preference (default: settings, then environment)'
complete -c locate -n '__fish_seen_subcommand_from search' -s n -l limit -x -d 'print at most N matches (default: 10; for each line of --input: 1)'
complete -c locate -n '__fish_seen_subcommand_from search' -l near -x -d 'print the matches nearest to this point first, with their distances'
complete -c locate -n '__fish_seen_subcommand_from search' -s i -l input -r -F -d 'read names from FILE, one a line, or from standard input for -'
complete -c locate -n '__fish_seen_subcommand_from search' -s f -l format -x -a 'text json csv tsv ndjson geojson' -d 'output format; json and ndjson print one object per line (default: text)'
complete -c locate -n '__fish_seen_subcommand_from search' -l json -d 'the same as --format json'
complete -c locate -n '__fish_seen_subcommand_from search' -l template -x -d 'print STRING, each %keyword replaced by its value; %% is a percent sign'
complete -c locate -n '__fish_seen_subcommand_from search' -l csv-safe -d 'in CSV and TSV, put '\'' before texts that a spreadsheet would treat as formulas, and replace control characters'
complete -c locate -n '__fish_seen_subcommand_from search' -l streets -r -F -d 'answer from a street index that locate data import-osm has made; may be repeated; installed regions answer too, unless FILE is none'
complete -c locate -n '__fish_seen_subcommand_from search' -l provider -x -a 'auto world streets nominatim photon' -d 'what supplies the names (default: auto, which is street indexes where they cover the point, else the built-in world; a web service only if you name it)'
complete -c locate -n '__fish_seen_subcommand_from search' -s q -l quiet -d 'suppress hints and the summary on standard error, but not errors'
complete -c locate -n '__fish_seen_subcommand_from search' -l server -x -d 'address of the web service (default: its public server, if it has one, which requires --user-agent)'
complete -c locate -n '__fish_seen_subcommand_from search' -l user-agent -x -d 'identity to send, which public services require: '\''NAME/VERSION (MAIL OR PAGE)'\'''
complete -c locate -n '__fish_seen_subcommand_from search' -l timeout -x -d 'give up on the web service after S seconds (default: 30; setting: web-timeout)'
complete -c locate -n '__fish_seen_subcommand_from search' -l no-cache -d 'neither read nor write the cache of web answers'
complete -c locate -n '__fish_seen_subcommand_from search' -l color -x -a 'auto always never' -d 'when to use colours; auto is on a terminal (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from search' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from format' -s i -l input -r -F -d 'read FILE, or standard input for - (default: standard input)'
complete -c locate -n '__fish_seen_subcommand_from format' -l style -x -a 'display postal' -d 'form for display, or for a letter (default: display)'
complete -c locate -n '__fish_seen_subcommand_from format' -l language -x -d 'language of the form, if a country has several (default: that of the names)'
complete -c locate -n '__fish_seen_subcommand_from format' -l abbreviate -d 'abbreviate words in street names: Ave, Str., Bd'
complete -c locate -n '__fish_seen_subcommand_from format' -l no-country -d 'omit the country'
complete -c locate -n '__fish_seen_subcommand_from format' -l json -d 'print {"lines":[...],"string":"..."}, one object per line'
complete -c locate -n '__fish_seen_subcommand_from format' -s q -l quiet -d 'suppress hints and the summary on standard error, but not errors'
complete -c locate -n '__fish_seen_subcommand_from format' -l color -x -a 'auto always never' -d 'when to use colours; auto is on a terminal (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from format' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from photos; and not __fish_seen_subcommand_from list map geotag place tag takeout strip sort undo watch thumbnail' -a list -d 'list photos and videos, with when and where they were taken'
complete -c locate -n '__fish_seen_subcommand_from photos; and not __fish_seen_subcommand_from list map geotag place tag takeout strip sort undo watch thumbnail' -a map -d 'write a page that shows photos on a map, without the internet'
complete -c locate -n '__fish_seen_subcommand_from photos; and not __fish_seen_subcommand_from list map geotag place tag takeout strip sort undo watch thumbnail' -a geotag -d 'write positions into photos, from a track or other photos, by the time they were taken'
complete -c locate -n '__fish_seen_subcommand_from photos; and not __fish_seen_subcommand_from list map geotag place tag takeout strip sort undo watch thumbnail' -a place -d 'write a given position into photos'
complete -c locate -n '__fish_seen_subcommand_from photos; and not __fish_seen_subcommand_from list map geotag place tag takeout strip sort undo watch thumbnail' -a tag -d 'write place names into photos that have a position'
complete -c locate -n '__fish_seen_subcommand_from photos; and not __fish_seen_subcommand_from list map geotag place tag takeout strip sort undo watch thumbnail' -a takeout -d 'write dates, positions, descriptions and people of a Google Takeout into its photos'
complete -c locate -n '__fish_seen_subcommand_from photos; and not __fish_seen_subcommand_from list map geotag place tag takeout strip sort undo watch thumbnail' -a strip -d 'remove positions and place names from photos, for sharing'
complete -c locate -n '__fish_seen_subcommand_from photos; and not __fish_seen_subcommand_from list map geotag place tag takeout strip sort undo watch thumbnail' -a sort -d 'move photos into folders by when and where they were taken'
complete -c locate -n '__fish_seen_subcommand_from photos; and not __fish_seen_subcommand_from list map geotag place tag takeout strip sort undo watch thumbnail' -a undo -d 'restore photos byte for byte to what they were before geotag, place, tag or strip, and move sorted ones back'
complete -c locate -n '__fish_seen_subcommand_from photos; and not __fish_seen_subcommand_from list map geotag place tag takeout strip sort undo watch thumbnail' -a watch -d 'print changes to photos until interrupted'
complete -c locate -n '__fish_seen_subcommand_from photos; and not __fish_seen_subcommand_from list map geotag place tag takeout strip sort undo watch thumbnail' -a thumbnail -d 'write a thumbnail of a photo or video'
complete -c locate -n '__fish_seen_subcommand_from photos; and not __fish_seen_subcommand_from list map geotag place tag takeout strip sort undo watch thumbnail' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from list' -l group -x -a 'all year month week day hour moment place' -d 'group by calendar period, with weeks from Monday; by moment, at about the same time and place; or by country, state and city'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from list' -l sort -x -a 'ascending descending' -d 'by the date taken: ascending is oldest first, descending newest first (default: ascending)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from list' -l language -x -d 'languages of place names, in order of preference (default: settings, then environment)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from list' -l dates-from-names -d 'take the date of a photo without one from its name, such as IMG_20240511_081500 or IMG-20240511-WA0001'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from list' -s q -l quiet -d 'suppress progress and the summary on standard error, but not errors'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from list' -l filter -x -a 'photo video screenshot located jpeg png webp gif tiff heic avif jxl raw mp4 mov mkv' -d 'take only what matches one of the words (may be repeated)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from list' -l near -x -d 'take only what was taken within RADIUS metres of a point'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from list' -l place -x -d 'take only what was taken in a city, state or country, by name or country code'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from list' -l corrections -r -F -d 'GeoJSON file of your own names for areas and points, which take precedence; none: ignore the file in the settings'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from list' -l salvage -d 'use the valid features of a damaged corrections file, with warnings'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from list' -s f -l format -x -a 'text json csv tsv geojson' -d 'output format; json prints one object per line (default: text)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from list' -l json -d 'the same as --format json'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from list' -l template -x -d 'print STRING, each %keyword replaced by its value; %% is a percent sign'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from list' -l csv-safe -d 'in CSV and TSV, put '\'' before texts that a spreadsheet would treat as formulas, and replace control characters'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from list' -l files-from -r -F -d 'also read folders and photos from a list, one path per line; - is standard input'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from list' -s 0 -l null -d 'paths in the list end with a zero byte, as find -print0 writes them'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from list' -l color -x -a 'auto always never' -d 'when to use colours; auto is on a terminal (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from list' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from map' -s o -l output -r -F -d 'the page to write; - is standard output'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from map' -l force -d 'replace an existing file that locate has not made'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from map' -l title -x -d 'title of the page (default: Photos, in the language of the page)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from map' -l language -x -d 'languages of place names and of the page, in order of preference (default: settings, then environment)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from map' -l thumbnails -x -d 'maximum number of thumbnails; 0 for none (default: 2000)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from map' -l links -d 'let photos lead to their files, which puts file names and relative paths into the page'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from map' -l precision -x -a 'exact city country' -d 'how exactly positions are shown (default: exact)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from map' -l hide -x -d 'leave out what was taken within RADIUS metres of a point (may be repeated)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from map' -l streets -r -F -d 'draw the streets of an index that locate data import-osm has made; may be repeated; installed regions are drawn too, unless FILE is none; no streets with --tiles or --precision city or country'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from map' -l tiles -x -d 'load map images from a server, such as https://tiles.example.org/{z}/{x}/{y}.png'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from map' -s q -l quiet -d 'suppress progress and notes on standard error, but not errors'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from map' -l filter -x -a 'photo video screenshot located jpeg png webp gif tiff heic avif jxl raw mp4 mov mkv' -d 'take only what matches one of the words (may be repeated)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from map' -l near -x -d 'take only what was taken within RADIUS metres of a point'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from map' -l place -x -d 'take only what was taken in a city, state or country, by name or country code'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from map' -l corrections -r -F -d 'GeoJSON file of your own names for areas and points, which take precedence; none: ignore the file in the settings'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from map' -l salvage -d 'use the valid features of a damaged corrections file, with warnings'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from map' -l files-from -r -F -d 'also read folders and photos from a list, one path per line; - is standard input'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from map' -s 0 -l null -d 'paths in the list end with a zero byte, as find -print0 writes them'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from map' -l color -x -a 'auto always never' -d 'when to use colours; auto is on a terminal (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from map' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -l track -r -F -d 'a track file (may be repeated); - is standard input'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -l from-photos -r -F -d 'photos with positions, such as those of a phone, for photos taken at nearly the same time (may be repeated)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -l dates-from-names -d 'take the date of a photo without one from its name, such as IMG_20240511_081500 or IMG-20240511-WA0001'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -l salvage -d 'use the intact parts of a damaged track file, with a warning'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -l offset -x -d 'clock offset to add to the times of cameras, in seconds, hours and minutes, or words such as 1h and -30m; auto estimates it (default: 0)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -l camera -x -d 'write only photos of cameras whose make or model contains NAME; the others still help'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -l time-zone -x -d 'time zone of clocks that state none, such as Asia/Tokyo or +09:00'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -l video-time -x -a 'auto utc local' -d 'which time videos state that name no zone (default: auto, local for cameras of makers that write it, else UTC)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -l max-error -x -d 'write no position whose estimated error is larger, in metres or as 500m, 5km or none (default: 5km)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -l max-gap -x -d 'interpolate between points at most S seconds apart, and use photos taken at most S seconds apart (default: 1800)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -l max-extrapolation -x -d 'use the nearest point for up to S seconds before or after it (default: 1800)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -l policy -x -a 'keep replace replace-if-worse' -d 'what to do with photos that have a position (default: keep); replace-if-worse replaces one that states a lower accuracy'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -l sidecar -d 'write only sidecars, never photos'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -s n -l dry-run -d 'print what would be done, and write nothing, not even to recover from an interrupted run'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -s j -l jobs -x -d 'write N photos at the same time (default: the number of processors)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -l keep-time -d 'keep the files'\'' modification times (default: change them, so that backups notice)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -s f -l format -x -a 'text json csv tsv' -d 'output format; json prints one object per line (default: text)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -l json -d 'the same as --format json'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -l template -x -d 'print STRING, each %keyword replaced by its value; %% is a percent sign'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -l csv-safe -d 'in CSV and TSV, put '\'' before texts that a spreadsheet would treat as formulas, and replace control characters'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -s q -l quiet -d 'suppress progress and the summary on standard error, but not errors'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -l files-from -r -F -d 'also read folders and photos from a list, one path per line; - is standard input'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -s 0 -l null -d 'paths in the list end with a zero byte, as find -print0 writes them'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -l color -x -a 'auto always never' -d 'when to use colours; auto is on a terminal (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from geotag' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from place' -l at -x -d 'the position, or the name of a place'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from place' -l streets -r -F -d 'answer from a street index that locate data import-osm has made; may be repeated; installed regions answer too, unless FILE is none'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from place' -l like -r -F -d 'the position of another photo'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from place' -l language -x -d 'languages of messages about a name, in order of preference (default: settings, then environment)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from place' -l policy -x -a 'keep replace replace-if-worse' -d 'what to do with photos that have a position (default: keep); replace-if-worse replaces one that states a lower accuracy'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from place' -l sidecar -d 'write only sidecars, never photos'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from place' -s n -l dry-run -d 'print what would be done, and write nothing, not even to recover from an interrupted run'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from place' -s j -l jobs -x -d 'write N photos at the same time (default: the number of processors)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from place' -l keep-time -d 'keep the files'\'' modification times (default: change them, so that backups notice)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from place' -s f -l format -x -a 'text json csv tsv' -d 'output format; json prints one object per line (default: text)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from place' -l json -d 'the same as --format json'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from place' -l template -x -d 'print STRING, each %keyword replaced by its value; %% is a percent sign'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from place' -l csv-safe -d 'in CSV and TSV, put '\'' before texts that a spreadsheet would treat as formulas, and replace control characters'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from place' -s q -l quiet -d 'suppress progress and the summary on standard error, but not errors'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from place' -l files-from -r -F -d 'also read folders and photos from a list, one path per line; - is standard input'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from place' -s 0 -l null -d 'paths in the list end with a zero byte, as find -print0 writes them'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from place' -l color -x -a 'auto always never' -d 'when to use colours; auto is on a terminal (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from place' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -l provider -x -a 'auto world streets nominatim photon' -d 'what supplies the names (default: auto, which is street indexes where they cover the point, else the built-in world; a web service only if you name it)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -l streets -r -F -d 'answer from a street index that locate data import-osm has made; may be repeated; installed regions answer too, unless FILE is none'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -l language -x -d 'languages of the names, in order of preference (default: settings, then environment)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -l policy -x -a 'keep replace-if-far replace' -d 'what to do with names that a photo has (default: keep); replace-if-far replaces those of a place more than 50 km from its position'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -l keywords -d 'also add the names to the photo'\''s keywords'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -l sidecar -d 'write only sidecars, never photos'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -l corrections -r -F -d 'GeoJSON file of your own names for areas and points, which take precedence; none: ignore the file in the settings'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -l salvage -d 'use the valid features of a damaged corrections file, with warnings'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -s n -l dry-run -d 'print what would be done, and write nothing, not even to recover from an interrupted run'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -s j -l jobs -x -d 'write N photos at the same time (default: the number of processors)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -l keep-time -d 'keep the files'\'' modification times (default: change them, so that backups notice)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -s f -l format -x -a 'text json csv tsv' -d 'output format; json prints one object per line (default: text)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -l json -d 'the same as --format json'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -l template -x -d 'print STRING, each %keyword replaced by its value; %% is a percent sign'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -l csv-safe -d 'in CSV and TSV, put '\'' before texts that a spreadsheet would treat as formulas, and replace control characters'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -s q -l quiet -d 'suppress progress and the summary on standard error, but not errors'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -l files-from -r -F -d 'also read folders and photos from a list, one path per line; - is standard input'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -s 0 -l null -d 'paths in the list end with a zero byte, as find -print0 writes them'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -l server -x -d 'address of the web service (default: its public server, if it has one, which requires --user-agent)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -l user-agent -x -d 'identity to send, which public services require: '\''NAME/VERSION (MAIL OR PAGE)'\'''
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -l timeout -x -d 'give up on the web service after S seconds (default: 30; setting: web-timeout)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -l no-cache -d 'neither read nor write the cache of web answers'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -l privacy -x -d 'round points to a grid of METRES before they leave this machine (default: 0)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -l color -x -a 'auto always never' -d 'when to use colours; auto is on a terminal (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from tag' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from takeout' -l sidecar -d 'write only sidecars, never photos'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from takeout' -s n -l dry-run -d 'print what would be done, and write nothing, not even to recover from an interrupted run'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from takeout' -s j -l jobs -x -d 'write N photos at the same time (default: the number of processors)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from takeout' -l keep-time -d 'keep the files'\'' modification times (default: change them, so that backups notice)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from takeout' -s f -l format -x -a 'text json csv tsv' -d 'output format; json prints one object per line (default: text)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from takeout' -l json -d 'the same as --format json'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from takeout' -l template -x -d 'print STRING, each %keyword replaced by its value; %% is a percent sign'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from takeout' -l csv-safe -d 'in CSV and TSV, put '\'' before texts that a spreadsheet would treat as formulas, and replace control characters'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from takeout' -s q -l quiet -d 'suppress progress and the summary on standard error, but not errors'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from takeout' -l files-from -r -F -d 'also read folders and photos from a list, one path per line; - is standard input'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from takeout' -s 0 -l null -d 'paths in the list end with a zero byte, as find -print0 writes them'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from takeout' -l color -x -a 'auto always never' -d 'when to use colours; auto is on a terminal (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from takeout' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from strip' -l forget -d 'delete the undo data in the folders and their subfolders'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from strip' -s n -l dry-run -d 'print what would be done, and write nothing, not even to recover from an interrupted run'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from strip' -s j -l jobs -x -d 'write N photos at the same time (default: the number of processors)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from strip' -l keep-time -d 'keep the files'\'' modification times (default: change them, so that backups notice)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from strip' -s f -l format -x -a 'text json csv tsv' -d 'output format; json prints one object per line (default: text)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from strip' -l json -d 'the same as --format json'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from strip' -l template -x -d 'print STRING, each %keyword replaced by its value; %% is a percent sign'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from strip' -l csv-safe -d 'in CSV and TSV, put '\'' before texts that a spreadsheet would treat as formulas, and replace control characters'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from strip' -s q -l quiet -d 'suppress progress and the summary on standard error, but not errors'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from strip' -l files-from -r -F -d 'also read folders and photos from a list, one path per line; - is standard input'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from strip' -s 0 -l null -d 'paths in the list end with a zero byte, as find -print0 writes them'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from strip' -l color -x -a 'auto always never' -d 'when to use colours; auto is on a terminal (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from strip' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from sort' -l into -x -a '(__fish_complete_directories)' -d 'the folder in which to create the folders of the pattern'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from sort' -l by -x -d 'pattern of folder names and, optionally, file names, such as %country/%city/%Y-%m'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from sort' -l copy -d 'copy photos instead of moving them'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from sort' -l language -x -d 'languages of place names, in order of preference (default: settings, then environment)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from sort' -l dates-from-names -d 'take the date of a photo without one from its name, such as IMG_20240511_081500 or IMG-20240511-WA0001'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from sort' -s n -l dry-run -d 'print what would be moved, and move nothing'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from sort' -l corrections -r -F -d 'GeoJSON file of your own names for areas and points, which take precedence; none: ignore the file in the settings'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from sort' -l salvage -d 'use the valid features of a damaged corrections file, with warnings'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from sort' -s f -l format -x -a 'text json csv tsv' -d 'output format; json prints one object per line (default: text)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from sort' -l json -d 'the same as --format json'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from sort' -l template -x -d 'print STRING, each %keyword replaced by its value; %% is a percent sign'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from sort' -l csv-safe -d 'in CSV and TSV, put '\'' before texts that a spreadsheet would treat as formulas, and replace control characters'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from sort' -s q -l quiet -d 'suppress progress and the summary on standard error, but not errors'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from sort' -l files-from -r -F -d 'also read folders and photos from a list, one path per line; - is standard input'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from sort' -s 0 -l null -d 'paths in the list end with a zero byte, as find -print0 writes them'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from sort' -l color -x -a 'auto always never' -d 'when to use colours; auto is on a terminal (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from sort' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from undo' -l all -d 'undo all runs, not only the newest'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from undo' -s n -l dry-run -d 'name the runs that would be undone, and restore nothing'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from undo' -l forget -d 'delete the undo data of the folders and their subfolders, and restore nothing'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from undo' -s j -l jobs -x -d 'write N photos at the same time (default: the number of processors)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from undo' -s f -l format -x -a 'text json csv tsv' -d 'output format; json prints one object per line (default: text)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from undo' -l json -d 'the same as --format json'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from undo' -l template -x -d 'print STRING, each %keyword replaced by its value; %% is a percent sign'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from undo' -l csv-safe -d 'in CSV and TSV, put '\'' before texts that a spreadsheet would treat as formulas, and replace control characters'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from undo' -s q -l quiet -d 'suppress progress and the summary on standard error, but not errors'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from undo' -l files-from -r -F -d 'also read folders and photos from a list, one path per line; - is standard input'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from undo' -s 0 -l null -d 'paths in the list end with a zero byte, as find -print0 writes them'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from undo' -l color -x -a 'auto always never' -d 'when to use colours; auto is on a terminal (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from undo' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from watch' -l tag -d 'write place names into photos that arrive'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from watch' -l provider -x -a 'auto world streets nominatim photon' -d 'what supplies the names (default: auto, which is street indexes where they cover the point, else the built-in world; a web service only if you name it)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from watch' -l streets -r -F -d 'answer from a street index that locate data import-osm has made; may be repeated; installed regions answer too, unless FILE is none'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from watch' -l language -x -d 'languages of the names, in order of preference (default: settings, then environment)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from watch' -s q -l quiet -d 'suppress progress and hints on standard error, but not errors'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from watch' -l corrections -r -F -d 'GeoJSON file of your own names for areas and points, which take precedence; none: ignore the file in the settings'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from watch' -l salvage -d 'use the valid features of a damaged corrections file, with warnings'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from watch' -s f -l format -x -a 'text json csv tsv' -d 'output format; json prints one object per line (default: text)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from watch' -l json -d 'the same as --format json'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from watch' -l template -x -d 'print STRING, each %keyword replaced by its value; %% is a percent sign'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from watch' -l csv-safe -d 'in CSV and TSV, put '\'' before texts that a spreadsheet would treat as formulas, and replace control characters'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from watch' -l files-from -r -F -d 'also read folders and photos from a list, one path per line; - is standard input'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from watch' -s 0 -l null -d 'paths in the list end with a zero byte, as find -print0 writes them'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from watch' -l server -x -d 'address of the web service (default: its public server, if it has one, which requires --user-agent)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from watch' -l user-agent -x -d 'identity to send, which public services require: '\''NAME/VERSION (MAIL OR PAGE)'\'''
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from watch' -l timeout -x -d 'give up on the web service after S seconds (default: 30; setting: web-timeout)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from watch' -l no-cache -d 'neither read nor write the cache of web answers'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from watch' -l privacy -x -d 'round points to a grid of METRES before they leave this machine (default: 0)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from watch' -l color -x -a 'auto always never' -d 'when to use colours; auto is on a terminal (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from watch' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from thumbnail' -s o -l output -r -F -d 'the file to write; - is standard output, as PNG unless --format says otherwise'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from thumbnail' -l force -d 'replace an existing file that locate has not made'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from thumbnail' -l size -x -d 'maximum length of the longer side, in pixels (default: 256)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from thumbnail' -l square -d 'crop to a centred square of N pixels'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from thumbnail' -s f -l format -x -a 'png jpeg' -d 'output format (default: by the name of the output)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from thumbnail' -l color -x -a 'auto always never' -d 'when to use colours; auto is on a terminal (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from photos; and __fish_seen_subcommand_from thumbnail' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from track; and not __fish_seen_subcommand_from record export info map plot repair' -a record -d 'record a track until interrupted, into a file that survives crashes and power failures'
complete -c locate -n '__fish_seen_subcommand_from track; and not __fish_seen_subcommand_from record export info map plot repair' -a export -d 'convert a track to a format of other programs'
complete -c locate -n '__fish_seen_subcommand_from track; and not __fish_seen_subcommand_from record export info map plot repair' -a info -d 'show how long, how far, how fast and how high a track is'
complete -c locate -n '__fish_seen_subcommand_from track; and not __fish_seen_subcommand_from record export info map plot repair' -a map -d 'write a page that shows tracks on a map, without the internet'
complete -c locate -n '__fish_seen_subcommand_from track; and not __fish_seen_subcommand_from record export info map plot repair' -a plot -d 'draw the map and profile of tracks as a picture'
complete -c locate -n '__fish_seen_subcommand_from track; and not __fish_seen_subcommand_from record export info map plot repair' -a repair -d 'save the intact parts of a damaged track into a new file'
complete -c locate -n '__fish_seen_subcommand_from track; and not __fish_seen_subcommand_from record export info map plot repair' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from record' -l interval -x -d 'keep a point S seconds after the last one (default: 0, every point)'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from record' -l distance -x -d 'keep a point M metres from the last one (default: 0, every point)'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from record' -l accuracy -x -d 'keep only points with a known accuracy of M metres or better (default: any; setting: track-accuracy)'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from record' -l duration -x -d 'stop after S seconds'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from record' -l name -x -d 'name of the track'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from record' -l explain -d 'report at the end how many fixes were dropped, and why'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from record' -l gpsd -x -d 'the gpsd to ask (default: localhost:2947)'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from record' -l device -r -F -d 'use only this receiver, as gpsd names it'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from record' -l replay -r -F -d 'play a recording (gpsd JSON, NMEA or GPX) without gpsd; - is standard input'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from record' -l speed -x -d 'play X times as fast; 0: as fast as possible (default: 1)'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from record' -l simulate -r -F -d 'play a recording through a private gpsd; - is standard input'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from record' -s q -l quiet -d 'suppress progress and the summary on standard error, but not errors'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from record' -l color -x -a 'auto always never' -d 'when to use colours; auto is on a terminal (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from record' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from export' -s f -l format -x -a 'gpx geojson kml csv nmea' -d 'output format (default: by the name of the output)'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from export' -s o -l output -r -F -d 'the file to write; - is standard output, the default'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from export' -l force -d 'replace an existing file that locate has not made'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from export' -l salvage -d 'use the intact parts of a damaged file, with a warning'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from export' -l csv-safe -d 'in CSV and TSV, put '\'' before texts that a spreadsheet would treat as formulas, and replace control characters'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from export' -l column -x -d 'what a column of a CSV file is, such as time=recorded (may be repeated); MEANING is latitude, longitude, time, altitude, speed, course, accuracy or name'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from export' -l date -x -d 'the day, in UTC, on which a file of NMEA begins that has no date, or a wrong one'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from export' -l color -x -a 'auto always never' -d 'when to use colours; auto is on a terminal (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from export' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from info' -s f -l format -x -a 'text json csv tsv' -d 'output format; json prints one object per line (default: text)'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from info' -l json -d 'the same as --format json'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from info' -l template -x -d 'print STRING, each %keyword replaced by its value; %% is a percent sign'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from info' -l csv-safe -d 'in CSV and TSV, put '\'' before texts that a spreadsheet would treat as formulas, and replace control characters'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from info' -l plot -d 'draw the heights with characters below the figures'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from info' -l units -x -a 'metric imperial' -d 'units of lengths, heights and speeds (default: metric)'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from info' -l salvage -d 'use the intact parts of a damaged file, with a warning'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from info' -l column -x -d 'what a column of a CSV file is, such as time=recorded (may be repeated); MEANING is latitude, longitude, time, altitude, speed, course, accuracy or name'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from info' -l date -x -d 'the day, in UTC, on which a file of NMEA begins that has no date, or a wrong one'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from info' -l color -x -a 'auto always never' -d 'when to use colours; auto is on a terminal (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from info' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from map' -s o -l output -r -F -d 'the page to write; - is standard output'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from map' -l force -d 'replace an existing file that locate has not made'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from map' -l title -x -d 'title of the page (default: the track'\''s name, else the file'\''s)'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from map' -l language -x -d 'languages of place names and of the page, in order of preference (default: settings, then environment)'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from map' -l units -x -a 'metric imperial' -d 'units of lengths, heights and speeds (default: metric)'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from map' -l photos -x -a '(__fish_complete_directories)' -d 'show the photos of a folder that were taken within 500 m of the tracks'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from map' -l precision -x -a 'exact city country' -d 'how exactly positions are shown (default: exact)'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from map' -l hide -x -d 'cut out what is within RADIUS metres of a point, and up to three times as far around (may be repeated)'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from map' -l streets -r -F -d 'draw the streets of an index that locate data import-osm has made; may be repeated; installed regions are drawn too, unless FILE is none; no streets with --tiles or --precision city or country'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from map' -l tiles -x -d 'load map images from a server, such as https://tiles.example.org/{z}/{x}/{y}.png'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from map' -l corrections -r -F -d 'GeoJSON file of your own names for areas and points, which take precedence; none: ignore the file in the settings'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from map' -l salvage -d 'use the intact parts of a damaged file, with a warning'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from map' -s q -l quiet -d 'suppress progress and notes on standard error, but not errors'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from map' -l column -x -d 'what a column of a CSV file is, such as time=recorded (may be repeated); MEANING is latitude, longitude, time, altitude, speed, course, accuracy or name'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from map' -l date -x -d 'the day, in UTC, on which a file of NMEA begins that has no date, or a wrong one'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from map' -l color -x -a 'auto always never' -d 'when to use colours; auto is on a terminal (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from map' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from plot' -s o -l output -r -F -d 'the picture to write; its ending is .svg or .png'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from plot' -l force -d 'replace an existing file that locate has not made'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from plot' -l size -x -d 'width and height in pixels (default: 1200x900)'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from plot' -l dark -d 'draw light on dark'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from plot' -l title -x -d 'the title (default: the track'\''s name, else the file'\''s; of several files none)'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from plot' -l units -x -a 'metric imperial' -d 'units of lengths, heights and speeds (default: metric)'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from plot' -l language -x -d 'languages of names, words and numbers, most wanted first'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from plot' -l precision -x -a 'exact city country' -d 'how exactly positions are shown (default: exact)'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from plot' -l hide -x -d 'cut out what is within RADIUS metres of a point, and up to three times as far around (may be repeated)'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from plot' -l streets -r -F -d 'draw the streets of an index that locate data import-osm has made; may be repeated; installed regions are drawn too, unless FILE is none; no streets with --precision city or country'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from plot' -l corrections -r -F -d 'GeoJSON file of your own names for areas and points, which take precedence; none: ignore the file in the settings'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from plot' -l salvage -d 'use the intact parts of a damaged file, with a warning'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from plot' -s q -l quiet -d 'suppress progress and notes on standard error, but not errors'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from plot' -l column -x -d 'what a column of a CSV file is, such as time=recorded (may be repeated); MEANING is latitude, longitude, time, altitude, speed, course, accuracy or name'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from plot' -l date -x -d 'the day, in UTC, on which a file of NMEA begins that has no date, or a wrong one'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from plot' -l color -x -a 'auto always never' -d 'when to use colours; auto is on a terminal (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from plot' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from repair' -s o -l output -r -F -d 'the file to create'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from repair' -l force -d 'replace NEW if it exists'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from repair' -l color -x -a 'auto always never' -d 'when to use colours; auto is on a terminal (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from track; and __fish_seen_subcommand_from repair' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from data; and not __fish_seen_subcommand_from info build-world import-osm list remove' -a info -d 'show what the built-in world contains, where it comes from and under which licences'
complete -c locate -n '__fish_seen_subcommand_from data; and not __fish_seen_subcommand_from info build-world import-osm list remove' -a build-world -d 'build a world file from the settlements and names of GeoNames'
complete -c locate -n '__fish_seen_subcommand_from data; and not __fish_seen_subcommand_from info build-world import-osm list remove' -a import-osm -d 'make a file of streets and house numbers from OpenStreetMap extracts'
complete -c locate -n '__fish_seen_subcommand_from data; and not __fish_seen_subcommand_from info build-world import-osm list remove' -a list -d 'list the installed regions with streets and house numbers'
complete -c locate -n '__fish_seen_subcommand_from data; and not __fish_seen_subcommand_from info build-world import-osm list remove' -a remove -d 'remove installed regions with streets and house numbers'
complete -c locate -n '__fish_seen_subcommand_from data; and not __fish_seen_subcommand_from info build-world import-osm list remove' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from data; and __fish_seen_subcommand_from info' -l json -d 'print one JSON object'
complete -c locate -n '__fish_seen_subcommand_from data; and __fish_seen_subcommand_from info' -l color -x -a 'auto always never' -d 'when to use colours; auto is on a terminal (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from data; and __fish_seen_subcommand_from info' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from data; and __fish_seen_subcommand_from build-world' -l geonames -x -a '(__fish_complete_directories)' -d 'folder with cities500.json, countries.json and locale'
complete -c locate -n '__fish_seen_subcommand_from data; and __fish_seen_subcommand_from build-world' -s o -l output -r -F -d 'the file to write'
complete -c locate -n '__fish_seen_subcommand_from data; and __fish_seen_subcommand_from build-world' -l force -d 'replace an existing file that locate has not made'
complete -c locate -n '__fish_seen_subcommand_from data; and __fish_seen_subcommand_from build-world' -l boundaries -r -F -d 'your own country areas, GeoPackage or GeoJSON, such as OpenStreetMap'\''s with admin_level=2; they override the other borders (may be repeated)'
complete -c locate -n '__fish_seen_subcommand_from data; and __fish_seen_subcommand_from build-world' -l hold-out -x -d 'write nothing; leave out a share of the settlements, such as 1,20%, and print how many of them get a wrong country or division'
complete -c locate -n '__fish_seen_subcommand_from data; and __fish_seen_subcommand_from build-world' -l check-names -d 'write nothing; print a table of how often the rules find the language of a name'
complete -c locate -n '__fish_seen_subcommand_from data; and __fish_seen_subcommand_from build-world' -l color -x -a 'auto always never' -d 'when to use colours; auto is on a terminal (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from data; and __fish_seen_subcommand_from build-world' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from data; and __fish_seen_subcommand_from import-osm' -s o -l output -r -F -d 'the file to write instead of an installed region'
complete -c locate -n '__fish_seen_subcommand_from data; and __fish_seen_subcommand_from import-osm' -l force -d 'replace an existing file that locate has not made'
complete -c locate -n '__fish_seen_subcommand_from data; and __fish_seen_subcommand_from import-osm' -l json -d 'print one JSON object with the counts on standard output'
complete -c locate -n '__fish_seen_subcommand_from data; and __fish_seen_subcommand_from import-osm' -s q -l quiet -d 'suppress progress and the summary on standard error, but not errors'
complete -c locate -n '__fish_seen_subcommand_from data; and __fish_seen_subcommand_from import-osm' -l color -x -a 'auto always never' -d 'when to use colours; auto is on a terminal (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from data; and __fish_seen_subcommand_from import-osm' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from data; and __fish_seen_subcommand_from list' -l json -d 'print one JSON object per line'
complete -c locate -n '__fish_seen_subcommand_from data; and __fish_seen_subcommand_from list' -l color -x -a 'auto always never' -d 'when to use colours; auto is on a terminal (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from data; and __fish_seen_subcommand_from list' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from data; and __fish_seen_subcommand_from remove' -l color -x -a 'auto always never' -d 'when to use colours; auto is on a terminal (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from data; and __fish_seen_subcommand_from remove' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from settings; and not __fish_seen_subcommand_from list get set reset' -a list -d 'show all settings, their values, and whether they are set or defaults'
complete -c locate -n '__fish_seen_subcommand_from settings; and not __fish_seen_subcommand_from list get set reset' -a get -d 'print the value of a setting or its default, or an empty line without either'
complete -c locate -n '__fish_seen_subcommand_from settings; and not __fish_seen_subcommand_from list get set reset' -a set -d 'set the default of an option'
complete -c locate -n '__fish_seen_subcommand_from settings; and not __fish_seen_subcommand_from list get set reset' -a reset -d 'restore the default of one option, or of all'
complete -c locate -n '__fish_seen_subcommand_from settings; and not __fish_seen_subcommand_from list get set reset' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from list' -s f -l format -x -a 'text json csv tsv' -d 'output format; json prints one object per line (default: text)'
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from list' -l json -d 'the same as --format json'
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from list' -l template -x -d 'print STRING, each %keyword replaced by its value; %% is a percent sign'
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from list' -l csv-safe -d 'in CSV and TSV, put '\'' before texts that a spreadsheet would treat as formulas, and replace control characters'
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from list' -l color -x -a 'auto always never' -d 'when to use colours; auto is on a terminal (default: auto)'
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
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a corners
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a style
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a abbreviate
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a no-country
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a sort
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a thumbnails
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a precision
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a time-zone
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a video-time
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a max-error
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
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -a units
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get' -l color -x -a 'auto always never' -d 'when to use colours; auto is on a terminal (default: auto)'
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
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a corners
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a style
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a abbreviate
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a no-country
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a sort
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a thumbnails
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a precision
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a time-zone
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a video-time
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a max-error
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
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -a units
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from set' -l color -x -a 'auto always never' -d 'when to use colours; auto is on a terminal (default: auto)'
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
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a corners
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a style
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a abbreviate
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a no-country
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a sort
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a thumbnails
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a precision
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a time-zone
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a video-time
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a max-error
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
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -a units
complete -c locate -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from reset' -l color -x -a 'auto always never' -d 'when to use colours; auto is on a terminal (default: auto)'
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
complete -c locate -n '__fish_seen_subcommand_from help' -l color -x -a 'auto always never' -d 'when to use colours; auto is on a terminal (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from help' -s h -l help -d 'show help'
complete -c locate -n '__fish_seen_subcommand_from completions' -a bash
complete -c locate -n '__fish_seen_subcommand_from completions' -a zsh
complete -c locate -n '__fish_seen_subcommand_from completions' -a fish
complete -c locate -n '__fish_seen_subcommand_from completions' -l color -x -a 'auto always never' -d 'when to use colours; auto is on a terminal (default: auto)'
complete -c locate -n '__fish_seen_subcommand_from completions' -s h -l help -d 'show help'
