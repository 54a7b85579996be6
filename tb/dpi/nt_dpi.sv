// SPDX-License-Identifier: Apache-2.0
// Golden models of units by DPI-C: what the modules have that scripts/unit_dpi.py makes. The functions
// are those of tb/dpi/nt_dpi.c, in the library libntrace_dpi.so.
package nt_dpi;

    // Makes the model of a unit, as after power-on. `parameters`: NAME=VALUE, as in RTL; `inputs` and
    // `outputs`: rows of its table, in the order of the arrays below. null, with the reason in
    // `complaint`, where there is no such unit, row or build.
    import "DPI-C" function chandle nt_dpi_new(input string unit_name, input string parameters,
                                               input string inputs, input string outputs,
                                               output string complaint);

    // Lets the outputs settle by state and inputs. `valid`: 0 where an output means nothing in this
    // cycle; its value is 0 there. Bits above an output's width may have anything.
    import "DPI-C" function void nt_dpi_settle(input chandle model, input longint unsigned in [],
                                               output longint unsigned out [], output byte unsigned valid []);

    // Takes the model over a clock edge with these inputs.
    import "DPI-C" function void nt_dpi_step(input chandle model, input longint unsigned in []);

    import "DPI-C" function void nt_dpi_free(input chandle model);

endpackage
