"""Arrow's protocol, memory, threads and processes."""

from __future__ import annotations

import array
import copy
import ctypes
import gc
import os
import pickle
import signal
import subprocess
import sys
import threading

import pytest
from conftest import resident_kilobytes

import locationkit
from locationkit import World


def test_capsules_that_nobody_reads(world):
    from locationkit import _arrow

    gc.collect()
    exports, capsules = len(_arrow._exports), len(_arrow._capsules)
    places = world.reverse_many([48.8] * 10, [2.3] * 10, dictionary=True)
    owner = places._owner
    for _ in range(100):
        _arrow.array_capsules(owner)
        _arrow.schema_capsule(owner)
    kept = _arrow.array_capsules(owner)
    assert len(_arrow._capsules) == capsules + 2
    del places, owner
    gc.collect()
    del kept
    gc.collect()
    assert (len(_arrow._exports), len(_arrow._capsules)) == (exports, capsules)


@pytest.mark.parametrize("part", ["array", "schema"])
@pytest.mark.parametrize("order", ["child first", "root first", "in place"])
@pytest.mark.parametrize("dictionary", [False, True])
def test_a_consumer_may_take_a_child_out(world, part, order, dictionary):
    from locationkit import _arrow

    gc.collect()
    exports, capsules = len(_arrow._exports), len(_arrow._capsules)
    owner = world.reverse_many([48.8, 35.68], [2.3, 139.76], columns=["country", "city"], dictionary=dictionary)._owner
    made = _arrow.array_capsules(owner)[part == "array"]
    kind, name = (_arrow.ArrowArray, b"arrow_array") if part == "array" else (_arrow.ArrowSchema, b"arrow_schema")

    def moved(node):
        copy = kind()
        ctypes.memmove(ctypes.addressof(copy), ctypes.addressof(node), ctypes.sizeof(kind))
        node.release = None
        return copy

    root = moved(kind.from_address(_arrow._capsule_pointer(made, name)))
    del made
    child = moved(root.children[1].contents)
    held = [moved(child.dictionary.contents)] if dictionary and order != "in place" else []
    for node in {"child first": [child, root], "root first": [root, child], "in place": [root, *held, child]}[order]:
        assert len(_arrow._exports) == exports + 1
        _arrow.release(node)
        assert not node.release
    if held:
        assert len(_arrow._exports) == exports + 1
        # The texts are there until the last part is released.
        if part == "array":
            offsets = (ctypes.c_int32 * 3).from_address(held[0].buffers[1])
            text = ctypes.string_at(held[0].buffers[2], offsets[2])
            assert text.startswith("Châtillon".encode()) or "東".encode() in text
        _arrow.release(held[0])
    assert (len(_arrow._exports), len(_arrow._capsules)) == (exports, capsules)


def test_the_protocol_may_be_used_again_and_again(world):
    pa = pytest.importorskip("pyarrow")
    places = world.reverse_many([48.8, None], [2.3, 2.3], columns=locationkit.COLUMNS, languages="en")
    first, second = pa.record_batch(places), pa.record_batch(places)
    assert first.equals(second) and pa.schema(places) == first.schema == pa.schema(places)
    del first
    names = places["country"]
    del places
    assert second["country"].to_pylist() == names == ["France", None]


def test_both_ways_out_are_equal(world, points):
    pa = pytest.importorskip("pyarrow")
    from locationkit import _arrow

    for dictionary in (False, True):
        places = world.reverse_many(*points, columns=locationkit.COLUMNS, dictionary=dictionary)
        schema, array = _arrow.array_capsules(places._owner)

        class Exported:
            def __arrow_c_array__(self, requested_schema=None, capsules=(schema, array)):
                return capsules

        shared = pa.record_batch(Exported())
        shared.validate(full=True)
        assert shared.schema.field("city").nullable
        # A child that is taken out keeps the memory of all.
        city = shared["city"]
        del shared, schema, array
        assert pa.record_batch(places)["city"].equals(city)
        del places
        gc.collect()
        city.validate(full=True)


def test_arrays_outlive_the_interpreter(python):
    pytest.importorskip("pyarrow")
    pytest.importorskip("polars")
    for name in ("pyarrow", "polars"):
        python(
            f"import locationkit\nworld = locationkit.World()\nplaces = world.reverse_many([48.8] * 1000, [2.3] * 1000)\n"
            f"owner = places._owner; capsules = locationkit._arrow.array_capsules(owner)\n"
            f"import {name}\nclass Exported:\n    def __arrow_c_array__(self, requested_schema=None): return capsules\n"
            f"table = {name}.{'record_batch' if name == 'pyarrow' else 'DataFrame'}(Exported())\n"
            f"import builtins; builtins.kept = [table, places, world, capsules]\n"
        )


def test_arrays_released_on_another_thread(world):
    pl = pytest.importorskip("polars")
    from locationkit import _arrow

    gc.collect()
    exports = len(_arrow._exports)
    for _ in range(20):
        owner = world.reverse_many([48.8] * 100, [2.3] * 100)._owner

        class Exported:
            def __arrow_c_array__(self, requested_schema=None, owner=owner):
                return _arrow.array_capsules(owner)

        frames = [pl.DataFrame(Exported())]
        thread = threading.Thread(target=frames.clear)
        thread.start()
        thread.join()
    gc.collect()
    assert len(_arrow._exports) == exports


@pytest.mark.parametrize("way", ["one", "buffers", "arrow", "capsules", "errors", "worlds", "search"])
def test_a_thousand_calls_do_not_grow(world, points, way):
    pa = pytest.importorskip("pyarrow")
    from locationkit import _arrow

    lat, lon = (pa.array(values[:256]) for values in points)

    def call():
        if way == "one":
            world.reverse(48.8, 2.3)
        elif way == "buffers":
            world.reverse_many(lat, lon, threads=1)["distance_m"]
        elif way == "arrow":
            world.reverse_many(lat, lon, threads=1).to_arrow()
        elif way == "capsules":
            _arrow.array_capsules(world.reverse_many(lat, lon, threads=1)._owner)
        elif way == "errors":
            for bad in (lambda: world.reverse(99, 2), lambda: world.reverse_many([1], [2, 3]), lambda: World("/missing")):
                with pytest.raises((ValueError, OSError)):
                    bad()
        elif way == "worlds":
            with World() as opened:
                opened.reverse(48.8, 2.3, languages="en")
        else:
            world.search("San", limit=400)

    # A search takes milliseconds; 60 of them without a release would leave 6.5 MB.
    calls = 60 if way == "search" else 1000
    for _ in range(calls // 7):
        call()
    gc.collect()
    before = resident_kilobytes()
    for _ in range(calls):
        call()
    gc.collect()
    # A thousand batches have 20 MB of answers.
    assert resident_kilobytes() - before < 4_000


def test_threads_share_a_world(points):
    world = World()
    lat, lon = (values[:4000] for values in points)
    expected = world.reverse_many(lat, lon, languages="en", threads=1).to_dicts()
    problems = []

    def work(number):
        try:
            for turn in range(5):
                languages = ("en", "ja", "de,en")[(number + turn) % 3]
                rows = world.reverse_many(lat, lon, languages=languages, threads=1 + number % 2).to_dicts()
                assert [row["country_code"] for row in rows] == [row["country_code"] for row in expected]
                if languages == "en":
                    assert rows == expected
                for index in range(0, 2000, 97):
                    assert world.reverse(lat[index], lon[index], languages="en").city == expected[index]["city"]
        except BaseException as problem:
            problems.append(problem)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []


def test_a_world_closed_in_use(points):
    lat, lon = points
    for _ in range(10):
        world = World()
        problems = []
        started = threading.Barrier(5)

        def work(world=world, problems=problems, started=started):
            started.wait()
            try:
                while True:
                    assert len(world.reverse_many(lat, lon, threads=2)) == len(lat)
                    world.reverse(48.8, 2.3)
            except locationkit.ClosedError:
                pass
            except BaseException as problem:
                problems.append(problem)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        started.wait()
        world.close()
        for thread in threads:
            thread.join()
        assert problems == []


def test_an_array_is_not_resized_while_it_is_read():
    from locationkit._columns import doubles

    values = array.array("d", [48.8] * 10)
    held = doubles(values, "lat")
    with pytest.raises(BufferError):
        values.append(1.0)
    del held
    values.append(1.0)


def test_the_gil_is_released(world, points):
    # As arrays, so that their conversion takes no time.
    lat, lon = (array.array("d", values * 20) for values in points)
    ended = threading.Event()
    turns = 0

    def work():
        world.reverse_many(lat, lon, threads=1)
        ended.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not ended.wait(0.001):
        turns += 1
    thread.join()
    assert turns > 20


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_fork_after_use(world, points):
    lat, lon = points
    expected = world.reverse_many(lat, lon, languages="en", threads=2)["city"]
    children = []
    for _ in range(3):
        child = os.fork()
        if child == 0:
            status = 1
            try:
                signal.alarm(60)
                same = world.reverse_many(lat, lon, languages="en", threads=2)["city"] == expected
                new = world.reverse(48.8584, 2.2945, languages="fr").country == "France"
                again = World().reverse(48.8584, 2.2945, languages="en").city == "Paris"
                status = 0 if same and new and again else 2
            finally:
                os._exit(status)
        children.append(child)
    for child in children:
        assert os.waitpid(child, 0)[1] == 0
    assert world.reverse_many(lat, lon, languages="en", threads=2)["city"] == expected


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_threads_of_a_child_after_a_fork(world):
    world.reverse(48.8584, 2.2945)
    for _ in range(4):
        child = os.fork()
        if child == 0:
            signal.alarm(60)
            wrong = []

            def ask():
                for turn in range(3000):
                    # Languages of both kinds of lists: the lock is wanted most where names are made anew.
                    place = world.reverse(48.8584, 2.2945, languages="fr" if turn % 2 else "en")
                    if place.country_code != "FR":
                        wrong.append(place)

            workers = [threading.Thread(target=ask) for _ in range(3)]
            for worker in workers:
                worker.start()
            ask()
            for worker in workers:
                worker.join()
            os._exit(1 if wrong else 0)
        assert os.waitpid(child, 0)[1] == 0


def test_an_answer_is_not_pickled_or_copied(world, points):
    places = world.reverse_many(*points, languages="en")
    for attempt in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match=r"to_arrow\(\)"):
            attempt(places)


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_pools_of_processes(method):
    import concurrent.futures
    import multiprocessing

    context = multiprocessing.get_context(method)
    with World() as world, concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as pool:
        assert list(pool.map(world.reverse, [48.8584, 52.52], [2.2945, 13.4]))[1].country_code == "DE"


def test_a_file_that_is_shortened_while_it_is_open(world, checkout, tmp_path):
    path = tmp_path / "copy.gazetteer"
    path.write_bytes((checkout / "Data" / "world.gazetteer").read_bytes())
    # A child process, which a fault would end without ending the tests.
    program = """
import os, sys, locationkit
world = locationkit.World(sys.argv[1])
assert world.reverse(48.8584, 2.2945, languages="en").city == "Paris"
os.truncate(sys.argv[1], 8192)
for _ in range(2):
    for ask in (
        lambda: world.reverse(-33.8, 151.2, languages="ja"),
        lambda: world.reverse_many([-1.3] * 1000, [36.8] * 1000),
        lambda: world.search("Nairobi"),
        world.verify,
    ):
        try:
            ask()
        except locationkit.DamagedFileError as error:
            assert "copy.gazetteer is damaged" in str(error)
        else:
            sys.exit("no error")
"""
    subprocess.run([sys.executable, "-c", program, path], check=True, timeout=60)
