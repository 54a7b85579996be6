# SPDX-License-Identifier: Apache-2.0
# A big-endian machine, by Debian's cross compiler; its libraries are in SYSROOT (scripts/sysroot).
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR s390x)
set(CMAKE_C_COMPILER s390x-linux-gnu-gcc)
set(CMAKE_LIBRARY_ARCHITECTURE s390x-linux-gnu)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES SYSROOT)
set(CMAKE_FIND_ROOT_PATH ${SYSROOT} /usr/s390x-linux-gnu)
set(CMAKE_EXE_LINKER_FLAGS_INIT
  "-Wl,-rpath-link,${SYSROOT}/lib/s390x-linux-gnu -Wl,-rpath-link,${SYSROOT}/usr/lib/s390x-linux-gnu")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE BOTH)
