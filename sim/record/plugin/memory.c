/* SPDX-License-Identifier: Apache-2.0 */
/* A plugin for QEMU 7.2: writes each access to memory to QEMU's log (`-d plugin`), between the
   lines of the instruction that makes it and of the next. No package has a header for plugins: what
   is needed of version 1 of their interface is declared here, as its documentation describes it. */
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct qemu_plugin_tb;
struct qemu_plugin_insn;
struct qemu_plugin_hwaddr;
struct qemu_info_t;

enum { WITHOUT_REGISTERS = 0, LOADS_AND_STORES = 3 };

typedef void (*translation_callback)(uint64_t id, struct qemu_plugin_tb *tb);
typedef void (*memory_callback)(unsigned hart, uint32_t info, uint64_t address, void *data);

void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id, translation_callback callback);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t index);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *insn, memory_callback callback,
                                      int flags, int kinds, void *data);
unsigned qemu_plugin_mem_size_shift(uint32_t info);
bool qemu_plugin_mem_is_store(uint32_t info);
struct qemu_plugin_hwaddr *qemu_plugin_get_hwaddr(uint32_t info, uint64_t address);
bool qemu_plugin_hwaddr_is_io(const struct qemu_plugin_hwaddr *place);
uint64_t qemu_plugin_hwaddr_phys_addr(const struct qemu_plugin_hwaddr *place);
void qemu_plugin_outs(const char *text);

#define EXPORT __attribute__((visibility("default")))
EXPORT extern const int qemu_plugin_version;
EXPORT int qemu_plugin_install(uint64_t id, const struct qemu_info_t *info, int argc, char **argv);

const int qemu_plugin_version = 1;

static void take_access(unsigned hart, uint32_t info, uint64_t address, void *data) {
    (void)data;
    const struct qemu_plugin_hwaddr *place = qemu_plugin_get_hwaddr(info, address);
    uint64_t physical = place == NULL ? 0 : qemu_plugin_hwaddr_phys_addr(place);
    bool device = place != NULL && qemu_plugin_hwaddr_is_io(place);
    char line[128];
    (void)snprintf(
        line, sizeof line, "access: hart:%u %s %u 0x%016" PRIx64 " 0x%016" PRIx64 " %s\n", hart,
        qemu_plugin_mem_is_store(info) ? "store" : "load", 1U << qemu_plugin_mem_size_shift(info),
        address, physical, device ? "device" : "memory");
    qemu_plugin_outs(line);
}

static void take_translation(uint64_t id, struct qemu_plugin_tb *tb) {
    (void)id;
    size_t count = qemu_plugin_tb_n_insns(tb);
    for (size_t i = 0; i < count; i++) {
        qemu_plugin_register_vcpu_mem_cb(qemu_plugin_tb_get_insn(tb, i), take_access,
                                         WITHOUT_REGISTERS, LOADS_AND_STORES, NULL);
    }
}

int qemu_plugin_install(uint64_t id, const struct qemu_info_t *info, int argc, char **argv) {
    (void)info;
    (void)argc;
    (void)argv;
    qemu_plugin_register_vcpu_tb_trans_cb(id, take_translation);
    return 0;
}
