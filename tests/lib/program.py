# SPDX-License-Identifier: Apache-2.0
"""The program layer of build/libntrace.so, by ctypes."""
import ctypes
from ctypes import (POINTER, Structure, byref, c_bool, c_char, c_char_p, c_int, c_size_t, c_uint,
                    c_uint8, c_uint32, c_uint64, c_void_p)

from tests.lib.catalogue import ROOT


class Error(Structure):
    _fields_ = [("text", c_char * 512), ("code", c_int), ("offset", c_uint64)]


class ImageSpec(Structure):
    _fields_ = [("size", c_size_t), ("path", c_char_p), ("offset", c_uint64), ("raw", c_bool), ("at", c_uint64),
                ("xlen", c_uint8), ("modes", c_uint8), ("has_scontext", c_bool),
                ("has_hcontext", c_bool), ("scontext", c_uint64), ("hcontext", c_uint64),
                ("bytes", c_void_p), ("byte_count", c_size_t)]


class Function(Structure):
    _fields_ = [("name", c_char_p), ("start", c_uint64), ("size", c_uint64), ("image", c_uint32),
                ("index", c_uint32)]


class Line(Structure):
    _fields_ = [("file", c_char_p), ("start", c_uint64), ("size", c_uint32), ("line", c_uint32)]


class Disassembly(Structure):
    _fields_ = [("size", c_uint8), ("bytes", c_uint8 * 22), ("text", c_char * 96)]


def load():
    library = ctypes.CDLL(str(ROOT / "build/libntrace.so"))

    def function(name, result, *arguments):
        getattr(library, name).restype = result
        getattr(library, name).argtypes = arguments

    function("nt_program_new", c_void_p)
    function("nt_program_free", None, c_void_p)
    function("nt_program_add", c_int, c_void_p, POINTER(ImageSpec), POINTER(Error))
    function("nt_program_xlen", c_uint, c_void_p)
    function("nt_program_functions", POINTER(Function), c_void_p, c_size_t, POINTER(c_size_t))
    function("nt_program_lines", POINTER(Line), c_void_p, c_size_t, POINTER(c_size_t))
    function("nt_view_new", c_void_p, c_void_p, c_uint, POINTER(Error))
    function("nt_view_free", None, c_void_p)
    function("nt_view_function", POINTER(Function), c_void_p, c_uint64)
    function("nt_view_line", POINTER(Line), c_void_p, c_uint64)
    function("nt_view_bytes", c_size_t, c_void_p, c_uint64, c_void_p, c_size_t)
    function("nt_view_disassemble", c_bool, c_void_p, c_uint64, POINTER(Disassembly))
    return library


class ProgramError(Exception):
    def __init__(self, error):
        super().__init__(error.text.decode())
        self.code = error.code
        self.offset = error.offset


class Program:
    """A program and a view of its hart 0; use it in `with`."""

    def __init__(self, *specs):
        self.library = load()
        self.program = self.library.nt_program_new()
        self.view = None
        error = Error()
        for spec in specs:
            if not isinstance(spec, ImageSpec):
                spec = ImageSpec(path=str(spec).encode())
            if self.library.nt_program_add(self.program, byref(spec), byref(error)) != 0:
                self.close()
                raise ProgramError(error)
        self.view = self.library.nt_view_new(self.program, 0, byref(error))
        if not self.view:
            self.close()
            raise ProgramError(error)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.library.nt_view_free(self.view)
        self.library.nt_program_free(self.program)

    def functions(self, image=0):
        count = c_size_t()
        rows = self.library.nt_program_functions(self.program, image, byref(count))
        return [(row.name.decode(), row.start, row.size) for row in rows[:count.value]]

    def lines(self, image=0):
        count = c_size_t()
        rows = self.library.nt_program_lines(self.program, image, byref(count))
        return [(row.file.decode(), row.line, row.start, row.size) for row in rows[:count.value]]

    def function(self, pc):
        found = self.library.nt_view_function(self.view, pc)
        return found.contents.name.decode() if found else None

    def line(self, pc):
        found = self.library.nt_view_line(self.view, pc)
        return (found.contents.file.decode(), found.contents.line) if found else None

    def bytes(self, pc, size):
        """Up to `size` bytes of code."""
        room = ctypes.create_string_buffer(size)
        known = self.library.nt_view_bytes(self.view, pc, room, size)
        return room.raw[:known]

    def disassemble(self, pc):
        """Size and text; None where there is no code."""
        text = Disassembly()
        if not self.library.nt_view_disassemble(self.view, pc, byref(text)):
            return None
        return text.size, text.text.decode()
