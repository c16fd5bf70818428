"""The Arrow C Data Interface and its PyCapsule protocol, from ctypes alone.

Callbacks that Arrow's consumers keep are never freed: some release their arrays while the interpreter ends, when the
globals of modules are gone.
"""

from __future__ import annotations

import ctypes
from ctypes import CFUNCTYPE, POINTER, PYFUNCTYPE, Structure, c_char_p, c_int, c_int64, c_void_p, py_object

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
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


#: The address of a structure.
address_of = ctypes.addressof


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


# What exported nodes keep alive, by the number in their private_data.
_exports: dict[int, tuple[object, ...]] = {}
_next_export = iter(range(1, 1 << 62)).__next__


def _releasing(kind: Any) -> Any:
    # Names of this module may be gone when this runs: all that it needs are variables of the closure.
    exports, address_of, function = _exports, ctypes.addressof, _RELEASE

    def release_node(address: int) -> None:
        node = kind.from_address(address)
        below = [node.children[index].contents for index in range(node.n_children)]
        if node.dictionary:
            below.append(node.dictionary.contents)
        for child in below:
            # A child that the consumer has moved out has no function left here.
            if child.release:
                function(child.release)(address_of(child))
        key, node.release, node.private_data = node.private_data, None, None
        exports.pop(key, None)

    return release_node


def _immortal(callback: Any) -> Any:
    ctypes.pythonapi.Py_IncRef(py_object(callback))
    return callback


_callbacks = {kind: ctypes.cast(_immortal(_RELEASE(_releasing(kind))), c_void_p).value for kind in (ArrowSchema, ArrowArray)}


def _shared(node: Any, owner: object) -> Any:
    """Return a copy of a schema or an array that shares its buffers, and keeps their owner alive until it is released."""
    kind = type(node)
    copy = kind()
    ctypes.memmove(ctypes.addressof(copy), ctypes.addressof(node), ctypes.sizeof(kind))
    children = [_shared(node.children[index].contents, owner) for index in range(node.n_children)]
    pointers = None
    if children:
        pointers = (POINTER(kind) * len(children))(*[ctypes.pointer(child) for child in children])
        copy.children = ctypes.cast(pointers, POINTER(POINTER(kind)))
    dictionary = _shared(node.dictionary.contents, owner) if node.dictionary else None
    if dictionary is not None:
        copy.dictionary = ctypes.pointer(dictionary)
    key = _next_export()
    _exports[key] = (owner, children, pointers, dictionary)
    copy.release = _callbacks[kind]
    copy.private_data = key
    return copy


# Structures inside capsules, by their address.
_capsules: dict[int, Any] = {}


def _destroyer(name: bytes) -> Any:
    capsules, pointer, address_of, function = _capsules, _dying_pointer, ctypes.addressof, _RELEASE

    def destroy(capsule: int) -> None:
        node = capsules.pop(pointer(capsule, name), None)
        if node is not None and node.release:
            function(node.release)(address_of(node))

    return _immortal(_DESTRUCTOR(destroy))


_SCHEMA, _ARRAY, _STREAM = b"arrow_schema", b"arrow_array", b"arrow_array_stream"
_destroyers = {name: _destroyer(name) for name in (_SCHEMA, _ARRAY)}


def _capsule(node: Any, name: bytes) -> object:
    address = ctypes.addressof(node)
    _capsules[address] = node
    made: object = _new_capsule(address, name, ctypes.cast(_destroyers[name], c_void_p))
    return made


def shared_schema(owner: Owner) -> ArrowSchema:
    """Return a copy of an owner's schema, to be released on its own."""
    copy: ArrowSchema = _shared(owner.schema, owner)
    return copy


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
        raise ValueError(f"the column cannot be read: {(text or b'').decode('utf-8', 'replace') or f'error {code}'}")
