# libntrace for others: static and shared library, headers, pkg-config file, `make install`.
PREFIX     ?= /usr/local
LIBDIR     ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
LIBRARY_VERSION = 1.0.0
LIBRARY_SONAME  = libntrace.so.1
LIBRARY_OBJ := $(patsubst %.c,$(BUILD)/library/%.o,$(LIBNTRACE_SRC))
PUBLIC_H    := $(sort $(wildcard include/ntrace/*.h))

library: $(BUILD)/libntrace.a $(BUILD)/libntrace.so

# Position-independent, and without link-time code: another compiler may link it.
$(BUILD)/library/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(filter-out -flto% -ffat-lto-objects,$(CFLAGS_ALL)) -fPIC -c $< -o $@

$(BUILD)/libntrace.a: $(LIBRARY_OBJ)
	$(call say,AR)
	$(Q)rm -f $@ && ar rcs $@ $^

# What the public headers do not declare stays inside.
$(BUILD)/libntrace.so: $(LIBRARY_OBJ) libntrace/libntrace.map
	$(call say,LINK)
	$(Q)$(CC) $(CFLAGS) -shared -Wl,-soname,$(LIBRARY_SONAME) -Wl,-z,defs \
	    -Wl,--version-script=libntrace/libntrace.map $(LIBRARY_OBJ) $(LIBNTRACE_LIBS) -o $@

install: $(BUILD)/ntrace library ## install command, library, headers and manual under PREFIX (/usr/local), after DESTDIR
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(LIBDIR)/pkgconfig $(DESTDIR)$(INCLUDEDIR)/ntrace
	install -m 755 $(BUILD)/ntrace $(DESTDIR)$(PREFIX)/bin/ntrace
	install -m 644 $(PUBLIC_H) $(DESTDIR)$(INCLUDEDIR)/ntrace
	install -m 644 $(BUILD)/libntrace.a $(DESTDIR)$(LIBDIR)/libntrace.a
	install -m 755 $(BUILD)/libntrace.so $(DESTDIR)$(LIBDIR)/libntrace.so.$(LIBRARY_VERSION)
	ln -sf libntrace.so.$(LIBRARY_VERSION) $(DESTDIR)$(LIBDIR)/$(LIBRARY_SONAME)
	ln -sf $(LIBRARY_SONAME) $(DESTDIR)$(LIBDIR)/libntrace.so
	sed -e 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@INCLUDEDIR@|$(INCLUDEDIR)|' \
	    -e 's|@VERSION@|$(LIBRARY_VERSION)|; s|@LIBS@|$(LIBNTRACE_LIBS)|' libntrace/ntrace.pc.in \
	    > $(DESTDIR)$(LIBDIR)/pkgconfig/ntrace.pc

-include $(LIBRARY_OBJ:.o=.d)
