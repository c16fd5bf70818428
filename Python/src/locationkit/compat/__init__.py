"""The functions of other packages, with their signatures, keys and types. Change one import:

>>> from locationkit.compat import reverse_geocoder as rg
>>> rg.search((48.8584, 2.2945))[0]["cc"]
'FR'
>>> from locationkit.compat import reverse_geocode
>>> reverse_geocode.get((48.8584, 2.2945))["city"]
'Paris'

The answers are LocationKit's: the city that contains the point, in its country, instead of the nearest settlement. Where there
is none, as on the open sea, texts are empty.
"""
