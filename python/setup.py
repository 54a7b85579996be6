# SPDX-License-Identifier: Apache-2.0
"""The wheel has a shared library of this machine, and no module of one version of Python."""
import os

from setuptools import setup
from setuptools.dist import Distribution
from wheel.bdist_wheel import bdist_wheel


class Binary(Distribution):
    def has_ext_modules(self):
        return True


class Wheel(bdist_wheel):
    def get_tag(self):
        return ("py3", "none", super().get_tag()[2])


setup(
    name="ntrace",
    version=os.environ["NTRACE_VERSION"],
    description="Golden models of RISC-V trace hardware, decoder and rule checker of N-Trace",
    license="Apache-2.0",
    python_requires=">=3.9",
    install_requires=["cffi"],
    packages=["ntrace"],
    package_data={"ntrace": ["py.typed", "_ntrace.so", "_declarations.h", "_units/*", "_parameters.txt"]},
    distclass=Binary,
    cmdclass={"bdist_wheel": Wheel},
)
