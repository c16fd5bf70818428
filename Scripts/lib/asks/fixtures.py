"""Photos and videos that the experiments make: small, but whole."""

import base64
import struct


def number(value, count):
    return value.to_bytes(count, "big")


class Entry:
    """A field of a TIFF directory; `value` is what it holds, or the entries of a directory of its own."""

    def __init__(self, tag, kind, value):
        self.tag, self.kind, self.value = tag, kind, value

    @property
    def count(self):
        return {2: len(self.value), 3: len(self.value) // 2, 4: len(self.value) // 4, 5: len(self.value) // 8}.get(
            self.kind, len(self.value)
        )


def text(tag, value):
    return Entry(tag, 2, value.encode() + b"\0")


def angle(tag, degrees):
    parts = (int(degrees), 1, int(degrees * 60) % 60, 1, round(degrees * 3_600_000 % 60_000), 1000)
    return Entry(tag, 5, struct.pack(">6I", *parts))


def tiff(entries):
    """A block of EXIF, as in a JPEG, or the head of a raw file."""
    data = bytearray(b"MM\0*" + number(8, 4))
    _append(entries, data)
    return bytes(data)


def _append(entries, data):
    data += number(len(entries), 2)
    start = len(data)
    data += bytes(len(entries) * 12 + 4)
    for index, entry in enumerate(sorted(entries, key=lambda entry: entry.tag)):
        if isinstance(entry.value, list):
            head, value = number(entry.tag, 2) + number(4, 2) + number(1, 4), number(len(data), 4)
            _append(entry.value, data)
        else:
            head = number(entry.tag, 2) + number(entry.kind, 2) + number(entry.count, 4)
            value = entry.value
            if len(value) > 4:
                value = number(len(data), 4)
                data += entry.value + bytes(len(entry.value) % 2)
        data[start + index * 12 : start + index * 12 + 12] = head + value + bytes(4 - len(value))


def exif(
    date=None,
    original_offset=None,
    offset=None,
    modified=None,
    place=None,
    error=None,
    received=None,
    make="Asks",
    model="Box",
    note=None,
    orientation=1,
    more=(),
):
    """What a camera says. Dates and offsets as EXIF writes them; `place` is latitude and longitude, north and east;
    `received` the day and (hours, minutes, seconds) of the receiver, UTC."""
    first = [Entry(0x0112, 3, number(orientation, 2)), text(0x010F, make), text(0x0110, model), *more]
    if modified:
        first.append(text(0x0132, modified))
    inner = [text(tag, value) for tag, value in ((0x9003, date), (0x9010, offset), (0x9011, original_offset)) if value]
    if note:
        inner.append(Entry(0x927C, 7, note))
    if inner:
        first.append(Entry(0x8769, 4, inner))
    if place:
        gps = [text(1, "N"), angle(2, place[0]), text(3, "E"), angle(4, place[1])]
        if error:
            gps.append(Entry(0x1F, 5, struct.pack(">2I", int(error * 10), 10)))
        if received:
            day, clock = received
            gps += [text(0x1D, day), Entry(7, 5, struct.pack(">6I", *[part for value in clock for part in (value, 1)]))]
        first.append(Entry(0x8825, 4, gps))
    return first


def jpeg(*arguments, **facts):
    """A gray JPEG of 64 by 40 pixels."""
    block = b"Exif\0\0" + tiff(exif(*arguments, **facts))

    def segment(mark, content):
        return b"\xff" + bytes([mark]) + number(len(content) + 2, 2) + content

    # One code each: no difference to the block before, and the end of the block; so that a block is two zero bits.
    tables = segment(0xC4, b"\x00\x01" + bytes(15) + b"\x00") + segment(0xC4, b"\x10\x01" + bytes(15) + b"\x00")
    frame = segment(0xC0, b"\x08" + number(40, 2) + number(64, 2) + b"\x01\x01\x11\x00")
    scan = segment(0xDA, b"\x01\x01\x00\x00\x3f\x00") + bytes(8 * 5 * 2 // 8)
    return (
        b"\xff\xd8" + segment(0xE1, block) + segment(0xDB, b"\x00" + b"\x01" * 64) + frame + tables + scan + b"\xff\xd9"
    )


def raw(**facts):
    """A raw file without pixels: its photometric interpretation is that each has one colour."""
    sizes = [Entry(0x0100, 3, number(6000, 2)), Entry(0x0101, 3, number(4000, 2)), Entry(0x0106, 3, number(32_803, 2))]
    return tiff(exif(make="Canon", model="EOS", more=sizes, **facts))


def box(kind, content):
    return number(len(content) + 8, 4) + kind.encode() + content


def video(begin, is_quicktime=False):
    """A video whose header says that it began at a time, UTC."""
    moment = number(int(begin) + 2_082_844_800, 4)
    matrix = b"".join(number(value, 4) for value in (0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000))
    brand = b"qt  " if is_quicktime else b"isom"
    head = box("ftyp", brand + number(0, 4) + brand)

    def movie(start):
        header = box(
            "mvhd",
            bytes(4)
            + moment * 2
            + number(600, 4) * 2
            + number(0x10000, 4)
            + number(0x100, 2)
            + bytes(10)
            + matrix
            + bytes(24)
            + number(2, 4),
        )
        track = box(
            "tkhd",
            number(7, 4)
            + moment * 2
            + number(1, 4)
            + bytes(4)
            + number(600, 4)
            + bytes(16)
            + matrix
            + number(64 << 16, 4)
            + number(48 << 16, 4),
        )
        sample = box(
            "avc1",
            bytes(6)
            + number(1, 2)
            + bytes(16)
            + number(64, 2)
            + number(48, 2)
            + number(72 << 16, 4) * 2
            + bytes(4)
            + number(1, 2)
            + bytes(32)
            + number(24, 2)
            + number(0xFFFF, 2),
        )
        table = box("stsd", bytes(4) + number(1, 4) + sample) + box(
            "stts", bytes(4) + number(1, 4) * 2 + number(600, 4)
        )
        table += box("stsc", bytes(4) + number(1, 4) * 4) + box("stsz", bytes(4) + number(16, 4) + number(1, 4))
        table += box("stco", bytes(4) + number(1, 4) + number(start, 4))
        reference = box("dinf", box("dref", bytes(4) + number(1, 4) + box("url ", number(1, 4))))
        handler = box("hdlr", bytes(8) + b"vide" + bytes(13))
        media = box("mdhd", bytes(4) + moment * 2 + number(600, 4) * 2 + number(0x55C4, 2) + bytes(2)) + handler
        media += box("minf", box("vmhd", number(1, 4) + bytes(8)) + reference + box("stbl", table))
        return box("moov", header + box("trak", track + box("mdia", media)))

    return head + movie(len(head) + len(movie(0)) + 8) + box("mdat", bytes(16))


def heic(turns):
    """A HEIC without pixels, 64 by 40 as stored, to be turned by so many quarters against the clock. Its EXIF says another
    turn, which programs must not apply as well."""
    block = number(0, 4) + tiff(exif("2026:11:21 15:10:00", "+09:00", orientation=6))
    size = box("ispe", bytes(4) + number(64, 4) + number(40, 4))
    properties = box("ipco", size + box("irot", bytes([turns]))) + box(
        "ipma", bytes(4) + number(1, 4) + number(1, 2) + b"\x02\x01\x82"
    )

    def meta(start):
        items = box("infe", b"\x02" + bytes(3) + number(1, 2) + bytes(2) + b"hvc1\0") + box(
            "infe", b"\x02" + bytes(3) + number(2, 2) + bytes(2) + b"Exif\0"
        )
        extents = b"".join(
            number(item, 2) + bytes(2) + number(1, 2) + number(begin, 4) + number(length, 4)
            for item, begin, length in ((1, start, 16), (2, start + 16, len(block)))
        )
        parts = box("hdlr", bytes(8) + b"pict" + bytes(13)) + box("pitm", bytes(4) + number(1, 2))
        parts += box("iloc", bytes(4) + b"\x44\x00" + number(2, 2) + extents)
        parts += box("iinf", bytes(4) + number(2, 2) + items)
        parts += box("iref", bytes(4) + box("cdsc", number(2, 2) + number(1, 2) + number(1, 2))) + box(
            "iprp", properties
        )
        return box("meta", bytes(4) + parts)

    head = box("ftyp", b"heic" + bytes(4) + b"mif1heic")
    return head + meta(len(head) + len(meta(0)) + 8) + box("mdat", bytes(16) + block)


# 16 by 12 pixels in HEVC, made by libheif of four coloured quarters, and a turn by 270 degrees against the clock.
TURNED_HEIC = base64.b64decode("""
    AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAbdtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAA
    AAACAAAAEGlkYXQAAAAAABAADAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHbAAEAAAAAAAAAVQACAAEAAAAAAAAAAQAAAAAAAAAIAAAAOGlpbmYA
    AAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAADiaXBycAAAAL9pcGNvAAAAdmh2Y0MBA3AAAAAAAAAAAAAe
    8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFluqumubgQEDAgAAAAwCAAAAD
    AIQiAAEABkQBwXPBiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAEAAAAAwAAAAQcGl4aQAAAAADCAgIAAAACWlyb3QDAAAAG2lw
    bWEAAAAAAAAAAgABAoECAAIDA4SFAAAAGmlyZWYAAAAAAAAADmRpbWcAAgABAAEAAABdbWRhdAAAAFEoAa8TIbAoaOcoW7vrGFUVHsFoHpdmMv/y
    5nyuCiY30R8hnyfGAcrnNYFA4cqUb6cFub5e26uYXVD9UxCqYW0nwA2RROHJXo1DeNCgaM1QdDY=
    """)
