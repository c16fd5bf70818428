"""The Arrow C Data Interface and its PyCapsule protocol, from ctypes alone.

Callbacks that Arrow's consumers keep are never freed: some release their arrays while the interpreter ends, when the
globals of modules are gone.
"""

from __future__ import annotations

import ctypes
from array import array
from ctypes import CFUNCTYPE, POINTER, PYFUNCTYPE, Structure, c_char_p, c_int, c_int64, c_uint64, c_void_p, py_object
from struct import Struct

from ._errors import ArgumentError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any


class ArrowSchema(Structure):
    """``struct ArrowSchema``."""


ArrowSchema._fields_ = [
    ("format", c_char_p),
    ("name", c_char_p),
    ("metadata", c_void_p),
    ("flags", c_int64),
    ("n_children", c_int64),
    ("children", POINTER(POINTER(ArrowSchema))),
    ("dictionary", POINTER(ArrowSchema)),
    ("release", c_void_p),
    ("private_data", c_void_p),
]


class ArrowArray(Structure):
    """``struct ArrowArray``."""


ArrowArray._fields_ = [
    ("length", c_int64),
    ("null_count", c_int64),
    ("offset", c_int64),
    ("n_buffers", c_int64),
    ("n_children", c_int64),
    ("buffers", POINTER(c_void_p)),
    ("children", POINTER(POINTER(ArrowArray))),
    ("dictionary", POINTER(ArrowArray)),
    ("release", c_void_p),
    ("private_data", c_void_p),
]


class ArrowArrayStream(Structure):
    """``struct ArrowArrayStream``."""

    _fields_ = [
        ("get_schema", c_void_p),
        ("get_next", c_void_p),
        ("get_last_error", c_void_p),
        ("release", c_void_p),
        ("private_data", c_void_p),
    ]


_RELEASE = CFUNCTYPE(None, c_void_p)
_GET = CFUNCTYPE(c_int, c_void_p, c_void_p)
_LAST_ERROR = CFUNCTYPE(c_char_p, c_void_p)
_DESTRUCTOR = PYFUNCTYPE(None, c_void_p)
# Prototypes of our own: attributes of ctypes.pythonapi are shared with every other user of ctypes.
_new_capsule = PYFUNCTYPE(py_object, c_void_p, c_char_p, c_void_p)(("PyCapsule_New", ctypes.pythonapi))
_capsule_pointer = PYFUNCTYPE(c_void_p, py_object, c_char_p)(("PyCapsule_GetPointer", ctypes.pythonapi))
# In a destructor the capsule has no references left, and must not be made an object again.
_dying_pointer = PYFUNCTYPE(c_void_p, c_void_p, c_char_p)(("PyCapsule_GetPointer", ctypes.pythonapi))


def release(node: ArrowSchema | ArrowArray | ArrowArrayStream) -> None:
    """Release a structure unless that has been done or it has been moved."""
    if node.release:
        _RELEASE(node.release)(ctypes.addressof(node))


class Owner:
    """Keeps a schema and an array, and releases both with its last reference.

    The array may be moved out of it; what then owns the memory is the ``keeper``.
    """

    __slots__ = ("schema", "array", "keeper", "_release")

    def __init__(self, schema: ArrowSchema, array: ArrowArray) -> None:
        self.schema = schema
        self.array = array
        self.keeper: Any = None
        self._release = release

    def __del__(self) -> None:
        self._release(self.array)
        self._release(self.schema)

    @property
    def array_address(self) -> int:
        """Where the array is, for a consumer that moves it."""
        return ctypes.addressof(self.array)


# Both structures are words of 64 bits: the fifth is n_children, and the last four are children, dictionary, release and
# private_data. As words they are copied and released several times as fast as through the fields of ctypes.
_WORD = 8
_N_CHILDREN = 4
_CHILDREN, _DICTIONARY, _RELEASED, _PRIVATE = -4, -3, -2, -1


class _Export:
    """The copies of a root and of all that is below it, one after the other in one memory, and then their lists of children."""

    __slots__ = ("owner", "memory", "nodes", "count_release")

    def __init__(self, owner: object, nodes: int, words: int) -> None:
        self.owner = owner
        self.memory = array("Q", bytes(_WORD * words))
        self.nodes = nodes
        # Nodes that a consumer has taken out may be released on any thread: this counts without a lock.
        self.count_release = iter(range(1, nodes + 1)).__next__


# What exported nodes keep alive, by the number in their private_data.
_exports: dict[int, _Export] = {}
_next_export = iter(range(1, 1 << 62)).__next__


def _reader(count: int) -> Callable[[int], tuple[int, ...]]:
    """Return a function that reads so many words at an address."""
    string_at, unpack, size = ctypes.string_at, Struct(f"{count}Q").unpack, _WORD * count
    return lambda address: unpack(string_at(address, size))


def _releasing(kind: type[ArrowSchema | ArrowArray]) -> Callable[[int], None]:
    # Names of this module may be gone when this runs: all that it needs are variables of the closure.
    exports, function_at, word = _exports, _RELEASE, c_uint64.from_address
    width = ctypes.sizeof(kind) // _WORD
    read, pointer_size, release_offset = _reader(width), _WORD, _WORD * (width + _RELEASED)
    n_children, children, dictionary, released, private = _N_CHILDREN, _CHILDREN, _DICTIONARY, _RELEASED, _PRIVATE

    def release_node(address: int) -> None:
        node = read(address)
        key, function = node[private], node[released]
        export = exports[key]
        word(address + release_offset).value = 0
        memory, end = export.memory, width * export.nodes
        below = memory[2 * width + released : end : width]
        # The root, almost always with all of its nodes in place: they go at once.
        if node[children] == memory.buffer_info()[0] + pointer_size * end and below.count(function) == len(below):
            del exports[key]
            return
        lower = [word(node[children] + pointer_size * index).value for index in range(node[n_children])]
        if node[dictionary]:
            lower.append(node[dictionary])
        for child in lower:
            # A child that the consumer has moved out has no function left here.
            remaining = word(child + release_offset).value
            if remaining:
                function_at(remaining)(child)
        if export.count_release() == export.nodes:
            del exports[key]

    return release_node


def _immortal(callback: Any) -> int:
    """Keep a callback for ever; return the address of its function."""
    ctypes.pythonapi.Py_IncRef(py_object(callback))
    return ctypes.cast(callback, c_void_p).value or 0


_callbacks = {kind: _immortal(_RELEASE(_releasing(kind))) for kind in (ArrowSchema, ArrowArray)}
_readers = {kind: _reader(ctypes.sizeof(kind) // _WORD) for kind in (ArrowSchema, ArrowArray)}


def _shared(root: ArrowSchema | ArrowArray, owner: object) -> tuple[int, _Export]:
    """Copy a schema or an array that shares its buffers, and keeps their owner alive until it is released.

    Returns
    -------
    int
        The address of the copy.
    _Export
        What has it, which the copy keeps until it is released.
    """
    kind = type(root)
    size, function, read = ctypes.sizeof(kind), _callbacks[kind], _readers[kind]
    key = _next_export()
    # The list grows on the way: the nodes below a node follow those below the nodes before it.
    sources = [ctypes.addressof(root)]
    copies: list[int] = []
    parents = []
    for source in sources:
        node = read(source)
        copies += node[:_RELEASED]
        copies += (function, key)
        count, dictionary = node[_N_CHILDREN], node[_DICTIONARY]
        if count:
            parents.append((len(copies) + _CHILDREN, len(sources), count))
            sources += (c_uint64 * count).from_address(node[_CHILDREN])
        if dictionary:
            parents.append((len(copies) + _DICTIONARY, len(sources), 0))
            sources.append(dictionary)
    export = _Export(owner, len(sources), len(copies) + len(sources) - 1)
    base = export.memory.buffer_info()[0]
    for at, first, count in parents:
        below = base + size * first
        if count:
            copies[at] = base + _WORD * len(copies)
            copies += range(below, below + size * count, size)
        else:
            copies[at] = below
    export.memory[: len(copies)] = array("Q", copies)
    _exports[key] = export
    return base, export


# Structures inside capsules that have not been destroyed, by their address: a copy may be released before its capsule.
_capsules: dict[int, _Export] = {}


def _destroyer(name: bytes, kind: type[ArrowSchema | ArrowArray]) -> int:
    capsules, pointer, function_at = _capsules, _dying_pointer, _RELEASE
    word, release_offset = c_uint64.from_address, ctypes.sizeof(kind) + _WORD * _RELEASED

    def destroy(capsule: int) -> None:
        address = pointer(capsule, name)
        export = capsules.pop(address, None)
        if export is not None:
            release = word(address + release_offset).value
            if release:
                function_at(release)(address)

    return _immortal(_DESTRUCTOR(destroy))


_SCHEMA, _ARRAY, _STREAM = b"arrow_schema", b"arrow_array", b"arrow_array_stream"
_destroyers = {name: _destroyer(name, kind) for name, kind in ((_SCHEMA, ArrowSchema), (_ARRAY, ArrowArray))}


def _capsule(shared: tuple[int, _Export], name: bytes) -> object:
    address, _capsules[address] = shared
    made: object = _new_capsule(address, name, _destroyers[name])
    return made


def shared_schema(owner: Owner) -> int:
    """Return the address of a copy of an owner's schema, which the consumer moves."""
    return _shared(owner.schema, owner)[0]


def schema_capsule(owner: Owner) -> object:
    """Return a capsule with the schema of an owner."""
    return _capsule(_shared(owner.schema, owner), _SCHEMA)


def array_capsules(owner: Owner) -> tuple[object, object]:
    """Return capsules with the schema and the array of an owner."""
    return schema_capsule(owner), _capsule(_shared(owner.array, owner), _ARRAY)


class Chunk:
    """A column of numbers of another library, as its format and addresses."""

    __slots__ = ("format", "length", "validity", "values", "offset", "owner")

    def __init__(self, schema: ArrowSchema, array: ArrowArray, owner: object) -> None:
        self.format = (schema.format or b"").decode("ascii", "replace")
        self.length = int(array.length)
        self.offset = int(array.offset)
        self.validity = int(array.buffers[0] or 0) if array.n_buffers and array.null_count != 0 else 0
        self.values = int(array.buffers[1] or 0) if array.n_buffers > 1 else 0
        self.owner = owner
        if schema.dictionary:
            self.format = "dictionary"


def chunks(column: Any) -> Iterator[Chunk]:
    """Take over a column that has the PyCapsule protocol, in one piece or several."""
    if hasattr(column, "__arrow_c_array__"):
        # The capsules keep both structures; they are read where they are.
        both = column.__arrow_c_array__()
        schema = ArrowSchema.from_address(_capsule_pointer(both[0], _SCHEMA))
        array = ArrowArray.from_address(_capsule_pointer(both[1], _ARRAY))
        yield Chunk(schema, array, both)
        return
    capsule = column.__arrow_c_stream__()
    stream = ArrowArrayStream.from_address(_capsule_pointer(capsule, _STREAM))
    schema = ArrowSchema()
    _stream_check(stream, _GET(stream.get_schema)(ctypes.addressof(stream), ctypes.addressof(schema)))
    try:
        while True:
            array = ArrowArray()
            _stream_check(stream, _GET(stream.get_next)(ctypes.addressof(stream), ctypes.addressof(array)))
            if not array.release:
                return
            yield Chunk(schema, array, Owner(ArrowSchema(), array))
    finally:
        release(schema)


def _stream_check(stream: ArrowArrayStream, code: int) -> None:
    if code:
        text = _LAST_ERROR(stream.get_last_error)(ctypes.addressof(stream))
        raise ArgumentError(f"the column cannot be read: {(text or b'').decode('utf-8', 'replace') or f'error {code}'}")
