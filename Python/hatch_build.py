"""Makes the wheel one for every CPython on this kind of machine: the library inside is called through ctypes."""

import platform
import re
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WheelTag(BuildHookInterface):
    """Sets the wheel's tag by the glibc that the library needs."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict) -> None:
        if version == "editable":
            return
        library = Path(self.root, "src", "locationkit", "liblocationkit.so.1")
        if not library.is_file():
            raise FileNotFoundError(
                f"{library} is missing; build the wheel with Scripts/build-wheel, which compiles it (Swift is needed)"
            )
        needed = [int(minor) for minor in re.findall(rb"GLIBC_2\.(\d+)\0", library.read_bytes())]
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-manylinux_2_{max(needed)}_{platform.machine()}"
